import type { Sight, Step } from "./games";
import { reels, type Refused } from "./http";
import type { Frame, Line, Reel, View, Welcome } from "./messages";
import { namesOf, spokenLine, spokenView, type About } from "./texts/spoken";
import { say } from "./texts";

const AHEAD = 10; // steps before the end of what is here at which more is fetched

/** A finished game looked at again, step by step, forward and back. Step 0 is the deal. */
export class Film implements Sight {
  reel: Reel | null = $state.raw(null);
  fault: Refused | null = $state.raw(null);
  at = $state(0);
  /** Counts what was not a step forward: then the table is laid anew. */
  jumps = $state(0);
  present = null;
  clock = null;
  onstep: ((step: Step) => void) | null = null;

  #frames: Frame[] = []; // with holes
  #shown: Frame | null = $state.raw(null);
  #wanted = 0;
  readonly ready: Promise<void>;
  readonly #reels: ReturnType<typeof reels>;

  /** `eyes`: a seat's number, "all" for everything open, "" for an onlooker's. */
  constructor(
    readonly table: string,
    readonly eyes: string,
    first: number,
  ) {
    this.#reels = reels(table);
    this.ready = this.#open(first).catch((refused) => void (this.fault = refused));
  }

  async #open(first: number): Promise<void> {
    const reel = await this.#reels.reel(this.eyes);
    reel.seats = reel.seats.map((seat) => (seat.name ? seat : { ...seat, name: say("seat", { seat: seat.seat + 1 }) }));
    this.#wanted = this.at = Math.min(Math.max(first, 0), reel.news.length - 1);
    this.#shown = await this.#frame(this.at);
    this.reel = reel;
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
    const settings = { clock: "off", beat: 4, bot_pace: 0, stand_in: "fox", watch: true, chat: false } as const;
    return { type: "welcome", table: this.table, game, title, version, options, settings, seat, number: this.at, log: [], view };
  }

  /** Show the table after this step: with motion if it is the next one. */
  async go(step: number): Promise<void> {
    const to = Math.min(Math.max(step, 0), this.last);
    this.#wanted = to;
    const frame = await this.#frame(to).catch((refused) => void (this.fault = refused));
    if (!frame || this.#wanted !== to || to === this.at) return;
    const isNext = to === this.at + 1;
    this.at = to;
    this.#shown = frame;
    if (isNext) this.onstep?.({ news: this.news[to]!, view: this.view!, jump: document.hidden });
    else this.jumps += 1;
    if (to + AHEAD <= this.last && !this.#frames[to + AHEAD]) this.#frame(to + AHEAD).catch(() => {});
  }

  async #frame(step: number): Promise<Frame> {
    if (!this.#frames[step]) {
      const { first, frames } = await this.#reels.frames(this.eyes, Math.floor(step / PAGE) * PAGE);
      frames.forEach((frame, i) => (this.#frames[first + i] = frame));
    }
    return this.#frames[step]!;
  }
}

const PAGE = 50; // steps, as the server gives them
