/** The table as it is shown: it follows the events one by one, so that cards, tokens and markers are seen to move. */
import type { Line } from "../../messages";
import { motion, perform, type Pace, type Script } from "../../motion";
import type { Stage as Board, Step } from "../../presenter.svelte";
import {
  cardIn, goodsIn, isPaidOn, isPayment, isTakenBack, isDelivery, leftOf, numberOf, rightOf, seatIn, wordIn, type CardView, type GroveTable, type News, type Who,
} from "./table"; // prettier-ignore

export type How = "led" | "followed" | "trumped" | "discarded";

/** A card of this trick, in playing order; one thrown away is remembered, although it does not lie there. */
export interface Laid {
  who: Who;
  card: CardView;
  how: How;
}

/** Something on its way from one place of the page to another. */
export interface Flight {
  id: number;
  card?: CardView | undefined;
  icon?: string | undefined; // without a card and an icon it is a card's back
  ring?: string | undefined;
  count?: number | undefined;
  from: DOMRect;
  to: DOMRect;
  time: number;
}

export const STEPS = 6; // of the scoring: three houses, blackberries, lowest level, the rest
const HOUSES = ["tree", "mushroom", "leaf"];
const TOKENS = ["wood", "nut", "maple"];
const LAYING = new Set(["led", "followed", "trumped", "discarded", "frank follows", "frank discards"]);
const BEGINS = new Set([
  ...LAYING, "dealt", "kept", "exchanged", "skipped", "sank", "sank in secret", "picked", "no advance",
].filter((key) => !key.startsWith("frank"))); // prettier-ignore
/** Whether with this line the news on the table begin anew: what is kept is told until the next round has begun. */
function begins(line: Line, before: Line | undefined): boolean {
  const { key } = line.say;
  if (before?.say.key === "kept" && (key === "kept" || key === "dealt")) return false;
  return BEGINS.has(key) || (isPayment(line) && !isPaidOn(line, before));
}
const AFTER_TRICK = new Set(["marker", "delivered", "kept", "dealt", "scored"]);

/** Where a place is on the page: an element that bears it as `data-spot`, or the thing of that name. */
function placeOnPage(spot: string): DOMRect | null {
  const found = document.querySelectorAll(`[data-spot="${spot}"], [data-name="${spot}"]`);
  for (const element of found) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) return box;
  }
  return null;
}

export class Stage implements Board<GroveTable> {
  table: GroveTable = $state.raw(null!);
  laid: Laid[] = $state.raw([]);
  winner: Who | null = $state(null);
  picked: string[] = $state.raw([]);
  /** What the last move changed. */
  last: ReadonlySet<string> = $state.raw(new Set<string>());
  /** Cards that have just come into the hand. */
  fresh: ReadonlySet<string> = $state.raw(new Set<string>());
  news: News[] = $state.raw([]);
  /** What was shown last beyond the move that was asked for: the question is answered, the next not yet asked. */
  beyond: News | null = $state.raw(null);
  flights: Flight[] = $state.raw([]);
  counted = $state(STEPS);
  /** A round ends: what is not kept goes back, and cards are dealt anew. */
  isRoundOver = $state(false);
  /** The points are being counted. */
  isCounting = $state(false);

  #cards = new Map<string, CardView>();
  #flown = 0;
  #haste = new AbortController().signal; // of the step that is shown
  #due: string[] = []; // places that reward next
  #climbed: string | null = null;

  constructor(
    table: GroveTable,
    log: Line[],
    readonly places: (spot: string) => DOMRect | null = placeOnPage,
  ) {
    this.table = table;
    this.#learn(table);
    const begun = log.findLastIndex((line) => line.say.key === "led" || line.say.key === "exchanged");
    if (begun >= 0) log.slice(begun).forEach((line) => this.#note(line));
    this.#tidy();
    log.slice(log.findLastIndex(isTakenBack) + 1).forEach((line) => line.of === "game" && this.#tell(line));
    this.last = new Set(this.laid.length ? [this.laid.at(-1)!.card.name] : []);
  }

  /** Whether everybody chooses in secret: cards to pass on, or what to keep. */
  get isSealed(): boolean {
    return this.table.phase === "exchange" || (this.table.phase === "keep" && !this.isRoundOver);
  }

  show(step: Step<GroveTable>, haste: AbortSignal): Promise<void> | void {
    this.#haste = haste;
    if (step.view.table) return perform(this.#play(step, step.view.table!), haste);
  }

  *#play(step: Step<GroveTable>, after: GroveTable): Script {
    const lines = step.news.filter((line) => line.of === "game");
    this.beyond = null;
    this.#learn(after);
    if (lines.length) this.last = new Set();
    if (step.news.some(isTakenBack)) this.#forget(after);
    for (const [i, line] of lines.entries()) {
      if (this.winner !== null && AFTER_TRICK.has(line.say.key)) yield* this.#sweep();
      const news = this.#look(line, i === 0);
      if (i > 0) this.beyond = news;
      this.#tell(news);
      this.isRoundOver = line.say.key === "kept" || (line.say.key === "dealt" && this.table.round < after.round);
      yield* this.#show(line, lines.slice(i));
    }
    if (this.laid.length && !after.table.length) yield* this.#sweep();
    const isEnd = after.phase === "finished" && this.table.phase !== "finished";
    this.table = after;
    this.isRoundOver = false;
    this.#tidy();
    if (isEnd) yield* this.#count();
  }

  // ---- an event

  *#show(line: Line, rest: Line[]): Script {
    const { key, with: about = {} } = line.say;
    const who = seatIn(about.who);
    if (LAYING.has(key)) return yield* this.#lay(line);
    if (key === "chose" || key === "chose in secret") return yield* this.#seal(who, about.card);
    if (key === "exchanged") return yield* this.#exchange();
    if (key === "received") return yield* this.#come(line, `seat:${seatIn(about.giver)}`);
    if (key === "drew" || key === "drew in secret") return yield* this.#draw(line);
    if (key === "sank" || key === "sank in secret") return yield* this.#sink(who, about.card);
    if (key === "dealt") return yield* this.#deal();
    if (key === "won" || key === "frank won") {
      this.#note(line);
      yield motion("story");
    }
    if (key === "picked") {
      this.#note(line);
      yield motion("story");
    }
    if (key === "gained") return yield* this.#gain(who, goodsIn(about.goods));
    if (key === "took berry" || key === "took berry in secret") return yield* this.#takeBerry(who);
    if (key === "no advance" || key === "no berry") this.#due.shift();
    if (key === "ate berry" || key === "ate berry in secret") return yield* this.#eatBerry(who, rest);
    if (key === "paid") return yield* this.#pay(who, goodsIn(about.goods), rest);
    if (key === "climbed") return yield* this.#climb(who, wordIn(about.house), Number(about.level));
    if (key === "used owl" || key === "woke" || key === "got owl") return yield* this.#owl(key, who, wordIn(about.owl));
    if (key === "marker") return yield* this.#giveFox(who);
    if (key === "will keep" || key === "will keep in secret") this.#change((table) => (table.seats[who]!.chosen = 1));
    if (key === "kept") return yield* this.#keep(who, goodsIn(about.goods));
  }

  /** A line with what the table adds to it. A delivery that is not the move itself has ended for want of anything to pay. */
  #look(line: Line, isMove: boolean): News {
    if (line.say.key === "paid" && !isDelivery(this.table)) return { ...line, how: "by 13" };
    return line.say.key === "delivered" && !isMove ? { ...line, how: "unable" } : line;
  }

  /** The last move in words: what was told since it began. */
  #tell(line: News): void {
    this.news = begins(line, this.news.at(-1)) ? [line] : [...this.news, line];
  }

  /** Moves are taken back, and with them what was told and marked. */
  #forget(after: GroveTable): void {
    [this.news, this.last, this.picked, this.#due, this.#climbed] = [[], new Set(), [], [], null];
    if (after.phase === "trick" || after.phase === "pick") this.winner = after.phase === "pick" ? after.turn : null;
  }

  /** What an event says about the trick, and about cards that are new in the hand. */
  #note(line: Line): void {
    const { key, with: about = {} } = line.say;
    if (LAYING.has(key)) this.fresh = new Set();
    if ((key === "received" || key === "drew") && about.card) this.fresh = new Set([...this.fresh, this.#card(about.card).name]);
    if (LAYING.has(key)) {
      const who: Who = key.startsWith("frank") ? "frank" : seatIn(about.who);
      const how = key === "frank follows" ? "followed" : key === "frank discards" ? "discarded" : (key as How);
      const card = this.#card(about.card);
      this.laid = how === "led" ? [{ who, card, how }] : [...this.laid, { who, card, how }];
      if (how === "led") [this.winner, this.picked] = [null, []];
      if (how === "discarded" && who !== "frank") this.#due = [card.name];
    } else if (key === "won") this.winner = seatIn(about.who);
    else if (key === "frank won") this.winner = "frank";
    else if (key === "picked") {
      const { name } = this.#card(about.card);
      this.#due = this.picked.length ? [...this.#due, name] : [name];
      this.picked = [...this.picked, name];
      this.last = new Set([...this.last, name]);
    }
  }

  *#lay(line: Line): Script {
    const { key, with: about = {} } = line.say;
    const card = this.#card(about.card);
    const isFrank = key.startsWith("frank");
    const who = seatIn(about.who);
    const from = isFrank ? "pile" : who === this.table.seat ? card.name : `seat:${who}`;
    const to = `slot:${isFrank ? "frank" : who}`;
    const [a, b] = [this.#place(from), this.#place(to)];
    this.#change((table) => {
      if (isFrank) table.pile.left -= 1;
      else table.seats[who]!.held -= 1;
      table.hand = table.hand.filter((other) => other.name !== card.name);
    });
    yield* this.#fly({ card }, a, b);
    this.#note(line);
    this.last = new Set([card.name]);
    if (!isFrank) return;
    yield motion("travel");
  }

  *#seal(who: number, said: unknown): Script {
    const a = this.#place(said === undefined ? `seat:${who}` : this.#card(said).name);
    const b = this.#place(`slot:${who}`);
    const way = this.table.frank && this.table.exchange?.gave.length ? "under" : "gave";
    if (said !== undefined) this.#change((table) => table.exchange?.[way].push(this.#card(said)));
    yield* this.#fly({}, a, b);
    this.#change((table) => (table.seats[who]!.chosen = (table.seats[who]!.chosen ?? 0) + 1));
  }

  *#exchange(): Script {
    const ways = this.table.seats.flatMap((_, seat) => {
      const second = this.table.frank ? "pile" : `seat:${rightOf(this.table, seat)}`;
      return [`seat:${leftOf(this.table, seat)}`, second].map((to) => ({ from: this.#place(`slot:${seat}`), to: this.#place(to) }));
    });
    this.#change((table) => {
      table.seats.forEach((seat) => (seat.chosen = null));
      table.phase = "trick";
      const gone = new Set(table.exchange ? [...table.exchange.gave, ...table.exchange.under].map((card) => card.name) : []);
      table.hand = table.hand.filter((card) => !gone.has(card.name));
      if (table.frank) table.pile.left += table.players;
    });
    yield* this.#flyAll(ways, "story");
  }

  /** A card comes into the own hand. */
  *#come(line: Line, from: string): Script {
    const card = this.#card(line.say.with?.card);
    yield* this.#fly({ card }, this.#place(from), this.#place("hand"));
    this.#change((table) => (table.hand = [...table.hand, card].sort((a, b) => numberOf(a) - numberOf(b))));
    this.#note(line);
  }

  *#draw(line: Line): Script {
    const who = seatIn(line.say.with?.who);
    this.#change((table) => {
      table.pile.left -= 1;
      table.seats[who]!.held += 1;
    });
    if (line.say.with?.card !== undefined) return yield* this.#come(line, "pile");
    yield* this.#fly({}, this.#place("pile"), this.#place(`seat:${who}`));
  }

  *#sink(who: number, said: unknown): Script {
    const from = this.#place(said === undefined ? `seat:${who}` : this.#card(said).name);
    this.#change((table) => {
      table.seats[who]!.held -= 1;
      if (said === undefined) return;
      table.hand = table.hand.filter((card) => card.name !== this.#card(said).name);
      table.exchange?.under.push(this.#card(said));
    });
    yield* this.#fly({}, from, this.#place("pile"));
    this.#change((table) => (table.pile.left += 1));
  }

  *#deal(): Script {
    if (this.isRoundOver) yield motion("story"); // a look at what it has brought
    const from = this.#place("pile");
    yield* this.#flyAll(this.table.seats.map((_, seat) => ({ from, to: this.#place(`seat:${seat}`) })));
  }

  *#gain(who: number, goods: number[]): Script {
    const from = this.#source();
    for (const [kind, count] of goods.entries()) {
      if (!count) continue;
      yield* this.#fly({ icon: TOKENS[kind]!, count }, from, this.#place(`res:${who}:${kind}`));
      this.#change((table) => (table.seats[who]!.resources[kind]! += count));
      this.#mark(`res:${who}:${kind}`);
    }
    yield motion("step");
  }

  *#takeBerry(who: number): Script {
    yield* this.#fly({ icon: "blackberry" }, this.#source() ?? this.#place("berries"), this.#place(`berry:${who}`));
    this.#change((table) => {
      table.seats[who]!.berries += 1;
      table.berries.left -= 1;
    });
    this.#mark(`berry:${who}`);
    yield motion("step");
  }

  *#eatBerry(who: number, rest: Line[]): Script {
    const from = this.#place(`berry:${who}`);
    this.#change((table) => (table.seats[who]!.berries -= 1));
    this.#mark(`berry:${who}`);
    yield* this.#fly({ icon: "blackberry" }, from, this.#goal(rest), "step");
  }

  *#pay(who: number, goods: number[], rest: Line[]): Script {
    const ways = goods.flatMap((count, kind) => (count ? [{ count, kind, from: this.#place(`res:${who}:${kind}`) }] : []));
    this.#change((table) => goods.forEach((count, kind) => (table.seats[who]!.resources[kind]! -= count)));
    const to = this.#goal(rest);
    yield* this.#flyAll(ways.map(({ count, kind, from }) => ({ icon: TOKENS[kind]!, count, from, to })));
  }

  /** R54: what is not kept goes back to the supply. */
  *#keep(who: number, goods: number[]): Script {
    const had = this.table.seats[who]!.resources;
    const kinds = [0, 1, 2].filter((kind) => had[kind]! > goods[kind]!);
    const ways = kinds.map((kind) => ({ icon: TOKENS[kind]!, count: had[kind]! - goods[kind]!, from: this.#place(`res:${who}:${kind}`) }));
    this.#change((table) => (table.seats[who]!.resources = goods));
    kinds.forEach((kind) => this.#mark(`res:${who}:${kind}`));
    const to = this.#place("supply");
    const time = who === this.table.seat ? "story" : "travel";
    yield* this.#flyAll(ways.map((way) => ({ ...way, to })), time);
    yield motion(time);
  }

  *#climb(who: number, title: string, level: number): Script {
    const house = HOUSES.indexOf(title);
    const [a, b] = [this.#place(`marker:${house}:${who}`), this.#place(`floor:${house}:${level}`)];
    const without = (seat: number) => seat !== who;
    this.#change((table) => table.houses[house]!.levels.forEach((one) => (one.markers = one.markers.filter(without))));
    yield* this.#fly({ icon: `animal:${who}`, ring: `var(--seat-${who})` }, a, b);
    this.#change((table) => {
      table.houses[house]!.levels[level]!.markers.push(who);
      table.seats[who]!.levels[house] = level;
      table.advance = null;
    });
    this.#climbed = `floor:${house}:${level}`;
    this.#mark(this.#climbed);
    yield motion("story");
  }

  *#owl(key: string, who: number, title: string): Script {
    this.#change((table) => {
      const seat = table.seats[who]!;
      const name = `seat:${who}:owl:${title}`;
      if (key === "woke") seat.owls.forEach((owl) => (owl.side = "awake"));
      else if (key === "got owl") seat.owls.push({ name, title, side: "awake" });
      else seat.owls.filter((owl) => owl.title === title).forEach((owl) => (owl.side = "asleep"));
    });
    this.#mark(title ? `owl:${who}:${title}` : `owls:${who}`);
    yield motion("story");
  }

  *#giveFox(who: number): Script {
    const from = this.#place(`fox:${this.table.fox}`);
    this.#change((table) => (table.fox = who));
    if (from) yield* this.#fly({ icon: "fox" }, from, this.#place(`seat:${who}`));
  }

  /** R28: what lies on the table is discarded. */
  *#sweep(): Script {
    const to = this.#place("discards");
    const ways = this.laid.map(({ who, card }) => ({ card, from: this.#place(`slot:${who}`) }));
    [this.laid, this.winner, this.picked, this.#due] = [[], null, [], []];
    this.#change((table) => (table.table = []));
    yield* this.#flyAll(ways.map((way) => ({ ...way, to })));
  }

  /** The points, one step after the other. */
  *#count(): Script {
    this.isCounting = true;
    for (this.counted = 0; this.counted < STEPS; this.counted += 1) yield motion("story") + motion("travel");
    this.isCounting = false;
  }

  /** Count once more, for whoever wants to see it again. */
  again(): void {
    if (!this.isCounting) perform(this.#count(), new AbortController().signal);
  }

  // ---- the means

  #source(): DOMRect | null {
    if (this.#climbed) {
      const floor = this.#place(this.#climbed);
      this.#climbed = null;
      return floor;
    }
    const name = this.#due.shift();
    const laid = this.laid.find(({ card }) => card.name === name);
    return laid ? this.#place(`slot:${laid.who}`) : null;
  }

  /** The floor that a payment leads to: what follows tells. */
  #goal(rest: Line[]): DOMRect | null {
    const climbed = rest.find((line) => line.say.key === "climbed")?.say.with;
    return climbed ? this.#place(`floor:${HOUSES.indexOf(wordIn(climbed.house))}:${climbed.level}`) : null;
  }

  #place(spot: string): DOMRect | null {
    return this.#haste.aborted ? null : this.places(spot);
  }

  *#fly(what: Partial<Flight>, from: DOMRect | null, to: DOMRect | null, pace: Pace = "travel"): Script {
    yield* this.#flyAll([{ ...what, from, to }], pace);
  }

  /** All at once; what comes from nowhere or goes nowhere is not seen. */
  *#flyAll(ways: (Omit<Partial<Flight>, "from" | "to"> & { from: DOMRect | null; to: DOMRect | null })[], pace: Pace = "travel"): Script {
    const time = motion(pace);
    const flights = ways.flatMap(({ from, to, ...what }) => (from && to ? [{ ...what, id: this.#flown++, from, to, time }] : []));
    if (this.#haste.aborted || !flights.length) return;
    this.flights = [...this.flights, ...flights];
    yield time;
    this.flights = this.flights.filter((flight) => !flights.includes(flight));
  }

  #mark(name: string): void {
    this.last = new Set([...this.last, name]);
  }

  /** Change what is shown; in haste all comes with the next view. */
  #change(deed: (table: GroveTable) => unknown): void {
    if (this.#haste.aborted) return;
    const table = structuredClone(this.table);
    deed(table);
    this.table = table;
  }

  /** What the table shows of cards, by what the server calls them. */
  #learn(table: GroveTable): void {
    const known = [...table.hand, ...table.table, ...table.played, ...(table.exchange?.received ?? []), ...(table.exchange?.gave ?? [])];
    for (const card of [...known, ...(table.exchange?.under ?? [])]) this.#cards.set(card.text, card);
  }

  #card(said: unknown): CardView {
    const text = String(said);
    const plain = { name: `card:${text}`, text, ...cardIn(text), resource: "wood" as const, amount: 0 };
    return this.#cards.get(text) ?? plain;
  }

  /** Whatever was shown: now the trick is as the server says. */
  #tidy(): void {
    const lies = new Set(this.table.table.map((card) => card.name));
    const gone = new Set(this.table.played.map((card) => card.name));
    if (!lies.size) {
      const due = this.table.reward;
      this.laid = this.laid.filter(({ card, how }) => how === "discarded" && card.name === due?.name);
      [this.winner, this.picked] = [null, []];
      return;
    }
    const kept = this.laid.filter(({ card, how }) => (how === "discarded" ? gone.has(card.name) : lies.has(card.name)));
    const known = new Set(kept.map(({ card }) => card.name));
    const lost = this.table.table.filter((card) => !known.has(card.name));
    this.laid = [...kept, ...lost.map((card) => ({ who: card.seat, card, how: "followed" as const }))];
  }
}
