import type { Seen } from "./games";
import type { ClockNow, Command, Deed, Done, FromServer, Gone, Presence, Told, View, Welcome } from "./messages";
import { Presenter } from "./presenter.svelte";
import type { About } from "./texts/spoken";
import { socket, stream, type Way, type Wire } from "./wire";

/** What the line to the server is like. `lost`: no attempt will help, `gone` says why. */
export type Health = "connecting" | "open" | "away" | "lost";

const LEAST_WAIT = 250;
const MOST_WAIT = 8000;
const PULSE = 5000; // a line that has been silent so long is asked whether it is still there
const STREAM_PULSE = 20_000; // a stream cannot be asked: the server gives a sign of life every 15 s
const PATIENCE = 4000; // whoever does not answer for so long is given up: the line is down
const SOON = 500; // a deed that takes longer is shown as being sent

/** A name for one deed or one share: nobody guesses it, and it works without a secure context. */
export function token(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * One table over one line: a WebSocket, or an event stream where no WebSocket gets through. It resumes from the last
 * number it was told, and sends every deed that was not confirmed again, under the same id, so that no move is lost
 * and none is made twice.
 */
export class Connection implements Seen {
  health: Health = $state("connecting");
  welcome: Welcome | null = $state.raw(null);
  seat: number | null = $state(null);
  present: Presence | null = $state.raw(null);
  gone: { code: string; text: string } | null = $state.raw(null);
  refusal: Done | null = $state.raw(null);
  clock: (ClockNow & { heard: number }) | null = $state.raw(null);
  pending: Command[] = $state.raw([]); // sent or to be sent, and not confirmed yet
  isLate = $state(false); // something has been on its way for a while
  number = $state(0); // of what was heard last

  /** What the board shows of it. */
  readonly presenter = new Presenter(() => this.welcome?.game ?? "");

  #wire: Wire | null = null;
  #wait = LEAST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #answers = new Map<string, (done: Done) => void>();

  /** `first` is waited for before anything else: a seat's link has to become a cookie. */
  constructor(
    readonly table: string,
    first: Promise<void> = Promise.resolve(),
  ) {
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#hurry);
    first.finally(() => this.#closed || this.#open());
  }

  get about(): About {
    return this.presenter.about;
  }

  /** Do something. The promise comes true when the server has confirmed or refused it, however long that takes. */
  send(deed: Deed): Promise<Done> {
    const command: Command = { ...deed, id: token() };
    this.refusal = null;
    this.pending = [...this.pending, command];
    this.#wire?.send(command);
    if (this.#wire?.takesPings) this.#expect();
    setTimeout(() => (this.isLate ||= this.pending.includes(command)), SOON);
    return new Promise((answered) => this.#answers.set(command.id, answered));
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    this.#drop();
    this.presenter.close();
  }

  /** Connect anew, as another seat: after somebody has joined or opened a seat's link. */
  again(): void {
    this.welcome = null;
    this.number = 0;
    this.gone = null;
    this.#wait = LEAST_WAIT;
    this.#drop();
    this.#open();
  }

  // ---- the line

  #open(): void {
    clearTimeout(this.#timer);
    const mine = (deed: () => void) => wire === this.#wire && deed();
    const wire: Wire = way.use(this.table, this.welcome ? this.number : null, {
      opened: () => mine(() => this.#opened()),
      heard: (message) => mine(() => this.#hear(message)),
      signed: () => mine(() => this.#listen()),
      closed: (hasSpoken) => mine(() => this.#lost(hasSpoken)),
    });
    this.#wire = wire;
  }

  #opened(): void {
    this.health = "open";
    this.gone = null;
    this.#wait = LEAST_WAIT;
    this.pending.forEach((command) => this.#wire?.send(command));
    this.#listen();
    if (this.pending.length && this.#wire?.takesPings) this.#expect();
  }

  #lost(hasSpoken: boolean): void {
    if (!hasSpoken && !this.gone) way.fails();
    this.#again();
  }

  #drop(): void {
    clearTimeout(this.#pulse);
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
  }

  #again(): void {
    this.#drop();
    if (this.#closed) return;
    if (this.gone && NO_USE.has(this.gone.code)) {
      this.health = "lost";
      return;
    }
    this.health = "away";
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, MOST_WAIT);
  }

  #hurry = (): void => {
    if (this.health !== "away" || document.hidden) return;
    this.#wait = LEAST_WAIT;
    this.#drop();
    this.#open();
  };

  /** The browser says that there is no net: nobody has to wait for the line to find that out. */
  #cut = (): void => {
    if (this.health === "lost" || !this.#wire) return;
    this.#wait = LEAST_WAIT;
    this.#again();
  };

  #listen(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(
      () => {
        if (this.#wire?.takesPings) this.#wire.send({ do: "ping", id: token() });
        this.#expect();
      },
      this.#wire?.takesPings ? PULSE : STREAM_PULSE,
    );
  }

  /** Something must come soon, or the line is down. */
  #expect(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#again(), PATIENCE);
  }

  // ---- what is told

  #hear(message: FromServer): void {
    way.holds();
    if (message.type === "welcome") this.#greet(message);
    else if (message.type === "told") this.#told(message);
    else if (message.type === "done") this.#done(message);
    else if (message.type === "clock") this.clock = { ...message, heard: performance.now() };
    else if (message.type === "presence") this.present = message;
    else if (message.type === "gone") this.#dismissed(message);
  }

  #dismissed(gone: Gone): void {
    this.gone = gone;
    if (gone.code === "no-number") this.welcome = null; // the server knows less than we do: all anew
  }

  #greet(welcome: Welcome): void {
    this.welcome = welcome;
    this.seat = welcome.seat;
    this.number = welcome.number;
    this.presenter.lay(welcome);
  }

  #told(told: Told): void {
    if (told.number <= this.number) return; // heard already
    if (told.number > this.number + 1) {
      this.#wait = LEAST_WAIT; // a number is missing: ask again from where we are
      this.#again();
      return;
    }
    this.number = told.number;
    if (isLaidAnew(this.presenter.view, told.view)) this.presenter.lay({ number: told.number, view: told.view, log: told.news });
    else this.presenter.take(told);
  }

  #done(done: Done): void {
    this.pending = this.pending.filter((command) => command.id !== done.id);
    if (!this.pending.length) this.isLate = false;
    if (done.outcome === "refused") this.refusal = done;
    if (done.code === "lost-seat") this.again(); // somebody else has it now: look on
    this.#answers.get(done.id)?.(done);
    this.#answers.delete(done.id);
  }
}

/** Whether a guide has laid another table: what was shown before is past. */
function isLaidAnew(before: View | null, now: View): boolean {
  return before?.guide?.laid !== now.guide?.laid && JSON.stringify(before?.table) !== JSON.stringify(now.table);
}

/** Which way gets through from here. Twice in vain, and the other is tried, until one has held. The same for all tables. */
const way = {
  ways: [socket, stream] as const,
  at: 0,
  vain: 0,
  hasHeld: false,
  use(...about: Parameters<Way>): Wire {
    return this.ways[this.at]!(...about);
  },
  fails(): void {
    if (this.hasHeld || ++this.vain < 2) return;
    this.at = 1 - this.at;
    this.vain = 0;
  },
  holds(): void {
    this.hasHeld = true;
  },
};

const NO_USE = new Set(["no-table", "closed", "aside", "other-version", "bad-request"]); // coming back would not help
