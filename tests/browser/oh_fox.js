// Plays Oh, Fox! for the seat in front of the screen, by touching the table, until the film is there, or what is named.
async (until) => {
  const pause = () => new Promise((done) => setTimeout(done, 12));
  const all = (what) => [...document.querySelectorAll(what)];
  const isThere = () => all(".film h2").length || (until && all(until).length);
  for (let n = 0; !isThere(); n++, await pause()) {
    const cards = all(".hand .card.lit");
    cards[n % cards.length]?.click();
    await pause();
    all(".arrow")[n % 4]?.click();
    if (isThere()) return;
    for (const _ of all(".guess .line")) { all(".guess .animal.lit")[0]?.click(); await pause(); }
    all(".guess .btn.main")[0]?.click();
  }
};
