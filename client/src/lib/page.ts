/** The page that a table lies on: whether somebody looks at it, and whether they asked for less motion. */
export interface Page {
  isHidden(): boolean;
  isStill(): boolean;
  /** Calls when somebody looks away or comes back, until what it returns is called. */
  watch(changed: () => void): () => void;
}

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

export const browser: Page = {
  isHidden: () => document.hidden,
  isStill: () => quiet.matches,
  watch(changed) {
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  },
};
