/** What happened at a table while one was away: since the last visit, or while the page was hidden. */
import type { Seen } from "./games";
import { keep } from "./keep.svelte";
import type { Line, View } from "./messages";
import { motion, rest } from "./motion";
import { Presenter, type Step } from "./presenter.svelte";
import type { Connection } from "./socket.svelte";
import { spokenLine } from "./texts/spoken";
import { between } from "./wire";

const MOST = 40; // steps that are shown again

export class Absence {
  /** What was told meanwhile; the first is what one saw last. */
  missed: Step[] = $state.raw([]);
  #last: Step | null = null;

  constructor(readonly line: Connection) {
    line.presenter.watch((step) => this.#told(step));
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
    this.#last = { number, news: [], view };
    if (seen && seen < number) {
      const missed = await between(table, Math.max(seen - 1, number - MOST), number).catch(() => []);
      if (missed.length > 1) this.missed = missed;
    }
    this.#saw();
  }

  #told(told: Step): void {
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
export class Recall implements Seen {
  readonly presenter = new Presenter(() => this.line.welcome?.game ?? "");
  readonly clock = null;
  #steps: Step[];
  #over = new AbortController();

  /** `missed`: the first is what one saw last. */
  constructor(
    readonly line: Connection,
    missed: readonly Step[],
  ) {
    const [first, ...others] = missed.map(({ number, news, view }) => ({ number, news, view: { ...view, moves: [] } }));
    const log = line.presenter.told;
    const lines = others.reduce((sum, { news }) => sum + news.length, 0);
    this.presenter.lay({ ...first!, log: log.slice(0, Math.max(0, log.length - lines)) });
    this.#steps = others;
  }

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

  /** Comes true when all has been shown, or it was stopped. */
  async run(): Promise<void> {
    const { signal } = this.#over;
    await rest(PAUSE, signal);
    for (const step of this.#steps) {
      if (signal.aborted) return;
      await Promise.all([this.presenter.take(step), rest(PAUSE, signal)]);
    }
    await rest(motion("story"), signal);
  }

  stop(): void {
    this.#over.abort();
    this.presenter.close();
  }
}
