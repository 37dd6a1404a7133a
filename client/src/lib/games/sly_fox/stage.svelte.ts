/** The table as it is shown: it follows the events one by one, so that every card is seen on its way. */
import type { Line } from "../../messages";
import { motion, perform, rest, type Script } from "../../motion";
import type { Stage as Board, Step } from "../../presenter.svelte";
import { deckOf, isFight, keyOf, seatOf, type Deck, type FoxView, type Kind, type SlyTable } from "./table";

/** A card beside the attack, and who played it. */
export interface Played {
  id: number;
  code: string; // a card, or a character
  by: number | null;
  side: Deck;
  withWeasel: boolean;
}

/** A card on its way, between two places on the page. */
export interface Flight {
  id: number;
  from: string;
  to: string;
  code: string | null; // face down
}

export type Outcome = { was: "hit" | "failed"; kind: Kind | null } | null;

const SHOW = 20_000; // characters shown at the start of a team game (R92)

export class Stage implements Board<SlyTable> {
  table: SlyTable = $state.raw()!;
  plays: Played[] = $state.raw([]);
  flights: Flight[] = $state.raw([]);
  outcome: Outcome = $state.raw(null);
  moment: Line[] = $state.raw([]); // what happened last
  story = $state("");
  last: ReadonlySet<string> = $state.raw(new Set()); // what the last move changed
  doer: number | null = $state(null);
  remembered: Record<number, Pick<FoxView, "character" | "team">> = $state.raw({});

  #results: Line[] = []; // of the attack in this turn: told until the next begins
  #id = 0;
  #isFresh = false; // what happens now is a new move

  constructor(table: SlyTable, log: Line[], readonly mine: number | null) {
    this.table = table;
    const news = log.filter((line) => line.of === "game");
    news.slice(Math.max(0, news.findLastIndex((line) => line.say.key === "began"))).forEach((line) => this.#note(line));
    this.moment = news.filter((line) => !QUIET.includes(line.say.key)).slice(-1);
    this.#settle(table);
  }

  /** A window leaves no time: there the table lies as it is from the first moment, and cards fly over it until the next step. */
  show(step: Step<SlyTable>, haste: AbortSignal): Promise<void> | void {
    this.flights = [];
    return perform(this.#play(step, haste), haste);
  }

  *#play(step: Step<SlyTable>, haste: AbortSignal): Script {
    const news = step.news.filter((line) => line.of === "game");
    this.#isFresh = true;
    for (const line of news) {
      yield* this.#fly(flightsOf(line, this.mine), haste);
      this.#note(line);
      yield pauseOf(line);
    }
    if (!step.view.table) return;
    const table = step.view.table!;
    if (this.plays.length && !isFight(table)) yield* this.#fly(this.#sweep(), haste);
    this.#settle(table);
    if (haste.reason === "window") this.#flyOver(news.flatMap((line) => flightsOf(line, this.mine)));
  }

  *#fly(ways: Omit<Flight, "id">[], haste: AbortSignal): Script {
    if (!ways.length || haste.aborted) return;
    this.flights = this.#sent(ways);
    yield motion("travel");
    this.flights = [];
  }

  async #flyOver(ways: Omit<Flight, "id">[]): Promise<void> {
    const flights = (this.flights = motion("travel") ? this.#sent(ways) : []);
    await rest(motion("travel"));
    if (this.flights === flights) this.flights = [];
  }

  #sent(ways: Omit<Flight, "id">[]): Flight[] {
    return ways.map((way) => ({ ...way, id: this.#id++ }));
  }

  /** The cards of an attack that is over go to their piles (R25). */
  #sweep(): Omit<Flight, "id">[] {
    return this.plays
      .filter((play) => !/^(GF|SC|MT|IF)$/.test(play.code))
      .map((play) => ({ from: `play:${play.id}`, to: `pile:${deckOf(play.code)}`, code: play.code }));
  }

  /** Carry an event out on the table. */
  #note(line: Line): void {
    const { key, with: about = {} } = line.say;
    const who = seatOf(about.who) ?? seatOf(about.giver);
    if (!QUIET.includes(key)) {
      if (this.#isFresh) [this.moment, this.last, this.#isFresh] = [this.#results, new Set(), false];
      this.moment = [...this.moment, line];
      this.doer = who;
    }
    if (key === "began") [this.plays, this.outcome, this.story, this.#results] = [[], null, "", []];
    if (RESULTS.includes(key)) this.#results = [...this.#results, line];
    if (key === "attacked" || key === "attacked as") this.#open(line, who!);
    const played = playedIn(line);
    if (played) {
      this.plays = [...this.plays, { ...played, by: who, id: this.#id++ }];
      this.#count(played.side, played.code);
      if (who === this.mine) this.#spend(played.withWeasel ? [played.code, "WEA"] : [played.code]);
      this.last = new Set([`play:${this.#id - 1}`]);
    }
    if (key === "drew" || key === "drew card") this.last = new Set([`deck:${keyOf(about.deck).split(" ")[0]}`]);
    if (key === "traded") this.last = new Set([`pile:${keyOf(about.given)}`]);
    if (key.startsWith("hurt")) this.#hurt(who!, key.endsWith("trap") ? "trap" : "gossip");
    if (key === "failed") this.outcome = { was: "failed", kind: null };
    if (key === "eliminated") this.#fox(who!, { live: false });
    if (key === "haunts") this.#fox(who!, { ghost: true });
    if (key === "calmed") this.#fox(who!, { idc: "lies" });
    if (key === "calmed" && who === this.mine) this.#spend(["IDC"]);
    if (key === "stirred") this.#fox(who!, { idc: "resting" });
  }

  #open(line: Line, attacker: number): void {
    const { target, kind } = line.say.with ?? {};
    this.outcome = null;
    this.story = /[“„«"](.+)[”“»"]/.exec(line.text)?.[1] ?? "";
    this.table = {
      ...this.table,
      attack: {
        attacker, target: seatOf(target), kind: keyOf(kind) as Kind, attack: 0, defence: 0,
        ban: this.table.attack?.ban ?? false, cards: [], matching: null,
      },
    }; // prettier-ignore
  }

  #count(side: Deck, code: string): void {
    const { attack } = this.table;
    if (attack && !this.table.free.includes(code)) this.table = { ...this.table, attack: { ...attack, [side]: attack[side] + 1 } };
  }

  /** What I have played is no longer in my hand. */
  #spend(codes: string[]): void {
    const hand = this.table.hand.map((pack) => (codes.includes(pack.code) ? { ...pack, count: pack.count - 1 } : pack));
    this.table = { ...this.table, hand: hand.filter((pack) => pack.count > 0) };
  }

  #hurt(seat: number, kind: Kind): void {
    this.outcome = { was: "hit", kind };
    const fox = this.table.foxes[seat]!;
    const marker = kind === "trap" ? { trapped: fox.trapped + 1 } : { gossiped: fox.gossiped + 1 };
    this.#fox(seat, { ...marker, lives: fox.lives - 1 });
    this.last = new Set([`lives:${seat}`]);
  }

  #fox(seat: number, change: Partial<SlyTable["foxes"][number]>): void {
    const foxes = this.table.foxes.map((fox) => (fox.seat === seat ? { ...fox, ...change } : fox));
    this.table = { ...this.table, foxes };
  }

  /** Whatever was shown: now it is as the server says. */
  #settle(table: SlyTable): void {
    this.table = table;
    if (!isFight(table)) [this.plays, this.outcome] = [[], null];
    else if (!this.#isTold(table)) this.plays = this.#laid(table);
    if (table.mode === "team" && table.turn === 0) this.#remember(table);
  }

  /** Whether the events account for all cards beside the attack. */
  #isTold(table: SlyTable): boolean {
    const count = (code: string) =>
      this.plays.filter((play) => play.code === code).length + (code === "WEA" ? this.plays.filter((play) => play.withWeasel).length : 0);
    return table.attack!.cards.every((pack) => count(pack.code) === pack.count);
  }

  #laid(table: SlyTable): Played[] {
    const cards = table.attack!.cards.filter((pack) => pack.code !== "WEA");
    return cards.flatMap((pack) =>
      Array.from({ length: pack.count }, () => ({ id: this.#id++, code: pack.code, by: null, side: pack.deck, withWeasel: false })),
    );
  }

  #remember(table: SlyTable): void {
    if (Object.keys(this.remembered).length) return;
    this.remembered = Object.fromEntries(table.foxes.map(({ seat, character, team }) => [seat, { character, team }]));
    setTimeout(() => (this.remembered = {}), SHOW);
  }
}

const QUIET = ["began", "dealt", "showed"];
const RESULTS = ["hurt by gossip", "hurt by trap", "failed", "eliminated"];

function playedIn(line: Line): Pick<Played, "code" | "side" | "withWeasel"> | null {
  const { key, with: about = {} } = line.say;
  const card = keyOf(about.card);
  const character = keyOf(about.character);
  const deeds: Record<string, [string, Deck]> = {
    attacked: [card, "attack"], "attacked as": [card, "attack"], added: [card, "attack"], struck: [character, "attack"],
    joined: [card, "attack"], "joined sneakily": [card, "attack"], neutralised: ["ENO", "attack"], banned: ["ENO", "attack"],
    defended: [card, "defence"], guarded: [character, "defence"], helped: [card, "defence"], "helped sneakily": [card, "defence"],
    stopped: ["STO", "defence"], "stopped with weasel": ["STO", "defence"],
  }; // prettier-ignore
  const deed = deeds[key];
  return deed ? { code: deed[0], side: deed[1], withWeasel: ["joined", "helped", "stopped with weasel"].includes(key) } : null;
}

/** Which cards an event sends across the table, and between which places. */
function flightsOf(line: Line, mine: number | null): Omit<Flight, "id">[] {
  const { key, with: about = {} } = line.say;
  const who = seatOf(about.who);
  const seat = `seat:${who}`;
  const played = playedIn(line);
  if (played) return [{ from: who === mine ? `card:${played.code}` : seat, to: `side:${played.side}`, code: played.code }];
  if (key === "drew" || key === "drew card")
    return [{ from: `deck:${keyOf(about.deck).split(" ")[0]}`, to: who === mine ? "hand" : seat, code: keyOf(about.card) || null }];
  if (key === "traded") {
    const [given, taken] = [keyOf(about.given), keyOf(about.taken)];
    const pile = `pile:${deckOf(given)}`;
    return [{ from: seat, to: pile, code: given }, { from: pile, to: seat, code: taken }];
  }
  if (key === "moved" || key === "changed hands")
    return [{ from: `seat:${seatOf(about.giver)}`, to: `seat:${seatOf(about.taker)}`, code: null }];
  if (key === "shed one") return [{ from: seat, to: `pile:${deckOf(keyOf(about.card))}`, code: keyOf(about.card) }];
  if (key === "discarded") return [{ from: seat, to: "pile:attack", code: null }, { from: seat, to: "pile:defence", code: null }];
  if (key === "calmed" && who === mine) return [{ from: "card:IDC", to: seat, code: "IDC" }];
  if (key === "stirred") return [{ from: seat, to: "pile:defence", code: "IDC" }];
  if (key === "reshuffled") return [{ from: `pile:${keyOf(about.deck).split(" ")[0]}`, to: `deck:${keyOf(about.deck).split(" ")[0]}`, code: null }];
  return [];
}

/** How long an event is left to be read. */
function pauseOf(line: Line): number {
  const { key } = line.say;
  if (QUIET.includes(key)) return 0;
  if (key.startsWith("hurt") || ["failed", "eliminated", "challenged"].includes(key)) return motion("story");
  return motion("step");
}
