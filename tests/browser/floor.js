// The forest floor as it is drawn: cell → the name of the card that lies there face-up.
() => {
  const cellOf = (card) => {
    const [column, row] = card.style.transform.match(/-?[\d.]+(?=%)/g).map((per) => Math.round(Number(per) / 107));
    return `${row},${column}`;
  };
  const open = [...document.querySelectorAll(".forest .card:not(.private)")].filter((card) => card.querySelector(".sides.up"));
  return Object.fromEntries(open.map((card) => [cellOf(card), card.querySelector(".front .name").textContent]));
};
