import { cubicOut } from "svelte/easing";
import { browser } from "./page";

/** Times of movement, as the design tokens say; none at all for whoever asked for less of it. */
const TIMES = { quick: 120, step: 240, travel: 420, story: 900 };
export type Pace = keyof typeof TIMES;

export const motion = (kind: Pace): number => (browser.isStill() ? 0 : TIMES[kind]);

/** `in:arrive={10}`: comes from so many pixels below; `fly` would first have the browser work out its styles, at the cost of a frame. */
export const arrive = (_: Element, below: number) => ({
  duration: motion("step"),
  easing: cubicOut,
  css: (t: number, left: number) => `transform: translateY(${left * below}px); opacity: ${t}`,
});

/** So many milliseconds; haste ends them. */
export const rest = (ms: number, haste?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (haste?.aborted) return done();
    const timer = setTimeout(over, ms);
    haste?.addEventListener("abort", over, { once: true });
    function over(): void {
      clearTimeout(timer);
      haste?.removeEventListener("abort", over);
      done();
    }
  });

/** What is shown, deed by deed; after each it says how long that is looked at, in milliseconds or until something is over. */
export type Script = Generator<number | Promise<unknown>, void>;

/** Play a script. In haste nothing is looked at; where there was nothing to look at it is over in the same moment. */
export function perform(script: Script, haste: AbortSignal): Promise<void> | void {
  for (let next = script.next(); !next.done; next = script.next()) {
    const { value } = next;
    if (!value || haste.aborted) continue;
    const seen = typeof value === "number" ? rest(value, haste) : Promise.race([value, over(haste)]);
    return seen.then(() => perform(script, haste));
  }
}

const over = (haste: AbortSignal): Promise<void> => new Promise((done) => haste.addEventListener("abort", () => done(), { once: true }));
