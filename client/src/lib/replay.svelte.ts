import type { Seen } from "./games";
import { reels, type Refused } from "./http";
import type { Frame, Line, Reel, Sat, View, Welcome } from "./messages";
import { Presenter, type Step } from "./presenter.svelte";
import { namesOf, spokenLine, type About } from "./texts/spoken";
import { say } from "./texts";

const AHEAD = 10; // steps before the end of what is here at which more is fetched

/** A finished game looked at again, step by step, forward and back. Step 0 is the deal. */
export class Replay implements Seen {
  reel: Reel | null = $state.raw(null);
  fault: Refused | null = $state.raw(null);
  /** What the board shows of it. After a jump another board is laid. */
  readonly presenter = new Presenter(() => this.reel?.game ?? "");
  readonly present = null;
  readonly clock = null;

  #frames: Frame[] = []; // with holes
  #pages: Promise<void>[] = []; // those that are here or on their way
  #told = 0; // the step that the presenter was told last
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

  /** The step that the board goes to. */
  get at(): number {
    return this.presenter.number;
  }

  get last(): number {
    return (this.reel?.news.length ?? 1) - 1;
  }

  get seat(): number | null {
    return this.reel?.seat ?? null;
  }

  readonly about: About = $derived({ game: this.reel?.game ?? "", names: namesOf(this.reel?.seats ?? []) });
  readonly news: Line[][] = $derived((this.reel?.news ?? []).map((lines) => lines.map((line) => spokenLine(line, this.about))));
  /** What was seen before the step that is shown: the turn that it belongs to. */
  readonly before: View | null = $derived.by(() => this.#seenAt(Math.max(this.at - 1, 0)));
  readonly welcome: Welcome | null = $derived.by(() => this.reel && this.presenter.view && this.#greeted(this.reel, this.presenter.view));

  #seenAt(step: number): View | null {
    const { reel } = this;
    const frame = this.#frames[step];
    if (!reel || !frame) return null;
    const isOver = step === this.last && reel.result !== null;
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

  #step(number: number): Step {
    return { number, news: this.reel!.news[number]!, view: this.#seenAt(number)! };
  }

  #greeted({ game, title, version, options, seat }: Reel, view: View): Welcome {
    const settings = { clock: "off", beat: 4, bot_pace: 0, stand_in: "fox", watch: true, chat: false, friends: false, watch_chat: false, listed: false } as const;
    return { type: "welcome", table: this.table, game, title, version, options, settings, seat, number: this.at, log: [], view };
  }

  /** Show the table after this step: with motion if it is the next one, and until it has been shown. A wish before the game is here waits for it. */
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
      if (this.wanted === to) this.wanted = this.#told;
      return;
    }
    if (this.wanted !== to || to === this.#told) return;
    if (to + AHEAD <= this.last && !this.#frames[to + AHEAD]) this.#frame(to + AHEAD).catch(() => {});
    if (to !== this.#told + 1) return this.#lay(to);
    this.#told = to;
    this.presenter.hurry("skipped"); // whoever goes on has seen enough of the step before
    await this.presenter.take(this.#step(to));
  }

  /** Lay the table as it was before a step, and take that step: so the last move is always seen. */
  #lay(to: number): void {
    const before = Math.max(to - 1, 0);
    this.#told = to;
    const log = this.reel!.news.slice(0, before + 1).flat();
    this.presenter.lay({ number: before, view: this.#seenAt(before)!, log }, to > before ? this.#step(to) : null);
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
