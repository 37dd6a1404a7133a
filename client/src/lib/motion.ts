import { cubicOut } from "svelte/easing";

/** Times of movement, as the design tokens say; none at all for whoever asked for less of it. */
const TIMES = { quick: 120, step: 240, travel: 420, story: 900 };
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

export const motion = (kind: keyof typeof TIMES): number => (quiet.matches ? 0 : TIMES[kind]);

/** `in:arrive={10}`: comes from so many pixels below; `fly` would first have the browser work out its styles, at the cost of a frame. */
export const arrive = (_: Element, below: number) => ({
  duration: motion("step"),
  easing: cubicOut,
  css: (t: number, left: number) => `transform: translateY(${left * below}px); opacity: ${t}`,
});

export const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
