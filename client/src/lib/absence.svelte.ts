/** What happened at a table while one was away: since the last visit, or while the page was hidden. */
import type { Sight, Step } from "./games";
import { keep } from "./keep.svelte";
import type { Line, Told, View } from "./messages";
import { motion, rest } from "./motion";
import type { Play } from "./play.svelte";
import type { Connection } from "./socket.svelte";
import { spokenLine, spokenView } from "./texts/spoken";
import { between } from "./wire";

const MOST = 40; // steps that are shown again

export class Absence {
  /** What was told meanwhile; the first is what one saw last. */
  missed: Told[] = $state.raw([]);
  #last: Told | null = null;

  constructor(readonly line: Connection) {
    line.ontold = (told) => this.#told(told);
  }

  readonly news: Line[][] = $derived.by(() =>
    this.missed
      .slice(1)
      .map((told) => told.news.filter((line) => line.of === "game").map((line) => spokenLine(line, this.line.about)))
      .filter((lines) => lines.length),
  );

  /** Somebody is back at the table: what was told since the number that they saw last? */
  async greet(number: number, view: View): Promise<void> {
    const { table, seat } = this.line;
    const seen = keep.sawLast(table, seat);
    this.#last = { type: "told", number, news: [], view };
    if (seen && seen < number) {
      const missed = await between(table, Math.max(seen - 1, number - MOST), number).catch(() => []);
      if (missed.length > 1) this.missed = missed;
    }
    this.#saw();
  }

  #told(told: Told): void {
    if (document.hidden && this.#last) this.missed = this.missed.length ? [...this.missed, told].slice(-MOST) : [this.#last, told];
    this.#last = told;
    this.#saw();
  }

  #saw(): void {
    if (!document.hidden && this.#last && this.line.seat !== null) keep.see(this.line.table, this.line.seat, this.#last.number);
  }

  forget(): void {
    this.missed = [];
    this.#saw();
  }
}

const PAUSE = 500; // milliseconds between two steps

/** The steps that one missed, shown one after the other. */
export class Recall implements Sight {
  at = $state(0);
  onstep: ((step: Step) => void) | null = null;
  #isOver = false;

  constructor(
    readonly line: Connection,
    readonly told: Told[],
  ) {}

  readonly view: View = $derived.by(() => spokenView({ ...this.told[this.at]!.view, moves: [] }, this.line.about));
  readonly log: Line[] = $derived.by(() => {
    const to_come = this.told.slice(this.at + 1).reduce((sum, { news }) => sum + news.length, 0);
    return to_come ? this.line.log.slice(0, -to_come) : this.line.log;
  });

  get table() {
    return this.line.table;
  }
  get welcome() {
    return this.line.welcome;
  }
  get seat() {
    return this.line.seat;
  }
  get present() {
    return this.line.present;
  }
  clock = null;

  async run(play: Play): Promise<void> {
    while (!this.#isOver && this.at < this.told.length - 1) {
      await rest(PAUSE);
      while (play.isShowing && !this.#isOver) await rest(50);
      if (this.#isOver) return;
      this.at += 1;
      const news = this.told[this.at]!.news.map((line) => spokenLine(line, this.line.about));
      this.onstep?.({ news, view: this.view, jump: false });
    }
    await rest(PAUSE + motion("story"));
  }

  stop(): void {
    this.#isOver = true;
  }
}
