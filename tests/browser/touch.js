// Touches whatever is lit, any game's, until the end is there (true) or it has touched enough (false).
async ({ seed, enough }) => {
  let state = seed;
  const random = (n) => ((state = (state * 1103515245 + 12345) % 2147483648), Math.floor(state / 65536) % n);
  const all = (what) => [...document.querySelectorAll(what)].filter((one) => !one.disabled && one.offsetParent !== null);
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const isOver = () => document.querySelector(".end h2") !== null;
  let idle = 0;
  for (let touched = 0; touched < enough && !isOver(); await pause(12)) {
    const options = all(".chooser .option");
    const lit = all("main .lit:not(.picked), main .ask .btn:not(.quiet), main .guess button, main .move:not([aria-disabled=true], details *)");
    const things = options.length ? options : lit;
    if (things.length) {
      things[random(things.length)].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      touched += 1;
      idle = 0;
    } else if (++idle > 4000) throw new Error("nothing can be touched");
  }
  return isOver();
};
