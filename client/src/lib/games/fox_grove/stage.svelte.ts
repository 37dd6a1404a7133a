/** The table as it is shown: it follows the events one by one, so that cards, tokens and markers are seen to move. */
import type { Line } from "../../messages";
import { motion, rest } from "../../motion";
import type { GameProps } from "..";
import {
  cardIn, goodsIn, isPaidOn, isPayment, isTakenBack, isDelivery, leftOf, rightOf, seatIn, tableOf, wordIn, type CardView, type GroveTable, type News, type Who,
} from "./table"; // prettier-ignore

type Step = Parameters<NonNullable<GameProps["line"]["onstep"]>>[0];
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

const HASTE = 3; // so many steps behind, they are shown at once
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

/** The places are elements that bear `data-spot` or the name of a thing. */
function placeOf(spot: string): DOMRect | null {
  const found = document.querySelectorAll(`[data-spot="${spot}"], [data-name="${spot}"]`);
  for (const element of found) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) return box;
  }
  return null;
}

export class Stage {
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
  isRunning = $state(false);

  #queue: Step[] = [];
  #cards = new Map<string, CardView>();
  #flown = 0;
  #isHasty = false;
  #due: string[] = []; // places that reward next
  #climbed: string | null = null;

  constructor(table: GroveTable, log: Line[]) {
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

  /** Show a step after those that are still being shown. */
  push(step: Step): void {
    this.#queue.push(step);
    if (!this.isRunning) this.#run();
  }

  async #run(): Promise<void> {
    this.isRunning = true;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      if (step.view.table) await this.#play(step);
    }
    this.isRunning = false;
  }

  async #play(step: Step): Promise<void> {
    const after = tableOf(step.view);
    const lines = step.news.filter((line) => line.of === "game");
    this.beyond = null;
    this.#learn(after);
    if (lines.length) this.last = new Set();
    else if (step.jump) [this.laid, this.winner, this.picked] = [[], null, []];
    if (step.news.some(isTakenBack)) this.#forget(after);
    for (const [i, line] of lines.entries()) {
      this.#isHasty = step.jump || this.#queue.length >= HASTE || document.hidden || !motion("step");
      if (this.winner !== null && AFTER_TRICK.has(line.say.key)) await this.#sweep();
      const news = this.#look(line, i === 0);
      if (i > 0) this.beyond = news;
      this.#tell(news);
      this.isRoundOver = line.say.key === "kept" || (line.say.key === "dealt" && this.table.round < after.round);
      await this.#show(line, lines.slice(i));
    }
    if (this.laid.length && !after.table.length) await this.#sweep();
    const isEnd = after.phase === "finished" && this.table.phase !== "finished";
    this.table = after;
    this.isRoundOver = false;
    this.#tidy();
    if (isEnd) await this.#count();
  }

  // ---- an event

  async #show(line: Line, rest: Line[]): Promise<void> {
    const { key, with: about = {} } = line.say;
    const who = seatIn(about.who);
    if (LAYING.has(key)) return this.#lay(line);
    if (key === "chose" || key === "chose in secret") return this.#seal(who, about.card);
    if (key === "exchanged") return this.#exchange();
    if (key === "received") return this.#come(line, `seat:${seatIn(about.giver)}`);
    if (key === "drew" || key === "drew in secret") return this.#draw(line);
    if (key === "sank" || key === "sank in secret") return this.#sink(who, about.card);
    if (key === "dealt") return this.#deal();
    if (key === "won" || key === "frank won") {
      this.#note(line);
      return this.#rest("story");
    }
    if (key === "picked") {
      this.#note(line);
      return this.#rest("story");
    }
    if (key === "gained") return this.#gain(who, goodsIn(about.goods));
    if (key === "took berry" || key === "took berry in secret") return this.#takeBerry(who);
    if (key === "no advance" || key === "no berry") this.#due.shift();
    if (key === "ate berry" || key === "ate berry in secret") return this.#eatBerry(who, rest);
    if (key === "paid") return this.#pay(who, goodsIn(about.goods), rest);
    if (key === "climbed") return this.#climb(who, wordIn(about.house), Number(about.level));
    if (key === "used owl" || key === "woke" || key === "got owl") return this.#owl(key, who, wordIn(about.owl));
    if (key === "marker") return this.#giveFox(who);
    if (key === "will keep" || key === "will keep in secret") this.#change((table) => (table.seats[who]!.chosen = 1));
    if (key === "kept") return this.#keep(who, goodsIn(about.goods));
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

  async #lay(line: Line): Promise<void> {
    const { key, with: about = {} } = line.say;
    const card = this.#card(about.card);
    const isFrank = key.startsWith("frank");
    const who = seatIn(about.who);
    const from = isFrank ? "pile" : who === this.table.seat ? card.name : `seat:${who}`;
    const to = `slot:${isFrank ? "frank" : who}`;
    const [a, b] = [placeOf(from), placeOf(to)];
    this.#change((table) => {
      if (isFrank) table.pile.left -= 1;
      else table.seats[who]!.held -= 1;
      table.hand = table.hand.filter((other) => other.name !== card.name);
    });
    await this.#fly({ card }, a, b);
    this.#note(line);
    this.last = new Set([card.name]);
    if (!isFrank) return;
    await this.#rest("travel");
  }

  async #seal(who: number, said: unknown): Promise<void> {
    const a = placeOf(said === undefined ? `seat:${who}` : this.#card(said).name);
    const b = placeOf(`slot:${who}`);
    const way = this.table.frank && this.table.exchange?.gave.length ? "under" : "gave";
    if (said !== undefined) this.#change((table) => table.exchange?.[way].push(this.#card(said)));
    await this.#fly({}, a, b);
    this.#change((table) => (table.seats[who]!.chosen = (table.seats[who]!.chosen ?? 0) + 1));
  }

  async #exchange(): Promise<void> {
    const ways = this.table.seats.flatMap((_, seat) => {
      const second = this.table.frank ? "pile" : `seat:${rightOf(this.table, seat)}`;
      return [`seat:${leftOf(this.table, seat)}`, second].map((to) => [placeOf(`slot:${seat}`), placeOf(to)] as const);
    });
    this.#change((table) => {
      table.seats.forEach((seat) => (seat.chosen = null));
      table.phase = "trick";
      const gone = new Set(table.exchange ? [...table.exchange.gave, ...table.exchange.under].map((card) => card.name) : []);
      table.hand = table.hand.filter((card) => !gone.has(card.name));
      if (table.frank) table.pile.left += table.players;
    });
    await Promise.all(ways.map(([from, to]) => this.#fly({}, from, to, "story")));
  }

  /** A card comes into the own hand. */
  async #come(line: Line, from: string): Promise<void> {
    const card = this.#card(line.say.with?.card);
    await this.#fly({ card }, placeOf(from), placeOf("hand"));
    this.#change((table) => (table.hand = [...table.hand, card].sort((a, b) => numberOf(a) - numberOf(b))));
    this.#note(line);
  }

  async #draw(line: Line): Promise<void> {
    const who = seatIn(line.say.with?.who);
    this.#change((table) => {
      table.pile.left -= 1;
      table.seats[who]!.held += 1;
    });
    if (line.say.with?.card !== undefined) return this.#come(line, "pile");
    await this.#fly({}, placeOf("pile"), placeOf(`seat:${who}`));
  }

  async #sink(who: number, said: unknown): Promise<void> {
    const from = placeOf(said === undefined ? `seat:${who}` : this.#card(said).name);
    this.#change((table) => {
      table.seats[who]!.held -= 1;
      if (said !== undefined) table.hand = table.hand.filter((card) => card.name !== this.#card(said).name);
    });
    await this.#fly({}, from, placeOf("pile"));
    this.#change((table) => (table.pile.left += 1));
  }

  async #deal(): Promise<void> {
    if (this.isRoundOver) await this.#rest("story"); // a look at what it has brought
    const from = placeOf("pile");
    await Promise.all(this.table.seats.map((_, seat) => this.#fly({}, from, placeOf(`seat:${seat}`))));
  }

  async #gain(who: number, goods: number[]): Promise<void> {
    const from = this.#source();
    for (const [kind, count] of goods.entries()) {
      if (!count) continue;
      await this.#fly({ icon: TOKENS[kind]!, count }, from, placeOf(`res:${who}:${kind}`));
      this.#change((table) => (table.seats[who]!.resources[kind]! += count));
      this.#mark(`res:${who}:${kind}`);
    }
    await this.#rest("step");
  }

  async #takeBerry(who: number): Promise<void> {
    await this.#fly({ icon: "blackberry" }, this.#source() ?? placeOf("berries"), placeOf(`berry:${who}`));
    this.#change((table) => {
      table.seats[who]!.berries += 1;
      table.berries.left -= 1;
    });
    this.#mark(`berry:${who}`);
    await this.#rest("step");
  }

  async #eatBerry(who: number, rest: Line[]): Promise<void> {
    const from = placeOf(`berry:${who}`);
    this.#change((table) => (table.seats[who]!.berries -= 1));
    this.#mark(`berry:${who}`);
    await this.#fly({ icon: "blackberry" }, from, this.#goal(rest), "step");
  }

  async #pay(who: number, goods: number[], rest: Line[]): Promise<void> {
    const ways = goods.flatMap((count, kind) => (count ? [{ count, kind, from: placeOf(`res:${who}:${kind}`) }] : []));
    this.#change((table) => goods.forEach((count, kind) => (table.seats[who]!.resources[kind]! -= count)));
    const to = this.#goal(rest);
    await Promise.all(ways.map(({ count, kind, from }) => this.#fly({ icon: TOKENS[kind]!, count }, from, to)));
  }

  /** R54: what is not kept goes back to the supply. */
  async #keep(who: number, goods: number[]): Promise<void> {
    const had = this.table.seats[who]!.resources;
    const kinds = [0, 1, 2].filter((kind) => had[kind]! > goods[kind]!);
    const ways = kinds.map((kind) => ({ icon: TOKENS[kind]!, count: had[kind]! - goods[kind]!, from: placeOf(`res:${who}:${kind}`) }));
    this.#change((table) => (table.seats[who]!.resources = goods));
    kinds.forEach((kind) => this.#mark(`res:${who}:${kind}`));
    const to = placeOf("supply");
    const time = who === this.table.seat ? "story" : "travel";
    await Promise.all(ways.map(({ from, ...what }) => this.#fly(what, from, to, time)));
    await this.#rest(time);
  }

  async #climb(who: number, title: string, level: number): Promise<void> {
    const house = HOUSES.indexOf(title);
    const [a, b] = [placeOf(`marker:${house}:${who}`), placeOf(`floor:${house}:${level}`)];
    const without = (seat: number) => seat !== who;
    this.#change((table) => table.houses[house]!.levels.forEach((one) => (one.markers = one.markers.filter(without))));
    await this.#fly({ icon: `animal:${who}`, ring: `var(--seat-${who})` }, a, b);
    this.#change((table) => {
      table.houses[house]!.levels[level]!.markers.push(who);
      table.seats[who]!.levels[house] = level;
      table.advance = null;
    });
    this.#climbed = `floor:${house}:${level}`;
    this.#mark(this.#climbed);
    await this.#rest("story");
  }

  async #owl(key: string, who: number, title: string): Promise<void> {
    this.#change((table) => {
      const seat = table.seats[who]!;
      const name = `seat:${who}:owl:${title}`;
      if (key === "woke") seat.owls.forEach((owl) => (owl.side = "awake"));
      else if (key === "got owl") seat.owls.push({ name, title, side: "awake" });
      else seat.owls.filter((owl) => owl.title === title).forEach((owl) => (owl.side = "asleep"));
    });
    this.#mark(title ? `owl:${who}:${title}` : `owls:${who}`);
    await this.#rest("story");
  }

  async #giveFox(who: number): Promise<void> {
    const from = placeOf(`fox:${this.table.fox}`);
    this.#change((table) => (table.fox = who));
    if (from) await this.#fly({ icon: "fox" }, from, placeOf(`seat:${who}`));
  }

  /** R28: what lies on the table is discarded. */
  async #sweep(): Promise<void> {
    const to = placeOf("discards");
    const ways = this.laid.map(({ who, card }) => ({ card, from: placeOf(`slot:${who}`) }));
    [this.laid, this.winner, this.picked, this.#due] = [[], null, [], []];
    this.#change((table) => (table.table = []));
    await Promise.all(ways.map(({ card, from }) => this.#fly({ card }, from, to)));
  }

  /** The points, one step after the other. */
  async #count(): Promise<void> {
    this.counted = 0;
    while (this.counted < STEPS) {
      await this.#rest("story");
      if (!this.#isHasty) await this.#rest("travel");
      this.counted += 1;
    }
  }

  /** Count once more, for whoever wants to see it again. */
  async again(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.#isHasty = !motion("step");
    await this.#count();
    this.isRunning = false;
  }

  // ---- the means

  #source(): DOMRect | null {
    if (this.#climbed) {
      const floor = placeOf(this.#climbed);
      this.#climbed = null;
      return floor;
    }
    const name = this.#due.shift();
    const laid = this.laid.find(({ card }) => card.name === name);
    return laid ? placeOf(`slot:${laid.who}`) : null;
  }

  /** The floor that a payment leads to: what follows tells. */
  #goal(rest: Line[]): DOMRect | null {
    const climbed = rest.find((line) => line.say.key === "climbed")?.say.with;
    return climbed ? placeOf(`floor:${HOUSES.indexOf(wordIn(climbed.house))}:${climbed.level}`) : null;
  }

  async #fly(what: Partial<Flight>, from: DOMRect | null, to: DOMRect | null, kind: "step" | "travel" | "story" = "travel"): Promise<void> {
    if (this.#isHasty || !from || !to) return;
    const id = this.#flown++;
    this.flights = [...this.flights, { ...what, id, from, to, time: motion(kind) }];
    await rest(motion(kind));
    this.flights = this.flights.filter((flight) => flight.id !== id);
  }

  async #rest(kind: "quick" | "step" | "travel" | "story"): Promise<void> {
    if (!this.#isHasty) await rest(motion(kind));
  }

  #mark(name: string): void {
    this.last = new Set([...this.last, name]);
  }

  /** Change what is shown; in haste all comes with the next view. */
  #change(deed: (table: GroveTable) => unknown): void {
    if (this.#isHasty) return;
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

const numberOf = (card: CardView): number => Number(card.name.slice(5));
