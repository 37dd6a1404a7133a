/** What is said at a table, and how much of it has been read. */
import type { Line, Sat } from "./messages";
import type { Connection } from "./socket.svelte";
import { say } from "./texts";

export class Chat {
  #seen = $state(-1); // lines; -1 before the table was first seen
  /** How often it lies open somewhere on the page. */
  open = $state(0);

  constructor(readonly line: Connection) {}

  readonly said: Line[] = $derived.by(() => this.line.presenter.heard.filter((said) => said.of === "chat"));
  readonly unread: number = $derived(this.open || this.#seen < 0 ? 0 : Math.max(0, this.said.length - this.#seen));
  /** What is on its way. */
  readonly sending: string[] = $derived.by(() => this.line.pending.flatMap((command) => (command.do === "chat" ? [command.text] : [])));

  get isOn(): boolean {
    return this.line.welcome?.settings.chat !== false;
  }

  /** Whether one may speak here: at a seat, or looking on where the table lets onlookers speak. */
  get maySpeak(): boolean {
    return this.isOn && (this.line.seat !== null || !!this.line.welcome?.settings.watch_chat);
  }

  read(): void {
    if (this.line.welcome && (this.open || this.#seen < 0)) this.#seen = this.said.length;
  }
}

/** Who said it, by the name of then; "You" only for what oneself has said. */
export function authorOf(said: Line, seats: Sat[], mine: number | null): string {
  const seat = seats[said.seat ?? -1];
  if (seat && said.seat === mine && said.generation === seat.generation && !seat.isOther) return say("you");
  return String(said.say.with?.name ?? "");
}

export const isOnlooker = (said: Line): boolean => said.say.key === "onlooker says";
export const wordsOf = (said: Line): string => String(said.say.with?.text ?? said.text);
