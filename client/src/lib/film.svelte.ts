import type { Sight, Step } from "./games";
import { reels, type Refused } from "./http";
import type { Frame, Line, Reel, Sat, View, Welcome } from "./messages";
import { namesOf, spokenLine, spokenView, type About } from "./texts/spoken";
import { say } from "./texts";

const AHEAD = 10; // steps before the end of what is here at which more is fetched

/** A finished game looked at again, step by step, forward and back. Step 0 is the deal. */
export class Film implements Sight {
  reel: Reel | null = $state.raw(null);
  fault: Refused | null = $state.raw(null);
  at = $state(0);
  /** What the table that lies there now is shown. After a jump another is laid, and `laid` is called. */
  showing: Showing = $state.raw(new Showing(this));
  present = null;
  clock = null;
  onstep: ((step: Step) => void) | null = null;

  #frames: Frame[] = []; // with holes
  #pages: Promise<void>[] = []; // those that are here or on their way
  #shown: Frame | null = $state.raw(null);
  /** The step that was asked for last: it is shown as soon as it can be. */
  wanted = 0;
  readonly ready: Promise<void>;
  readonly #reels: ReturnType<typeof reels>;

  /** `eyes`: a seat's number, "all" for everything open, "" for an onlooker's. */
  constructor(
    readonly table: string,
    readonly eyes: string,
    first: number,
  ) {
    this.#reels = reels(table);
    this.wanted = first;
    this.ready = this.#open(first).catch((refused) => void (this.fault = refused));
  }

  async #open(first: number): Promise<void> {
    const reel = await this.#reels.reel(this.eyes);
    reel.seats = reel.seats.map((seat): Sat => ({ ...seat, name: seat.name || say("seat", { seat: seat.seat + 1 }), isOther: seat.seat !== reel.mine }));
    const to = Math.min(Math.max(first, 0), reel.news.length - 1);
    await Promise.all([this.#frame(to), this.#frame(Math.max(to - 1, 0))]);
    if (this.wanted === first) this.wanted = to; // else `go` waits to show another
    this.reel = reel;
    this.#lay(to);
  }

  get last(): number {
    return (this.reel?.news.length ?? 1) - 1;
  }

  get seat(): number | null {
    return this.reel?.seat ?? null;
  }

  readonly about: About = $derived({ game: this.reel?.game ?? "", names: namesOf(this.reel?.seats ?? []) });
  readonly news: Line[][] = $derived((this.reel?.news ?? []).map((lines) => lines.map((line) => spokenLine(line, this.about))));
  readonly log: Line[] = $derived(this.news.slice(0, this.at + 1).flat());
  readonly view: View | null = $derived(this.reel && this.#shown && spokenView(this.#viewed(this.reel, this.#shown), this.about));
  /** What was seen before the step that is shown: the turn that it belongs to. */
  readonly before: View | null = $derived.by(() => {
    const frame = this.#frames[Math.max(this.at - 1, 0)];
    return this.reel && frame ? this.#viewed(this.reel, frame) : null;
  });
  readonly welcome: Welcome | null = $derived(this.reel && this.view && this.#greeted(this.reel, this.view));

  #viewed(reel: Reel, frame: Frame): View {
    const isOver = this.at === this.last && reel.result !== null;
    return {
      phase: isOver ? "over" : "playing",
      seats: reel.seats,
      fair: { commitment: "" },
      pace: frame.pace ?? null,
      acting: frame.acting ?? [],
      table: frame.table,
      result: isOver ? reel.result : null,
    };
  }

  #greeted({ game, title, version, options, seat }: Reel, view: View): Welcome {
    const settings = { clock: "off", beat: 4, bot_pace: 0, stand_in: "fox", watch: true, chat: false, friends: false, watch_chat: false, listed: false } as const;
    return { type: "welcome", table: this.table, game, title, version, options, settings, seat, number: this.at, log: [], view };
  }

  /** Show the table after this step: with motion if it is the next one. A wish before the game is here waits for it. */
  async go(step: number): Promise<void> {
    this.wanted = step;
    await this.ready;
    if (!this.reel || this.wanted !== step) return;
    const to = Math.min(Math.max(step, 0), this.last);
    this.wanted = to;
    try {
      await Promise.all([this.#frame(to), this.#frame(Math.max(to - 1, 0))]);
    } catch (refused) {
      this.fault = refused as Refused;
      if (this.wanted === to) this.wanted = this.at;
      return;
    }
    if (this.wanted !== to || to === this.at) return;
    if (to === this.at + 1) this.#turn(to, document.hidden);
    else this.#lay(to);
    if (to + AHEAD <= this.last && !this.#frames[to + AHEAD]) this.#frame(to + AHEAD).catch(() => {});
  }

  /** Lay the table as it was before a step, and take that step: so the last move is always seen. */
  #lay(to: number): void {
    this.at = Math.max(to - 1, 0);
    this.#shown = this.#frames[this.at]!;
    this.showing = new Showing(this);
  }

  /** The table has been laid. */
  laid(): void {
    if (this.#frames[this.wanted]) this.#turn(this.wanted, true);
  }

  #turn(to: number, jump: boolean): void {
    if (to === this.at) return;
    this.at = to;
    this.#shown = this.#frames[to]!;
    this.showing.onstep?.({ news: this.news[to]!, view: this.view!, jump });
  }

  async #frame(step: number): Promise<Frame> {
    const page = Math.floor(step / PAGE);
    await (this.#pages[page] ??= this.#fetch(page));
    return this.#frames[step]!;
  }

  async #fetch(page: number): Promise<void> {
    try {
      const { first, frames } = await this.#reels.frames(this.eyes, page * PAGE);
      frames.forEach((frame, i) => (this.#frames[first + i] = frame));
    } catch (refused) {
      delete this.#pages[page]; // to be asked for again
      throw refused;
    }
  }
}

const PAGE = 50; // steps, as the server gives them

/** The film as one table sees it, from when it is laid until the next jump. */
class Showing implements Sight {
  onstep: ((step: Step) => void) | null = null;
  present = null;
  clock = null;

  constructor(readonly film: Film) {}

  get table() {
    return this.film.table;
  }
  get welcome() {
    return this.film.welcome;
  }
  get view() {
    return this.film.view;
  }
  get seat() {
    return this.film.seat;
  }
  get log() {
    return this.film.log;
  }
}
