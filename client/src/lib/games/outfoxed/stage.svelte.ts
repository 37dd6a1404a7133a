/** The table as it is shown: it follows the events one by one, so that every card is seen to turn, lift and travel. */
import type { Line } from "../../messages";
import { motion, perform, type Script } from "../../motion";
import type { Stage as Board, Step } from "../../presenter.svelte";
import { isRabbit } from "./cards";
import { kindOf, rimBetween, SIDES, spotOf, spotOnRim, wordOf, type CardView, type OutfoxedTable, type Side, type Spot } from "./table";

export interface ShownCard {
  id: number; // lasting, so that a card that is exchanged is seen to move
  cell: string;
  isUp: boolean;
  card: string | null;
  back: string;
  known: Side[];
  isFixed: boolean;
  isNoRabbit: boolean;
  isStirred: boolean;
  isTurned: boolean; // towards me alone: I am looking at it
  isLifted: boolean;
  watcher: Side | null; // who looks at it now
}

export const isTurnedUp = (card: ShownCard): boolean => card.isUp || (card.isTurned && card.card !== null);

/** A card on its way between the floor and a pile, a hand or a place in front of somebody. */
export interface Flight {
  id: number;
  card: string | null;
  from: string;
  to: string;
}

export interface Pieces {
  fox: string;
  bear: string;
  vixen: string | null;
  arrow: string | null;
  crow: number;
  eagle: number;
  sun: number;
}

/** The way of a piece, from where it stood to where it stands. */
export interface Way {
  piece: Mover;
  spots: Spot[];
}
export type Mover = "fox" | "bear" | "crow" | "eagle";
export const isBird = (piece: Mover): piece is "crow" | "eagle" => piece === "crow" || piece === "eagle";

/** All that a side did since the other one moved, bonus turns included: the ways of its pieces and cards, what changed. */
export interface Trace {
  side: Side | null;
  ways: Way[];
  pairs: [Spot, Spot][];
  changed: string[];
}

/** A card that somebody has just seen, where I may know it too. */
export interface Glimpse {
  card: string;
  cell: string;
}

/** A roll of the die: `n` good ones in a row, of so many that the rabbit needs. */
export interface Roll {
  face: string;
  outcome: "good" | "caught" | "evades";
  n: number;
  all: number;
}

/** A hunt that is being shown: what has been rolled so far, and how it ended. */
export interface Hunt {
  rabbit: string;
  rolls: Roll[];
  isRolling: boolean;
  end: "on" | "captured" | "evaded";
}

/** A card that Red Fox could not lay another over (R32), or that ended his move (R26). */
export interface Unasked {
  card: string;
  why: (typeof UNASKED)[keyof typeof UNASKED];
}
const UNASKED = { "uncovered lock": "lock", "uncovered vixen": "vixen", "uncovered empty": "empty", waded: "water" } as const; // by event

const DIE = ["SPEED", "SPEED_CARRION", "UNIQUE", "BLANK"];
const BEGINS: Record<string, Side> = { "crow flew": "crow", stepped: "fox", "turn lost": "fox", "boxed in": "fox" };
const MOVERS: Record<string, Mover> = { stepped: "fox", leapt: "fox", "sent back": "fox", "bear went": "bear", "crow flew": "crow", "eagle flew": "eagle" };

const HUNTED = ["eagle flew", "crow flew", "vixen put", "sun moved", "turn lost", "boxed in"]; // a hunt is past
const ASKED = [...HUNTED, "stepped", "leapt", "revealed", "replaced"]; // what was not asked before is past

export class Stage implements Board<OutfoxedTable> {
  table: OutfoxedTable = $state.raw()!; // piles, hand and sides, as far as they have been shown
  cards: ShownCard[] = $state([]);
  pieces: Pieces = $state()!;
  flights: Flight[] = $state([]);
  trace: Trace = $state({ side: null, ways: [], pairs: [], changed: [] });
  glimpses: Glimpse[] = $state([]); // what I have just looked at
  rolls: Roll[] = $state([]); // of the hunt at hand
  hunted: string | null = $state(null); // its rabbit
  unasked: Unasked | null = $state(null); // in this turn of mine
  die: { face: string; isRolling: boolean } | null = $state(null);
  isRoll = $state(false); // a roll is being shown over the board
  // What the question must know and no view says.
  isBonus = $state(false); // a capture brought this turn (R43)
  isVixenCalled = $state(false);
  held: string | null = $state(null); // the card of the hand that is held over the one turned up
  hunt: Hunt | null = $state(null); // the hunt that is shown

  #mine: number | null;
  #acted: boolean; // whether I was the one to act before this step
  #haste = new AbortController().signal; // of the step that is shown
  #next = 0;

  constructor(table: OutfoxedTable, log: Line[], mine: number | null) {
    this.#mine = mine;
    this.#acted = table.seat === mine;
    this.#settle(table);
    this.#follow(log);
    log.forEach((line) => this.#note(line, true));
    if (table.face) this.die = { face: table.face, isRolling: false };
  }

  show(step: Step<OutfoxedTable>, haste: AbortSignal): Promise<void> | void {
    this.#haste = haste;
    this.#follow(step.news);
    return perform(this.#play(step), haste);
  }

  *#play(step: Step<OutfoxedTable>): Script {
    if (this.#acted) this.#forget();
    for (const line of step.news) {
      this.#note(line, false);
      this.isRoll = line.say.key === "rolled";
      this.#hunt(line.say.key, kindOf(line.say.with?.card));
      yield* this.#show(line);
    }
    this.isRoll = false;
    this.hunt = null;
    if (!step.view.table) return;
    const table = step.view.table!;
    this.#settle(table);
    this.#acted = table.seat !== null && table.seat === this.#mine;
  }

  #follow(log: readonly Line[]): void {
    for (const { say } of log) {
      if (say.key === "captured") this.isBonus = true;
      else if (HUNTED.includes(say.key) && say.key !== "vixen put") this.isBonus = false;
    }
  }

  // ---- one event

  *#show(line: Line): Script {
    const { key, with: about = {} } = line.say;
    const [cell, other] = [String(about.cell), String(about.other)];
    const card = kindOf(about.card);
    switch (key) {
      case "stepped":
      case "leapt":
      case "sent back":
        return yield* this.#move({ fox: cell });
      case "bear went":
        return yield* this.#move({ bear: cell, arrow: this.pieces.bear });
      case "vixen put":
        return yield* this.#move({ vixen: cell });
      case "eagle flew":
        return yield* this.#fly("eagle", Number(about.space));
      case "crow flew":
        return yield* this.#fly("crow", Number(about.space));
      case "sun moved":
        return yield* this.#move({ sun: Number(about.space) });
      case "revealed":
        this.#set(cell, { isUp: true, card });
        yield motion("travel");
        return;
      case "turned back":
        for (const turned of cellsOf(about.cells)) this.#set(turned, { isUp: false });
        yield motion("step");
        return;
      case "looked":
      case "looked unseen":
        return yield* this.#look(cell, card, wordOf(about.who) === "seat.crow" ? "crow" : "fox");
      case "swapped":
      case "switched":
        return yield* this.#exchange(cell, other);
      case "scavenged":
        this.#set(cell, { isUp: false });
        yield motion("step");
        return yield* this.#exchange(cell, other);
      case "stormed":
        return yield* this.#storm(cellsOf(about.cells));
      case "rolled":
        return yield* this.#roll(wordOf(about.face).slice(5));
      case "replaced":
        return yield* this.#replace(cell, kindOf(about.other));
      case "eaten":
      case "eaten dive":
        return yield* this.#leave(cell, "discards");
      case "took bait":
        return yield* this.#leave(cell, "baits");
      case "captured":
        return yield* this.#leave(cell, "captured");
      case "swapped deck":
        return yield* this.#leave(cell, "removed");
      case "stolen":
        return yield* this.#steal(card, cell);
      case "spent bait":
        return yield* this.#carry(card, "baits", "discards");
      case "drew":
      case "drew unseen":
        return yield* this.#carry(card, "deck", "hand");
      case "laid":
      case "laid unseen":
        return yield* this.#lay(cell, card);
    }
  }

  *#move(to: Partial<Pieces>): Script {
    Object.assign(this.pieces, to);
    yield motion("step") + motion("quick");
  }

  /** A bird goes along the rim space by space, the shorter way. */
  *#fly(bird: "eagle" | "crow", space: number): Script {
    for (const next of rimBetween(this.pieces[bird], space)) {
      this.pieces[bird] = next;
      yield motion("step");
    }
    yield motion("quick");
  }

  /** Only who looks sees the card; everybody sees which card it is. */
  *#look(cell: string, card: string | null, who: Side): Script {
    const isMine = card !== null && SIDES[this.#mine ?? -1] === who;
    this.#set(cell, { watcher: who, isLifted: true, ...(isMine ? { isTurned: true, card } : {}) });
    yield motion("story");
    this.#set(cell, { isLifted: false, watcher: null });
  }

  *#exchange(first: string, second: string): Script {
    const [a, b] = [this.#card(first), this.#card(second)];
    if (!a || !b) return;
    a.isLifted = b.isLifted = true;
    yield motion("quick");
    [a.cell, b.cell] = [b.cell, a.cell];
    yield motion("travel");
    a.isLifted = b.isLifted = false;
    yield motion("quick");
  }

  /** Gathered in the middle and dealt out anew: nobody can follow a card. */
  *#storm(cells: string[]): Script {
    const stirred = this.cards.filter((card) => cells.includes(card.cell));
    for (const card of stirred) Object.assign(card, { cell: "3,3", isTurned: false });
    yield motion("travel");
    for (const card of stirred) Object.assign(card, { card: null, known: [], isNoRabbit: false, isStirred: true });
    const free = [...cells].sort(() => Math.random() - 0.5);
    stirred.forEach((card, i) => (card.cell = free[i]!));
    yield motion("travel");
  }

  *#roll(face: string): Script {
    for (let i = 0; i < 6 && !this.#haste.aborted; i++) {
      this.die = { face: DIE[(i * 3 + this.rolls.length) % DIE.length]!, isRolling: true };
      yield motion("quick");
    }
    this.die = { face, isRolling: false };
    if (this.hunt) this.hunt.isRolling = false;
    yield motion("story");
  }

  /** A hunt begins when a rabbit is met, and is told in place of the question until the step has been shown. */
  #hunt(key: string, card: string | null): void {
    const isEnd = key === "captured" || key === "evaded";
    if (!this.hunted || !(key === "rolled" || isEnd || (key === "revealed" && isRabbit(card)))) return;
    this.hunt = { rabbit: this.hunted, rolls: [...this.rolls], isRolling: key === "rolled", end: isEnd ? key : "on" };
  }

  // ---- cards that leave the floor or come to it

  *#leave(cell: string, to: string): Script {
    const card = this.#card(cell);
    if (!card) return;
    this.cards = this.cards.filter((other) => other.id !== card.id);
    yield* this.#carry(card.isUp || card.isTurned ? card.card : null, cellName(cell), to);
  }

  *#lay(cell: string, card: string | null): Script {
    if (this.#card(cell)) return;
    yield* this.#carry(null, "deck", cellName(cell));
    this.cards.push(this.#fresh(cell, card));
    if (card) this.#set(cell, { back: card });
  }

  *#replace(cell: string, card: string | null): Script {
    yield* this.#leave(cell, "discards");
    yield* this.#carry(card, card ? `hand:${card}` : "hand", cellName(cell));
    this.cards.push({ ...this.#fresh(cell, card), isUp: true });
  }

  /** The thief goes, the card of the hiding place takes its cell, the rabbit lies in that one's stead. */
  *#steal(rabbit: string | null, cell: string): Script {
    const here = this.pieces.fox;
    yield* this.#leave(here, "discards");
    const moved = this.#card(cell);
    if (moved) moved.cell = here;
    yield motion("travel");
    yield* this.#carry(rabbit, "captured", cellName(cell));
    this.cards.push(this.#fresh(cell, rabbit));
  }

  *#carry(card: string | null, from: string, to: string): Script {
    if (this.#haste.aborted) return;
    const flight = { id: this.#next++, card, from, to };
    this.flights.push(flight);
    yield motion("travel") + motion("quick");
    this.flights = this.flights.filter((other) => other.id !== flight.id);
  }

  // ---- the trace of what the side before did

  #note(line: Line, isPast: boolean): void {
    const { key, with: about = {} } = line.say;
    const [cell, other] = [String(about.cell), String(about.other)];
    const card = kindOf(about.card);
    const begun = BEGINS[key];
    if (begun && begun !== this.trace.side) this.trace = { side: begun, ways: [], pairs: [], changed: [] };
    if (key === "stepped" || HUNTED.includes(key) || key.startsWith("taken back")) {
      this.rolls = [];
      this.die = null;
    }
    if (key.startsWith("taken back")) this.trace = { side: null, ways: [], pairs: [], changed: [] };
    if (!isPast && key === "looked" && card && this.#isMine(wordOf(about.who))) this.glimpses.push({ card, cell });
    if (key === "rolled") this.rolls.push({ face: wordOf(about.face).slice(5), outcome: about.outcome as Roll["outcome"], n: Number(about.n), all: Number(about.all) });
    const met = key === "rolled" ? this.#card(this.pieces.fox)?.card : HUNTS.includes(key) ? card : null;
    if (met && isRabbit(met)) this.hunted = met;
    if (key in UNASKED && card && SIDES[this.#mine ?? -1] === "fox") this.unasked = { card, why: UNASKED[key as keyof typeof UNASKED] };
    else if (ASKED.includes(key)) this.unasked = null;
    const mover = MOVERS[key];
    if (mover && !isPast) this.#lead(mover, about.space === undefined ? cell : Number(about.space));
    if (["swapped", "switched", "scavenged"].includes(key)) this.trace.pairs.push([spotOf(cell), spotOf(other)]);
    if (CHANGES.has(key)) this.trace.changed.push(...[cell, other].filter((name) => /^\d,\d$/.test(name)).map(cellName));
    if (key === "crow flew" || key === "eagle flew") this.trace.changed.push(`rim:${about.space}`);
  }

  /** A piece goes on from where it stands: a bird along the rim. */
  #lead(piece: Mover, to: string | number): void {
    const from = this.pieces[piece];
    if (!this.trace.ways.some((way) => way.piece === piece)) this.trace.ways.push({ piece, spots: [spotAt(from)] });
    const passed = typeof to === "number" ? rimBetween(Number(from), to) : [to];
    this.trace.ways.find((way) => way.piece === piece)!.spots.push(...passed.map(spotAt));
  }

  #isMine(who: string): boolean {
    return this.#mine !== null && who === `seat.${SIDES[this.#mine]}`;
  }

  /** My next move has begun: what I looked at lies face-down again. */
  #forget(): void {
    this.glimpses = [];
    this.cards.forEach((card) => (card.isTurned = false));
  }

  // ---- as the server says

  #settle(table: OutfoxedTable): void {
    const { fox, bear, vixen, arrow, crow, eagle, sun } = table;
    this.table = table;
    this.pieces = { fox, bear, vixen, arrow, crow, eagle, sun };
    const kept = new Map(this.cards.map((card) => [card.cell, card]));
    this.cards = this.cards.filter((card) => kept.get(card.cell) === card);
    for (const seen of table.cells) {
      if (!kept.has(seen.cell!)) this.cards.push(this.#fresh(seen.cell!, seen.card));
      this.#set(seen.cell!, shownOf(seen));
    }
    for (const { cell, card } of this.glimpses) this.#turn(cell, card);
  }

  /** What I am looking at stays turned towards me until I move. */
  #turn(cell: string, card: string): void {
    const shown = this.#card(cell);
    if (shown?.isTurned) shown.card = card;
  }

  #fresh(cell: string, card: string | null): ShownCard {
    return {
      id: this.#next++, cell, card, isUp: false, back: "plain", known: [], isFixed: false, isNoRabbit: false,
      isStirred: false, isTurned: false, isLifted: false, watcher: null,
    }; // prettier-ignore
  }

  #card(cell: string): ShownCard | undefined {
    return this.cards.find((card) => card.cell === cell);
  }

  #set(cell: string, to: Partial<ShownCard>): void {
    const card = this.#card(cell);
    if (card) Object.assign(card, to);
  }
}

const CHANGES = new Set(["revealed", "replaced", "swapped", "switched", "swapped deck", "scavenged", "stolen", "looked", "looked unseen", "evaded", "captured", "eaten", "eaten dive", "took bait", "vixen put", "bear went", "leapt", "sent back"]); // prettier-ignore
const HUNTS = ["revealed", "captured", "evaded"]; // they name the rabbit that is hunted
const cellName = (cell: string): string => `cell:${cell}`;
const spotAt = (place: string | number): Spot => (typeof place === "number" ? spotOnRim(place) : spotOf(place));
const cellsOf = (said: unknown): string[] =>
  (Array.isArray(said) ? said : []).map((one) => String((one as { with?: { cell?: unknown } }).with?.cell));

function shownOf(seen: CardView): Partial<ShownCard> {
  return {
    isUp: seen.side === "up", card: seen.card, back: seen.back, known: seen.known, isFixed: seen.fixed,
    isNoRabbit: seen.no_rabbit, isStirred: seen.stirred,
  }; // prettier-ignore
}
