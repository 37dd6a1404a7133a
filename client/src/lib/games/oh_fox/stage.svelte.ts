/** The table as it is shown: cards turn up one after the other, then pawns move; after the guess comes the film. */
import { motion, rest } from "../../motion";
import type { Said } from "../../messages";
import type { Step } from "../../socket.svelte";
import { Film } from "./film.svelte";
import { routesOf } from "./forest";
import { tableOf, type ForestTable } from "./table";

const HASTE = 3; // so many steps behind, they are shown at once

const seatOf = (part: unknown): number => Number((part as Said | undefined)?.with?.seat ?? -1);

export class Stage {
  table: ForestTable = $state.raw() as ForestTable;
  film: Film | null = $state.raw(null);
  isRunning = $state(false);
  isEnding = $state(false); // the end has come and is still to be shown
  isUnmasking = $state(false); // the guess and who everybody is are being shown
  /** The newest cards are those of this turn, 0 before any. */
  newest = $state(0);

  #queue: Step[] = [];

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

  push(step: Step): void {
    this.#queue.push(step);
    this.isEnding ||= !step.jump && step.view.phase === "over";
    if (!this.isRunning) this.#run();
  }

  async #run(): Promise<void> {
    this.isRunning = true;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      if (!step.view.table) continue;
      const next = tableOf(step.view);
      const isSeen = !step.jump && this.#queue.length < HASTE && motion("step") > 0;
      if (isSeen) await this.#turnUp(step, next);
      if (isSeen && next.phase === "over" && this.table.phase !== "over") await this.#unmask(next);
      this.#settle(next, isSeen);
    }
    this.isRunning = false;
    this.isEnding = false;
  }

  /** The cards of a turn, seat by seat: with its card goes whoever has played it; what follows waits. */
  async #turnUp(step: Step, next: ForestTable): Promise<void> {
    for (const line of step.news) {
      if (line.say.key !== "revealed") continue;
      const seat = seatOf(line.say.with?.seat);
      const { row, possible, way, eaten } = next.seats[seat]!;
      this.#change(seat, { row, possible, way, eaten, answered: false, card: null });
      this.newest = row.length;
      await rest(motion("step"));
    }
  }

  /** The guess, then who everybody is, before the film. */
  async #unmask(next: ForestTable): Promise<void> {
    this.isUnmasking = true;
    for (const [seat, { guess }] of next.seats.entries()) {
      if (guess) await this.#show(seat, { guess });
    }
    await rest(motion("story"));
    for (const [seat, { animal, role }] of next.seats.entries()) await this.#show(seat, { animal, role });
    await rest(motion("story"));
    this.isUnmasking = false;
  }

  #show(seat: number, what: Partial<ForestTable["seats"][number]>): Promise<void> {
    this.#change(seat, what);
    return rest(motion("travel"));
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
