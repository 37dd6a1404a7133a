/** Choosing a card: one is taken up, then it is pointed somewhere, by an arrow, a space of the map, or a drag; a stop is played where one stands. */
import type { Offer } from "../../messages";
import type { Play } from "../../play.svelte";
import { SIDES } from "./table";

export interface Drag {
  name: string;
  x: number;
  y: number;
  offer: Offer | null; // what letting go would play
}

const FAR = 36; // pixels, before a drag points anywhere
const [DOUBLE, NEAR] = [350, 24]; // milliseconds and pixels: a second click so soon and so near belongs to the first

export class Choice {
  #held: string | null = $state(null);
  drag: Drag | null = $state.raw(null);

  constructor(readonly play: Play) {}

  /** It stays in hand while another's choice is shown: nobody's focus falls off its arrows. */
  get held(): string | null {
    return this.#held !== null && !this.play.isSent && this.at(this.#held).length ? this.#held : null;
  }

  get offers(): Offer[] {
    return this.held ? this.at(this.held) : [];
  }

  at(name: string): Offer[] {
    return this.play.moves.filter((offer) => offer.touches.includes(name));
  }

  /** Take a card up, or put it back: nothing is played by the touch that asks what it is. */
  take(name: string): void {
    if (this.play.isLit(name)) this.#held = this.held === name ? null : name;
  }

  /** What the card in hand does where it points nowhere. */
  get stay(): Offer | undefined {
    return this.offers.length === 1 ? this.offers[0] : undefined;
  }

  /** The second click of a double click: whatever has come under the pointer by now is not meant. Keys have no such echo. */
  isEcho({ detail, timeStamp: at, clientX: x, clientY: y }: MouseEvent): boolean {
    const last = this.#click;
    if (detail === 0) return false;
    if (last && at - last.at < DOUBLE && Math.hypot(x - last.x, y - last.y) < NEAR) return true;
    this.#click = { at, x, y };
    return false;
  }
  #click: { at: number; x: number; y: number } | null = null;

  drop(): void {
    this.#held = null;
    this.drag = null;
  }

  make(offer: Offer): void {
    this.drop();
    this.play.make(offer);
  }

  side(side: number): Offer | undefined {
    return this.offers.find((offer) => offer.touches.includes(`side:${SIDES[side]}`));
  }

  point(side: number): void {
    const offer = this.side(side);
    if (offer) this.make(offer);
  }

  /** What the map shows: the ways of the card in hand, or of what pointer or focus is on. */
  get shown(): Offer[] {
    const { here, over } = this.play;
    if (this.held) return this.offers;
    if (over) return over.touches.some((name) => name.startsWith("cell:")) ? [over] : [];
    return here?.startsWith("card:") && this.play.isLit(here) ? this.at(here) : [];
  }

  /** Those of them that are meant now: all, or the one that pointer, focus or drag is on. */
  get meant(): Offer[] {
    const { here, over } = this.play;
    const meant = this.drag?.offer ?? over;
    const found = this.shown.filter((offer) => (meant ? offer === meant : here !== null && offer.touches.includes(here)));
    return found.length ? found : this.shown;
  }

  /** The ways the held card may point to come to a space. */
  to(cell: string): Offer[] {
    return this.offers.filter((offer) => offer.touches.includes(cell));
  }

  land(cell: string, anchor: Element): void {
    const offers = this.to(cell);
    if (offers.length === 1) this.make(offers[0]!);
    if (offers.length < 2) return;
    this.play.picked = [this.held!, cell];
    this.play.anchor = anchor;
  }

  // ---- dragging

  /** The card is dragged by (dx, dy) and the pointer is at (x, y). */
  pull(name: string, x: number, y: number, dx: number, dy: number): void {
    this.#held = name;
    this.drag = { name, x, y, offer: this.#under(x, y) ?? this.#towards(dx, dy) };
  }

  #under(x: number, y: number): Offer | null {
    const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-name^='cell:']")?.dataset.name;
    return (cell && this.to(cell)[0]) || null;
  }

  #towards(dx: number, dy: number): Offer | null {
    if (Math.hypot(dx, dy) < FAR) return null;
    const side = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : dy > 0 ? 2 : 0;
    return this.side(side) ?? this.offers.find((offer) => offer.touches.length === 2) ?? null;
  }

  /** Let go. */
  release(): void {
    const offer = this.drag?.offer;
    this.drag = null;
    if (offer) this.make(offer);
    else this.#held = null;
  }
}
