/** Times of movement, as the design tokens say; none at all for whoever asked for less of it. */
const TIMES = { quick: 120, step: 240, travel: 420, story: 900 };
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

export const motion = (kind: keyof typeof TIMES): number => (quiet.matches ? 0 : TIMES[kind]);
export const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
