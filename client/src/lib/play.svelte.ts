import type { Offer } from "./messages";
import type { Seen } from "./games";
import type { Connection } from "./socket.svelte";

const DOUBLE = 350; // milliseconds

/** A move as people choose it; `then`: where the server asks twice for it, what is touched next. */
export interface Choice extends Offer {
  then?: string;
}

/**
 * What one may do at the table now: which things light up, and what touching them does.
 *
 * Every move names what it touches. Touching a thing that only one move touches plays it; a thing that several
 * touch is picked, and the chooser offers what is left.
 */
export class Play {
  /** The thing that pointer or focus is on: it and its moves light up together. */
  here: string | null = $state(null);
  /** The move of the list that pointer or focus is on. */
  over: Choice | null = $state.raw(null);
  picked: string[] = $state.raw([]);
  /** What was touched last, for the chooser to stand beside. */
  anchor: Element | null = $state.raw(null);
  /** Why the chooser asks although there is one move only. */
  why = $state("");
  /** A game that shows itself what is picked and what is left says so here; the chooser stays away. */
  isComposing = $state(false);
  /** A game that offers the way back itself says so here; the frame's stays away. */
  hasWayBack = $state(false);
  /** A game that asks twice for what people do in one go makes its moves of both here, each with its `then`. */
  spread: (offers: Offer[]) => Choice[] = $state.raw((offers) => offers);
  /** The second half of the move that was made: the game answers with it when it is asked. */
  next: string | null = $state(null);
  /** Windows passed by hand since one last did something in one. */
  passes = $state(0);
  /** By what the last move was chosen from the list, which then keeps the focus. */
  listed: "keys" | "pointer" | null = null;
  /** A game that knows better takes the focus on from where nothing can be done any more, or from what is picked. */
  home: ((at: HTMLElement) => void) | null = null;

  /** Of the position that the board shows: while it moves on, these wait to be replaced. */
  readonly moves: Choice[] = $derived.by(() => this.spread(this.hand?.presenter.shown.view?.moves ?? []));
  readonly left: Choice[] = $derived(
    this.moves.filter((offer) => this.picked.every((name) => offer.touches.includes(name))),
  );
  readonly sent: number | null = $derived.by(() => {
    const command = this.hand?.pending.find((command) => command.do === "move");
    return command?.do === "move" ? Number(command.move) : null;
  });
  readonly isSent: boolean = $derived(this.sent !== null);
  /** Nothing can be done in this moment: a move is on its way, or is being shown. */
  readonly isWaiting: boolean = $derived.by(() => this.isSent || this.line.presenter.isShowing);
  readonly lit: ReadonlySet<string> = $derived(
    this.isWaiting ? new Set<string>() : new Set(this.left.flatMap((offer) => offer.touches)),
  );

  /** `hand`: where moves go; none where one only looks on. */
  constructor(
    readonly line: Seen,
    readonly hand: Connection | null = null,
  ) {}

  isLit(name: string): boolean {
    return this.lit.has(name);
  }

  isHere(name: string): boolean {
    return this.here === name;
  }

  at(name: string): Choice[] {
    return this.left.filter((offer) => offer.touches.includes(name));
  }

  touch(name: string, anchor: Element | null = null): void {
    if (!this.isLit(name) || this.#isDouble(name)) return;
    if (this.picked.includes(name)) return this.putBack(name);
    const offers = this.at(name);
    if (offers.length === 1) return this.make(offers[0]!);
    this.picked = [...this.picked, name];
    this.anchor = anchor;
  }

  /** The second click of a double click is meant for the same move, not for what may follow it. */
  #isDouble(name: string): boolean {
    const now = performance.now();
    const isDouble = name === this.#touched.name && now - this.#touched.at < DOUBLE;
    if (!isDouble) this.#touched = { name, at: now };
    return isDouble;
  }
  #touched = { name: "", at: -Infinity };

  make(offer: Choice): void {
    const touched = this.#touched;
    this.drop();
    this.#touched = touched;
    this.point(null);
    if (this.isWaiting || !this.hand) return;
    this.listed = null;
    this.#count(offer);
    this.hand.send({ do: "move", move: offer.action, on: this.hand.presenter.shown.number });
    this.next = offer.then ?? null;
  }

  /** An answer that is only changed counts once. */
  #count(offer: Choice): void {
    const view = this.hand?.presenter.shown.view;
    if (view?.pace !== "window") return;
    if (!offer.touches.includes("pass")) this.passes = 0;
    else if (!view.answer) this.passes += 1;
  }

  /** Touched again, a thing is no longer picked. */
  putBack(name: string): void {
    this.picked = this.picked.filter((other) => other !== name);
  }

  drop(): void {
    this.picked = [];
    this.anchor = null;
    this.why = "";
    this.#touched = { name: "", at: -Infinity }; // whoever thinks again may touch the same thing at once
  }

  point(name: string | null, over: Choice | null = null): void {
    this.here = name;
    this.over = over;
  }

  /** Focus leaves a thing, perhaps because it is being taken off the table: nothing may change in that moment. */
  leave(name: string): void {
    queueMicrotask(() => this.isHere(name) && this.point(null));
  }

  /** The attributes of a thing on the table that bears this name: light, pointer, click. */
  thing(name: string) {
    return {
      "data-name": name,
      onclick: (event: MouseEvent) => this.touch(name, event.currentTarget as Element),
      onpointerenter: () => this.point(name),
      onpointerleave: () => this.point(null),
      onfocus: () => this.point(name),
      onblur: () => this.leave(name),
    };
  }
}
