/** The film: the eight turns as a line of time that can be run forwards and back. One step of a turn lasts 1. */
import { linear } from "svelte/easing";
import { Tween } from "svelte/motion";
import { motion, rest } from "../../motion";
import { centre, flightOf, pointOn, type Point, type Route } from "./forest";
import { sideOf, type ForestTable } from "./table";

export interface Leg {
  seat: number;
  starts: number;
  way: string; // a route, "air" or "nowhere"
  route: Route | undefined; // what it follows, on the ground or above it; a jump follows none
  from: string;
  to: string;
}

/** Something that brings or costs hearts. */
export interface Mark {
  at: number;
  seat: number;
  what: "attack" | "meal" | "heal" | "award";
  place: string; // a space or a route
  hearts: number;
  wounds: number;
  award?: string;
}

/** Where the film can be held: after a step, after a turn, after each award. */
export interface Stop {
  turn: number;
  step: number; // 0: the turn is settled
  kind: "start" | "step" | "settled" | "award";
}

export interface Tally {
  hearts: number;
  wounds: number;
  meals: string[];
  score: number;
}

const STILL = 900; // milliseconds for a step, where nothing is to move

export class Film {
  readonly stops: Stop[] = [{ turn: 0, step: 0, kind: "start" }];
  readonly legs: Leg[] = [];
  readonly marks: Mark[] = [];
  stop = $state(0); // the one that is reached, or that it is on the way to
  isPlaying = $state(false);
  isOver = $state(false); // it has been seen, or passed over, once
  readonly seen: Promise<void>; // comes true then
  #see = () => {};

  #head = new Tween(0, { easing: linear });
  #run = 0;

  constructor(readonly table: ForestTable, readonly routes: Map<string, Route>) {
    this.seen = new Promise((see) => (this.#see = see));
    const places = table.seats.map((player) => player.home);
    for (const turn of table.film) this.#shoot(turn, places);
    for (const award of table.awards) {
      this.stops.push({ turn: table.film.length, step: 0, kind: "award" });
      this.#mark({ seat: award.seat, what: "award", place: "", hearts: award.hearts, award: award.for });
    }
  }

  #shoot({ turn, moves, attacks, meals, healed }: ForestTable["film"][number], places: string[]): void {
    const began = [...places];
    const routeOf = (seat: number, way: string, step: number) =>
      way === "air" ? flightOf(this.routes, began[seat]!, sideOf(this.table.seats[seat]!.row[turn - 1]!)!)[step - 1] : this.routes.get(way);
    for (const step of [1, 2, 3]) {
      const going = moves.filter((move) => move.step === step);
      const caught = attacks.filter((attack) => Number(attack.moment[1]) === step);
      if (!going.length && !caught.length) continue;
      const starts = this.last;
      this.stops.push({ turn, step, kind: "step" });
      for (const { seat, way, cell } of going) {
        this.legs.push({ seat, starts, way, route: routeOf(seat, way, step), from: places[seat]!, to: cell });
        places[seat] = cell;
      }
      for (const { seat, moment, place } of caught) {
        this.#mark({ seat, what: "attack", place, wounds: 1, at: starts + (moment[0] === "H" ? 0.5 : 1) });
      }
    }
    if (!meals.length && !healed.length && this.stops.at(-1)!.turn === turn) return;
    this.stops.push({ turn, step: 0, kind: "settled" });
    for (const { seat, cell } of meals) this.#mark({ seat, what: "meal", place: cell, hearts: 1 });
    for (const { seat, wounds } of healed) this.#mark({ seat, what: "heal", place: places[seat]!, wounds: -wounds });
  }

  #mark(mark: Partial<Mark> & Pick<Mark, "seat" | "what" | "place">): void {
    this.marks.push({ at: this.last, hearts: 0, wounds: 0, ...mark });
  }

  // ---- running it

  get last(): number {
    return this.stops.length - 1;
  }

  get at(): number {
    return this.#head.current;
  }

  /** It has come to its stop. */
  get isThere(): boolean {
    return this.at === this.stop;
  }

  async play(): Promise<void> {
    const run = ++this.#run;
    if (this.stop === this.last) this.#to(0, 0);
    this.isPlaying = true;
    await rest(motion("travel"));
    while (run === this.#run && this.stop < this.last) {
      await this.#to(this.stop + 1, motion("story") * (this.stops[this.stop + 1]!.kind === "step" ? 0.8 : 0.3));
      if (run === this.#run) await rest((this.marksOf(this.stop).length ? motion("story") : motion("step")) || STILL);
    }
    if (run !== this.#run) return;
    this.isPlaying = false;
    this.#end();
  }

  #end(): void {
    this.isOver = true;
    this.#see();
  }

  hold(): void {
    this.#run++;
    this.isPlaying = false;
  }

  #to(stop: number, duration: number): Promise<void> {
    this.stop = stop;
    return this.#head.set(stop, { duration });
  }

  /** To a stop: one step is seen, a longer way is a cut. */
  go(to: number): void {
    this.#run++;
    this.isPlaying = false;
    const next = Math.min(this.last, Math.max(0, to));
    this.#to(next, Math.abs(next - this.at) <= 1 ? motion("travel") : 0);
    if (next === this.last) this.#end();
  }

  /** To the end of the turn before or after. */
  skip(way: 1 | -1): void {
    const { turn } = this.stops[this.stop]!;
    const to = way > 0 ? this.stops.findIndex((stop) => stop.turn > turn) : this.stops.findIndex((stop) => stop.turn === turn) - 1;
    const ends = to < 0 ? (way > 0 ? this.last : 0) : this.stops.findLastIndex((stop) => stop.turn === this.stops[to]!.turn && stop.kind !== "award");
    this.go(ends);
  }

  // ---- what is seen

  /** Where a pawn is now, and whether it is in the air or underground. */
  pawn(seat: number): { point: Point; space: string; isMoving: boolean; lift: number; shown: number } {
    const legs = this.legs.filter((leg) => leg.seat === seat && leg.starts < this.at);
    const leg = legs.at(-1);
    if (!leg) return { point: centre(this.table.seats[seat]!.home), space: this.table.seats[seat]!.home, isMoving: false, lift: 0, shown: 1 };
    const part = Math.min(1, this.at - leg.starts);
    const point = leg.route ? pointOn(leg.route, leg.from, part) : centre(part < 0.5 ? leg.from : leg.to);
    const goesOn = this.legs.some((next) => next.seat === seat && next.way === "air" && next.starts === leg.starts + 1 && leg.way === "air");
    const lift = leg.way === "air" ? Math.min(1, part * 3 + (legs.at(-2)?.starts === leg.starts - 1 ? 1 : 0), goesOn ? 1 : (1 - part) * 3) : 0;
    return { point, space: leg.to, isMoving: part < 1, lift, shown: leg.way === "nowhere" ? Math.abs(1 - 2 * part) : 1 };
  }

  tally(seat: number): Tally {
    const tally: Tally = { hearts: 0, wounds: 0, meals: [], score: 0 };
    for (const mark of this.marks) {
      if (mark.at > this.at + 1e-6) continue;
      if (mark.what === "attack" && seat === this.table.predator) tally.hearts++;
      if (mark.seat !== seat) continue;
      tally.hearts += mark.hearts;
      tally.wounds += mark.wounds;
      if (mark.what === "meal") tally.meals.push(mark.place);
    }
    tally.score = Math.max(0, tally.hearts - tally.wounds);
    return tally;
  }

  /** What happens on the way to this stop. */
  marksOf(stop: number): Mark[] {
    return this.marks.filter((mark) => Math.ceil(mark.at) === stop);
  }
}
