/**
 * What a board shows of what is told: one step after the other, each when the one before it has been seen. The same for a
 * game that is played, one that is looked at again, and what was missed. Whether a step is shown in haste is decided here alone.
 */
import { untrack } from "svelte";
import type { Line, Offer, View } from "./messages";
import { rest } from "./motion";
import { browser, type Page } from "./page";
import { namesOf, peopleOf, spokenLine, spokenView, type About } from "./texts/spoken";
import { marked, type LogLine } from "./undone";

/** A table as it is told at once: what is seen, and what was said until then. */
export interface Laid<T = unknown> {
  number: number;
  view: View<T>;
  log: readonly Line[];
}

/** What happened since the step before, and what is seen now. */
export interface Step<T = unknown> {
  number: number;
  news: readonly Line[];
  view: View<T>;
}

/**
 * Why there is no time: to be laid as it is (`jump`), too many wait (`behind`), nobody looks (`hidden`), there is little time to
 * answer (`window`), less motion is asked for (`still`), somebody goes on (`skipped`).
 */
export type Why = "jump" | "behind" | "hidden" | "window" | "still" | "skipped";

/** A board; `T` is the game's table, here as in all that holds one. */
export interface Stage<T = unknown> {
  /** Show a step, and end as its view says. No promise: it has been shown. Haste may be there from the start or begin on the way; its reason is a Why. */
  show(step: Step<T>, haste: AbortSignal): Promise<void> | void;
}

/** A step that has been told, until it is shown. */
interface Waiting<T> {
  step: Step<T>;
  why: Why | undefined;
  shown: () => void;
}

/** A step on its way. */
interface Showing<T> extends Waiting<T> {
  haste: AbortController;
}

interface Known<T> {
  number: number;
  view: View<T> | null;
  log: readonly Line[];
}

const BEHIND = 5; // steps that wait; more are not shown one by one
const PATIENCE = 2000; // milliseconds that a board has to end a step after haste began
const LOG = 400; // lines
const NOTHING: Known<never> = { number: 0, view: null, log: [] };

export class Presenter<T = unknown> {
  /** How often a table was laid: another number is another board. */
  laying = $state(0);
  stage: Stage<T> | null = $state.raw(null);

  // As the server says it, in English: where the board goes, what it has shown to the end, what waits for it.
  #given: Known<T> = $state.raw(NOTHING);
  #seen: Known<T> = $state.raw(NOTHING);
  #waiting: Waiting<T>[] = $state.raw([]);
  #showing: Showing<T> | null = $state.raw(null);
  #isAwaited = false; // the first that waits is for a board that is still to come
  #hearers = new Set<(step: Step) => void>();

  /** `game`: whose words are spoken. */
  constructor(
    readonly game: () => string,
    readonly page: Page = browser,
  ) {}

  // ---- to read: in the language that is spoken here

  readonly about: About = $derived.by(() => ({ game: this.game(), names: namesOf(this.#given.view?.seats ?? []) }));
  /** Where the board goes. */
  readonly view: View<T> | null = $derived.by(() => this.#given.view && spokenView(this.#given.view, this.about));
  readonly log: LogLine[] = $derived.by(() => this.spoken(this.#given.log));
  /** The position that the board has shown to the end: question, list of moves and log are of this one. */
  readonly shown: { number: number; view: View<T> | null; log: LogLine[] } = $derived.by(() => ({
    number: this.#seen.number,
    view: this.#seen.view && spokenView(this.#seen.view, this.about),
    log: this.spoken(this.#seen.log),
  }));
  /** With what waits. */
  readonly heard: LogLine[] = $derived.by(() => this.spoken([...this.#given.log, ...this.#waiting.flatMap(({ step }) => step.news)]));
  readonly isShowing: boolean = $derived.by(() => this.#showing !== null);

  /** Of the step where the board goes. */
  get number(): number {
    return this.#given.number;
  }

  spoken(lines: readonly Line[]): LogLine[] {
    return marked(lines.map((line) => spokenLine(line, this.about)));
  }

  /** What the server calls a move, in whatever language it is shown. */
  wordsOf(offer: Offer): string {
    return this.#seen.view?.moves?.find((other) => other.action === offer.action)?.text ?? offer.text;
  }

  /** The log where the board goes, as the server says it. */
  get told(): readonly Line[] {
    return this.#given.log;
  }

  // ---- what is told

  /** Lay a table: what was being shown or waits is past. `last` is the step that led here: it waits for the board, which then marks what it did. */
  lay({ number, view, log }: Laid<T>, last: Step<T> | null = null): void {
    this.close();
    this.#given = this.#seen = { number, view, log };
    this.stage = this.#board = null;
    this.laying += 1;
    this.#isAwaited = last !== null;
    if (last) this.#waiting = [{ step: last, why: "jump", shown: () => {} }];
  }

  /** Show a step after those that are told already; the promise comes true when it has been shown, or is past. */
  take(step: Step<T>, why?: Why): Promise<void> {
    return new Promise((shown) => {
      this.#waiting = [...this.#waiting, { step, why, shown }];
      if (isWindow(step)) this.#showing?.haste.abort("window" satisfies Why); // a window never waits
      this.#goOn();
    });
  }

  /** A board that shows from now on; call what comes back when it goes. */
  enter(stage: Stage<T>): () => void {
    untrack(() => this.#put(stage));
    return () => untrack(() => this.#board === stage && this.#put(null)); // the next one may be there already
  }
  #board: Stage<T> | null = null; // the stage, also for who goes: while a component goes, Svelte shows it what was

  #put(stage: Stage<T> | null): void {
    this.#pass();
    this.stage = this.#board = stage;
    this.#isAwaited = false;
    this.#goOn();
  }

  /** Be told of each step as it comes to the board, in the server's words. */
  watch(hear: (step: Step) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  /** Have the step that is being shown, and those that wait, over at once. */
  hurry(why: Why): void {
    this.#waiting = this.#waiting.map((one) => ({ ...one, why: one.why ?? why }));
    this.#showing?.haste.abort(why);
  }

  /** Something about this moment that only those who are here now are told. */
  note(text: string): void {
    const line: Line = { of: "table", say: { key: "" }, text };
    const noted = (known: Known<T>): Known<T> => ({ ...known, log: [...known.log, line].slice(-LOG) });
    const isShown = this.#seen === this.#given;
    this.#given = noted(this.#given);
    this.#seen = isShown ? this.#given : noted(this.#seen);
  }

  /** Nothing more is shown. */
  close(): void {
    const past = this.#waiting;
    this.#waiting = [];
    this.#pass();
    past.forEach(({ shown }) => shown());
  }

  // ---- one step after the other

  #goOn(): void {
    while (!this.#showing && !this.#isAwaited && this.#waiting.length) {
      const [next, ...others] = this.#waiting;
      this.#waiting = others;
      this.#show(next!);
    }
  }

  #show(next: Waiting<T>): void {
    const { step } = next;
    const log = [...this.#kept(step.view), ...step.news].slice(-LOG);
    this.#given = { number: step.number, view: step.view, log };
    this.#hearers.forEach((hear) => hear(step));
    const haste = new AbortController();
    const why = next.why ?? this.#why(step);
    if (why) haste.abort(why);
    const one: Showing<T> = { ...next, haste };
    try {
      const showing = this.stage?.show({ number: step.number, news: this.spoken(step.news), view: this.view! }, haste.signal);
      if (!showing) return this.#over(one);
      this.#showing = one;
      this.#wait(one, showing);
    } catch (fault) {
      this.#fail(one, fault);
    }
  }

  /** The reason for haste at the start of a step, if there is one. */
  #why(step: Step<T>): Why | null {
    if (this.page.isHidden()) return "hidden";
    if (this.page.isStill()) return "still";
    if ([step, ...this.#waiting.map(({ step }) => step)].some(isWindow)) return "window";
    return this.#waiting.length >= BEHIND ? "behind" : null;
  }

  async #wait(one: Showing<T>, showing: Promise<void>): Promise<void> {
    const { signal } = one.haste;
    const unwatch = this.page.watch(() => this.page.isHidden() && this.hurry("hidden")); // nobody looks: nothing has to be shown
    try {
      await Promise.race([showing, late(signal)]);
      if (this.#showing === one) this.#over(one);
    } catch (fault) {
      if (this.#showing === one) this.#fail(one, fault);
    } finally {
      unwatch();
    }
    this.#goOn();
  }

  #over({ shown }: Waiting<T>): void {
    this.#seen = this.#given;
    this.#showing = null;
    shown();
  }

  /** A board that cannot show a step is laid anew, as the server says. */
  #fail(one: Waiting<T>, fault: unknown): void {
    console.error(fault);
    this.stage = this.#board = null;
    this.laying += 1;
    this.#over(one);
  }

  /** What is being shown is past, however far it came. */
  #pass(): void {
    const one = this.#showing;
    if (!one) return;
    this.#over(one);
    one.haste.abort("jump" satisfies Why);
  }

  /** The log so far: what was done keeps the names of those who did it, though others sit there now. */
  #kept(next: View<T>): readonly Line[] {
    const { view, log } = this.#given;
    const then = view && peopleOf(view.seats);
    if (!then || String(then) === String(peopleOf(next.seats))) return log;
    return log.map((line) => (line.of === "game" && !line.then ? { ...line, then } : line));
  }
}

const isWindow = ({ view }: Step): boolean => view.pace === "window";

/** Fails when haste began and the time that a board has then is over. */
function late(haste: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    const begin = () => rest(PATIENCE).then(() => fail(new Error(`the board does not end a step (${haste.reason})`)));
    if (haste.aborted) begin();
    else haste.addEventListener("abort", begin, { once: true });
  });
}
