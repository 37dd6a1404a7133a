/** What a guide points at: a ring round it, the other lights softer, and it is in sight. */
import { untrack } from "svelte";
import { browser } from "../page";
import type { Play } from "../play.svelte";

const GAP = 16; // pixels between what is pointed at and what lies over the table

/** The rules that light these names, whatever a game draws them as, and the move that is meant in a list. */
export function rules(names: string[], action: number | null | undefined): string {
  const move = action == null ? "" : `:is(.option, .move)[data-action="${action}"] { outline: 3px solid var(--ink); outline-offset: 1px }`;
  if (!names.length) return move;
  const named = names.map((name) => `[data-name="${CSS.escape(name)}"]`).join();
  return `
    main .lit:not(${named}) { box-shadow: 0 0 0 1.5px var(--fox) !important }
    main .lit:not(${named})::after { opacity: 0 }
    main :is(${named}) {
      outline: 4px solid var(--ink) !important;
      outline-offset: 4px !important;
    }
    main :is(${named}):not(.card) { z-index: 6 } /* a card may have its arrows upon it */
    ${move}`;
}

/** For the life of the component that calls it; gives what is pointed at now. `panel`: what may lie over the table. */
export function pointAt(play: Play, names: () => string[], action: () => number | null | undefined, panel: () => HTMLElement | undefined): () => string[] {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  $effect(() => () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)));
  const isKnown = (name: string): boolean => play.moves.some((offer) => offer.touches.includes(name)); // others only the page has
  const left = $derived(names().filter((name) => !play.picked.includes(name) && (play.isLit(name) || !isKnown(name))));
  const pointed = $derived(play.isWaiting ? [] : left);
  $effect(() => sheet.replaceSync(rules(pointed, play.isWaiting ? null : action())));
  $effect(() => {
    const first = pointed[0];
    if (!play.isWaiting) untrack(() => requestAnimationFrame(() => bringIntoSight(first, panel())));
  });
  return () => pointed;
}

/** No farther down than it has to be: without anything to touch, the head of the table. */
function bringIntoSight(name: string | undefined, panel: HTMLElement | undefined): void {
  const thing = name && document.querySelector(`main [data-name="${CSS.escape(name)}"]`)?.getBoundingClientRect();
  let top = 0;
  if (thing) {
    const over = panel?.getBoundingClientRect();
    const isOver = over && over.top > thing.top && over.left < thing.right && over.right > thing.left;
    const end = isOver ? Math.min(over.top, innerHeight) : innerHeight;
    top = Math.max(0, thing.bottom + scrollY - end + GAP);
  }
  if (Math.abs(top - scrollY) > 1) scrollTo({ top, behavior: browser.isStill() ? "instant" : "smooth" });
}
