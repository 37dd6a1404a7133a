import type { ClockNow, Command, Deed, Done, FromClient, FromServer, Line, Presence, Told, View, Welcome } from "./messages";

/** What the line to the server is like. `lost`: no attempt will help, `gone` says why. */
export type Health = "connecting" | "open" | "away" | "lost";

/** What happened since the last view and what is seen now; `jump`: show it without the way there. */
export interface Step {
  news: Line[];
  view: View;
  jump: boolean;
}

const LEAST_WAIT = 250;
const MOST_WAIT = 8000;
const PULSE = 20_000; // a line that has been silent so long is asked whether it is still there
const PATIENCE = 8000; // and is given up if it does not answer

/** A name for one deed or one share: nobody guesses it, and it works without a secure context. */
export function token(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * One table over one WebSocket. It resumes from the last number it was told, and sends every deed that was not
 * confirmed again, under the same id, so that no move is lost and none is made twice.
 */
export class Connection {
  health: Health = $state("connecting");
  welcome: Welcome | null = $state.raw(null);
  view: View | null = $state.raw(null);
  seat: number | null = $state(null);
  log: Line[] = $state.raw([]);
  present: Presence | null = $state.raw(null);
  gone: { code: string; text: string } | null = $state.raw(null);
  refusal: Done | null = $state.raw(null);
  clock: (ClockNow & { heard: number }) | null = $state.raw(null);
  pending: Command[] = $state.raw([]); // sent or to be sent, and not confirmed yet
  number = $state(0);

  /** Told of every step, in order. */
  onstep: ((step: Step) => void) | null = null;

  #socket: WebSocket | null = null;
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
    document.addEventListener("visibilitychange", this.#hurry);
    first.finally(() => this.#closed || this.#open());
  }

  /** Do something. The promise comes true when the server has confirmed or refused it, however long that takes. */
  send(deed: Deed): Promise<Done> {
    const command: Command = { ...deed, id: token() };
    this.refusal = null;
    this.pending = [...this.pending, command];
    this.#write(command);
    return new Promise((answered) => this.#answers.set(command.id, answered));
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    clearTimeout(this.#pulse);
    this.#socket?.close();
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
    const since = this.welcome ? `?since=${this.number}` : "";
    const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${this.table}/socket${since}`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.health = "open";
      this.gone = null;
      this.#wait = LEAST_WAIT;
      this.pending.forEach((command) => this.#write(command));
      this.#listen();
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#listen();
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => socket === this.#socket && this.#again();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #again(): void {
    clearTimeout(this.#pulse);
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
    this.#open();
  };

  #write(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #listen(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      this.#write({ do: "ping", id: token() });
      this.#pulse = setTimeout(() => {
        this.#drop();
        this.#again();
      }, PATIENCE);
    }, PULSE);
  }

  // ---- what is told

  #hear(message: FromServer): void {
    if (message.type === "welcome") this.#greet(message);
    else if (message.type === "told") this.#told(message);
    else if (message.type === "done") this.#done(message);
    else if (message.type === "clock") this.clock = { ...message, heard: performance.now() };
    else if (message.type === "presence") this.present = message;
    else if (message.type === "gone") this.gone = message;
  }

  #greet(welcome: Welcome): void {
    this.welcome = welcome;
    this.seat = welcome.seat;
    this.number = welcome.number;
    this.log = welcome.log;
    this.#show({ news: [], view: welcome.view, jump: true });
  }

  #told(told: Told): void {
    if (told.number <= this.number) return; // heard already
    if (told.number > this.number + 1) {
      this.#drop(); // a number is missing: ask again from where we are
      this.#wait = LEAST_WAIT;
      this.#again();
      return;
    }
    this.number = told.number;
    this.log = [...this.log, ...told.news].slice(-LOG);
    this.#show({ news: told.news, view: told.view, jump: document.hidden });
  }

  #show(step: Step): void {
    this.view = step.view;
    this.onstep?.(step);
  }

  #done(done: Done): void {
    this.pending = this.pending.filter((command) => command.id !== done.id);
    if (done.outcome === "refused") this.refusal = done;
    if (done.code === "lost-seat") this.again(); // somebody else has it now: look on
    this.#answers.get(done.id)?.(done);
    this.#answers.delete(done.id);
  }
}

const LOG = 400;
const NO_USE = new Set(["no-table", "closed", "aside", "other-version", "bad-request"]); // coming back would not help
