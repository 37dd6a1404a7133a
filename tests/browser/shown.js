// The forest as it is drawn, in the words in which it is read aloud: square → "arrows north, south".
() => {
  const WAYS = ["north", "east", "south", "west"];
  const squareOf = (element) => {
    const [x, y] = element.style.transform.match(/-?[\d.]+(?=%)/g).map((per) => Math.round(Number(per) / 108));
    return "abcde"[x] + (y + 1);
  };
  const faceOf = (tile) => {
    if (!tile.querySelector(".sides.up")) return "face down";
    if (tile.querySelector(".home")) return "starting tile";
    const group = tile.querySelector(".arrows");
    const turn = Number(group.style.transform.match(/-?\d+/)[0]) / 90;
    const ways = [...group.querySelectorAll("path:not(.edge)")].map((path) => {
      const quarter = Number(path.getAttribute("transform").match(/\d+/)[0]) / 90;
      return (((quarter + turn) % 4) + 4) % 4;
    });
    const said = ways.sort().map((way) => WAYS[way]).join(", ");
    return `${ways.length > 1 ? "arrows" : "arrow"} ${said}`;
  };
  return Object.fromEntries([...document.querySelectorAll(".tile")].map((tile) => [squareOf(tile), faceOf(tile)]));
};
