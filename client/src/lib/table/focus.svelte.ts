/** Whoever plays by keyboard keeps it: when the table has changed under the hand, what comes next is there. */
import { untrack } from "svelte";
import { on } from "svelte/events";
import type { Play } from "../play.svelte";

/** For the life of the component that calls it. */
export function keepFocus(play: Play): void {
  let isTyped = false;
  $effect(() => {
    const ends = [on(window, "keydown", () => (isTyped = true)), on(window, "pointerdown", () => (isTyped = false))];
    return () => ends.forEach((end) => end());
  });
  $effect(() => {
    const changed = [play.line.presenter.shown, play.moves, play.lit]; // whatever may take a thing away
    if (!changed || play.isWaiting) return;
    untrack(() => (play.listed ? toList(play.listed) : isTyped && onward(play)));
  });
}

/** The list keeps whoever chose from it: its first move comes under the hand, or Tab goes on from there. */
function toList(by: "keys" | "pointer"): void {
  if (document.activeElement !== document.body) return;
  const list = document.getElementById("moves");
  const fold = list?.querySelector<HTMLElement>("details:not([open]) > summary");
  const first = list?.querySelector<HTMLElement>(by === "keys" ? "button" : "ul");
  (fold ?? first)?.focus({ preventScroll: by === "pointer" });
}

/** From nowhere, from a cell that leads nowhere, or from what was picked: to where the game says, or to the first thing that can be touched. */
export function onward(play: Play): void {
  const at = document.activeElement;
  if (play.listed || !(at instanceof HTMLElement)) return;
  const isPicked = play.picked.includes(at.dataset.name ?? "");
  const isFree = at === document.body || at.matches("[role=gridcell]:not(.lit)");
  if (!isPicked && !isFree) return;
  if (play.home) play.home(at);
  else if (isFree && play.lit.size) (pointedAt(play) ?? document.querySelector<HTMLElement>("main .lit"))?.focus();
}

/** What a guide points at. */
function pointedAt(play: Play): HTMLElement | null {
  const [name] = play.line.presenter.shown.view?.guide?.lit ?? [];
  return name ? document.querySelector<HTMLElement>(`main [data-name="${CSS.escape(name)}"].lit`) : null;
}
