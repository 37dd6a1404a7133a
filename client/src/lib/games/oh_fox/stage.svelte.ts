/** The table as it is shown: cards turn up one after the other, then pawns move; after the guess comes the film. */
import { motion, perform, type Script } from "../../motion";
import type { Said } from "../../messages";
import type { Stage as Board, Step } from "../../presenter.svelte";
import { Film } from "./film.svelte";
import { routesOf } from "./forest";
import { type ForestTable } from "./table";

const seatOf = (part: unknown): number => Number((part as Said | undefined)?.with?.seat ?? -1);

export class Stage implements Board<ForestTable> {
  table: ForestTable = $state.raw()!;
  film: Film | null = $state.raw(null);
  isEnding = $state(false); // the end has come and is still to be shown
  isUnmasking = $state(false); // the guess and who everybody is are being shown
  /** The newest cards are those of this turn, 0 before any. */
  newest = $state(0);

  constructor(table: ForestTable) {
    this.table = table;
    this.newest = table.seats[0]!.row.length;
    if (table.phase === "over") this.#end(table, false);
  }

  readonly routes = $derived(routesOf(this.table.routes));
  /** The film is being shown for the first time. */
  readonly isFirst: boolean = $derived(this.film !== null && !this.film.isOver);

  /** Nothing may tell how it ends. */
  readonly isVeiled: boolean = $derived(this.isEnding || this.isFirst);

  /** The last step ends when its film has been seen once. */
  show(step: Step<ForestTable>, haste: AbortSignal): Promise<void> | void {
    if (step.view.table) return perform(this.#play(step, step.view.table!, haste), haste);
  }

  *#play(step: Step<ForestTable>, next: ForestTable, haste: AbortSignal): Script {
    const isEnd = next.phase === "over" && this.table.phase !== "over";
    this.isEnding = isEnd && !haste.aborted;
    if (!haste.aborted) yield* this.#turnUp(step, next);
    if (isEnd && !haste.aborted) yield* this.#unmask(next);
    this.#settle(next, !haste.aborted);
    this.isEnding = false;
    if (!this.film || this.film.isOver) return;
    yield this.film.seen;
    if (haste.aborted) this.film.go(this.film.last);
  }

  /** The cards of a turn, seat by seat: with its card goes whoever has played it; what follows waits. */
  *#turnUp(step: Step<ForestTable>, next: ForestTable): Script {
    for (const line of step.news) {
      if (line.say.key !== "revealed") continue;
      const seat = seatOf(line.say.with?.seat);
      const { row, possible, way, eaten, meals_left } = next.seats[seat]!;
      this.#change(seat, { row, possible, way, eaten, meals_left, answered: false, card: null });
      this.newest = row.length;
      yield motion("step");
    }
  }

  /** The guess, then who everybody is, before the film. */
  *#unmask(next: ForestTable): Script {
    this.isUnmasking = true;
    for (const [seat, { guess }] of next.seats.entries()) {
      if (guess) yield* this.#show(seat, { guess });
    }
    yield motion("story");
    for (const [seat, { animal, role }] of next.seats.entries()) yield* this.#show(seat, { animal, role });
    yield motion("story");
    this.isUnmasking = false;
  }

  *#show(seat: number, what: Partial<ForestTable["seats"][number]>): Script {
    this.#change(seat, what);
    yield motion("travel");
  }

  #change(seat: number, what: Partial<ForestTable["seats"][number]>): void {
    const seats = this.table.seats.map((player, i) => (i === seat ? { ...player, ...what } : player));
    this.table = { ...this.table, seats };
  }

  #settle(next: ForestTable, isSeen: boolean): void {
    this.newest = next.seats[0]!.row.length;
    this.table = next;
    if (next.phase !== "over") this.film = null;
    else if (!this.film) this.#end(next, isSeen);
  }

  #end(table: ForestTable, isSeen: boolean): void {
    this.film = new Film(table, routesOf(table.routes));
    if (isSeen) this.film.play();
    else this.film.go(this.film.last);
  }
}
