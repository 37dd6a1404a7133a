/** A recorded game of a seat (`python -m tests.steps` writes it), put together again: where it began, and every step. */
import type { Line, View } from "../src/lib/messages";
import type { Laid, Step } from "../src/lib/presenter.svelte";

type Parts = Record<string, unknown>;

interface Recorded {
  seat: number;
  laid: { number: number; log: unknown[]; view: Parts };
  steps: { number: number; news: unknown[]; view: Parts }[];
}

/** `T`: the table of the game that was played. */
export function played<T>(recorded: unknown): { seat: number; laid: Laid<T>; steps: Step<T>[] } {
  const { seat, laid, steps } = recorded as Recorded;
  let now = laid.view;
  const views = steps.map(({ view }) => (now = { ...now, ...view, table: whole(now.table as Parts, (view.table ?? {}) as Parts) }));
  return {
    seat,
    laid: { number: laid.number, log: laid.log as Line[], view: laid.view as unknown as View<T> },
    steps: steps.map(({ number, news }, i) => ({ number, news: news as Line[], view: views[i] as unknown as View<T> })),
  };
}

/** Of things in a row only those may be there that have changed, by their place. */
function whole(old: Parts, changed: Parts): Parts {
  return { ...old, ...Object.fromEntries(Object.entries(changed).map(([key, part]) => [key, partOf(old[key], part)])) };
}

function partOf(old: unknown, part: unknown): unknown {
  if (!Array.isArray(old) || Array.isArray(part) || typeof part !== "object" || part === null) return part;
  return old.map((one: Parts, i) => (i in part ? whole(one, (part as Record<number, Parts>)[i]!) : one));
}
