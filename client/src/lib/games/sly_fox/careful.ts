/** Nothing that costs something is done by a single touch: it is picked up first, and the second touch does it. */
import type { Offer } from "../../messages";
import type { Play } from "../../play.svelte";

const DOUBLE = 350; // milliseconds; a double click is one touch

export const isCostly = (offer: Offer): boolean => ["challenge", "trade", "attack", "attack as"].includes(offer.say.key);

/** What may be done besides: its light is quieter, until one has picked something up for it. */
export const isAside = (play: Play, name: string): boolean =>
  !play.picked.length && play.isLit(name) && play.at(name).every((offer) => ["challenge", "trade"].includes(offer.say.key));

/** The move that is picked up and waits for a second touch. */
export function held(play: Play): Offer | null {
  const [only, ...others] = play.picked.length ? play.left : [];
  return only && !others.length && isCostly(only) ? only : null;
}

/** Where one touch more would make an attack whole that goes as gossip or as a trap: both. */
export function kindsAt(play: Play, name: string): Offer[] {
  if (!play.picked.length || play.picked.includes(name) || !play.isLit(name)) return [];
  const offers = play.at(name);
  const isWhole = offers.every(({ say, touches }) => say.key === "attack as" && touches.every((one) => one === name || play.picked.includes(one)));
  return offers.length > 1 && isWhole ? offers : [];
}

const lastOf = new WeakMap<Play, { name: string; at: number }>();

function touch(play: Play, name: string, anchor: Element): void {
  if (!play.isLit(name)) return;
  const last = lastOf.get(play);
  const now = performance.now();
  if (last?.name === name && now - last.at < DOUBLE) return;
  const waiting = held(play);
  const offers = play.at(name);
  if (waiting) play.make(waiting);
  else if (!play.picked.length && offers.length === 1 && isCostly(offers[0]!)) {
    play.picked = [name];
    play.anchor = anchor;
  } else play.touch(name, anchor);
  lastOf.set(play, { name, at: now });
}

/** As `play.thing`, with care. */
export function thing(play: Play, name: string) {
  return { ...play.thing(name), onclick: (event: MouseEvent) => touch(play, name, event.currentTarget as Element) };
}
