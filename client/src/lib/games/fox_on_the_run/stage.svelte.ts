/** The board as it is shown: it follows the events one by one, so that a chain of arrows is seen as a walk. */
import type { Line, Said } from "../../messages";
import { motion, perform, type Script } from "../../motion";
import type { Stage as Board, Step } from "../../presenter.svelte";
import { columnOf, COLUMNS, rowOf, type FoxTable, type TileView } from "./table";

export interface ShownTile {
  id: number; // lasting, so that a tile that is swapped is seen to move
  square: string;
  face: TileView["face"];
  arrows: string; // as they lay when turn was 0
  turn: number; // quarters to the right
  used: boolean;
  isNew: boolean;
}

export interface ShownPawn {
  name: string;
  square: string;
}

/** The last move: where the mover came from, its way, and what it changed; and what the moves since one's own before it did. */
export interface Trace {
  way: string[];
  changed: string[];
  earlier: string[];
}

/** A turn in which there was nothing to choose: the only step, or none (`square` is empty). */
export interface Forced {
  who: string;
  square: string;
}

const STEPS: Record<string, [number, number]> = {
  north: [-1, 0], east: [0, 1], south: [1, 0], west: [0, -1],
  northeast: [-1, 1], southeast: [1, 1], southwest: [1, -1], northwest: [-1, -1],
}; // prettier-ignore
const QUARTERS: Record<string, number> = { right: 1, half: 2, left: -1 };

const word = (part: unknown): string => (typeof part === "object" ? ((part as Said)?.key ?? "") : String(part));

function turned(arrows: string, quarters: number): string {
  const ways = [...arrows].map((arrow) => "NESW"[("NESW".indexOf(arrow) + quarters + 4) % 4]!);
  return [..."NESW"].filter((arrow) => ways.includes(arrow)).join("");
}

export class Stage implements Board<FoxTable> {
  tiles: ShownTile[] = $state([]);
  pawns: ShownPawn[] = $state([]);
  trace: Trace = $state({ way: [], changed: [], earlier: [] });
  /** Who made the step that was shown last. */
  doer: string | null = $state(null);
  /** What characters of whoever looks did unasked since the last question to them. */
  forced: Forced[] = $state([]);

  #asked: FoxTable; // what was asked before the step that is shown

  /** `mine`: the characters of whoever looks; what has happened stays marked until one of them moves on. */
  constructor(table: FoxTable, log: Line[], readonly mine: () => string[]) {
    this.tiles = table.tiles.map((tile, id) => ({
      id, square: tile.square, face: tile.face, arrows: tile.arrows ?? "", turn: 0, used: !!tile.used, isNew: false,
    })); // prettier-ignore
    this.#asked = table;
    this.pawns = table.characters.map(({ name, square }) => ({ name, square }));
    const since = log.slice(Math.max(0, log.findLastIndex((line) => this.#isOwnStep(line))));
    since.forEach((line) => this.#note(line));
    const fresh = revealedIn(since);
    this.tiles.forEach((tile) => (tile.isNew = fresh.has(tile.square)));
  }

  show(step: Step<FoxTable>, haste: AbortSignal): Promise<void> | void {
    return perform(this.#walk(step), haste);
  }

  *#walk(step: Step<FoxTable>): Script {
    this.doer = doerOf(step.news) ?? this.doer;
    this.#force(step.news);
    for (const line of step.news) {
      this.#note(line);
      yield this.#show(line);
    }
    if (step.view.table) this.#settle((this.#asked = step.view.table!));
  }

  /** Every first step but the one that was asked for had no choice (R5); who has none at all stays (R8). */
  #force(news: readonly Line[]): void {
    const { mover, phase } = this.#asked;
    if (this.mine().includes(mover)) this.forced = [];
    const begun = news.map(({ say }) => say).filter(({ key }) => key === "stepped" || key === "stayed");
    const unasked = phase === "step" && begun[0]?.with?.who === mover ? begun.slice(1) : begun;
    for (const { key, with: about = {} } of unasked) {
      const who = String(about.who);
      if (!this.mine().includes(who)) continue;
      const others = this.forced.filter((one) => one.who !== who);
      this.forced = [...others, { who, square: key === "stepped" ? String(about.square) : "" }];
    }
  }

  /** Carry an event out on the board; how long it takes to be seen. */
  #show(line: Line): number {
    const { key, with: about = {} } = line.say;
    const who = String(about.who);
    const square = String(about.square);
    if (key === "stepped" || key === "followed" || key === "pushed") {
      this.#pawn(who, square);
      return motion("step") + motion("quick");
    }
    if (key === "revealed") {
      const tile = this.#tile(square);
      if (tile) Object.assign(tile, { face: "up", arrows: arrowsOf(about.arrows), turn: 0, isNew: true });
      return motion("step") + motion("quick");
    }
    if (key === "swapped") {
      const [a, b] = [this.#tile(String(about.first)), this.#tile(String(about.second))];
      if (a && b) [a.square, b.square] = [b.square, a.square];
      return motion("travel");
    }
    if (key === "turned") {
      const tile = this.#tile(square);
      if (tile) tile.turn += QUARTERS[word(about.how)] ?? 0;
      return motion("travel");
    }
    return 0;
  }

  /** Whether one's own move begins; to whoever looks on, every move is as good as their own. */
  #isOwnStep({ say }: Line): boolean {
    const mine = this.mine();
    return say.key === "stepped" && (!mine.length || mine.includes(String(say.with?.who)));
  }

  #note(line: Line): void {
    const { key, with: about = {} } = line.say;
    const square = String(about.square);
    if (key === "stepped") {
      const [down, right] = STEPS[word(about.direction)] ?? [0, 0];
      const from = `${COLUMNS[columnOf(square) - right]}${rowOf(square) - down + 1}`;
      const { way, changed, earlier } = this.trace;
      const isOwn = this.#isOwnStep(line);
      this.trace = { way: [from, square], changed: [], earlier: isOwn ? [] : [...earlier, ...changed, ...way.slice(-1)] };
      if (isOwn) this.tiles.forEach((tile) => (tile.isNew = false));
    } else if (key === "followed") this.trace.way.push(square);
    else if (key === "revealed" || key === "turned" || key === "pushed") this.trace.changed.push(square);
    else if (key === "swapped") this.trace.changed.push(String(about.first), String(about.second));
    else if (key.startsWith("taken back")) {
      this.trace = { way: [], changed: [], earlier: [] };
      this.forced = [];
    }
  }

  /** Whatever was shown: now it is as the server says. */
  #settle(table: FoxTable): void {
    for (const seen of table.tiles) {
      const tile = this.#tile(seen.square);
      if (!tile) continue;
      tile.used = !!seen.used;
      tile.face = seen.face;
      if (seen.face === "up" && turned(tile.arrows, ((tile.turn % 4) + 4) % 4) !== seen.arrows) {
        tile.arrows = seen.arrows ?? "";
        tile.turn = 0;
      }
    }
    for (const { name, square } of table.characters) this.#pawn(name, square);
  }

  #tile(square: string): ShownTile | undefined {
    return this.tiles.find((tile) => tile.square === square);
  }

  #pawn(name: string, square: string): void {
    const pawn = this.pawns.find((other) => other.name === name);
    if (pawn) pawn.square = square;
  }
}

/** Whose deed comes first in these lines: what others do by themselves may follow it. */
function doerOf(lines: readonly Line[]): string | null {
  const told = lines.find(({ say }) => typeof say.with?.who === "string")?.say;
  return !told ? null : told.key === "pushed" ? "Napoleon" : String(told.with!.who);
}

/** Squares whose tile was revealed in these lines, wherever it lies now. */
function revealedIn(lines: Line[]): Set<string> {
  const fresh = new Set<string>();
  for (const { say } of lines) {
    const [first, second] = [String(say.with?.first), String(say.with?.second)];
    if (say.key === "revealed") fresh.add(String(say.with?.square));
    if (say.key !== "swapped" || fresh.has(first) === fresh.has(second)) continue;
    const [from, to] = fresh.has(first) ? [first, second] : [second, first];
    fresh.delete(from);
    fresh.add(to);
  }
  return fresh;
}

function arrowsOf(said: unknown): string {
  const ways = Array.isArray(said) ? said.map(word) : [];
  return ways.map((way) => way.charAt(0).toUpperCase()).join("");
}
