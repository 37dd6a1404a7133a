import { advice, type Refused } from "./http";
import type { Ahead, Offer, Promise as Promised } from "./messages";
import { rest } from "./motion";
import type { Play } from "./play.svelte";
import type { Connection } from "./socket.svelte";

const CLOSER = 6; // moves that are followed ahead: half of them the most promising, half the least
const AGAIN = 3000; // milliseconds until a coach who is getting ready is asked again

/** What the coach says of the moves one has now. It knows what one's own seat sees. */
export class Coach {
  promises: ReadonlyMap<number, Promised> = $state.raw(new Map());
  ahead: ReadonlyMap<number, Ahead> = $state.raw(new Map());
  fault: Refused | null = $state.raw(null);
  #number = -1; // of the position that it speaks of

  constructor(
    readonly line: Connection,
    readonly play: Play,
  ) {}

  /** Who asked for one; all people at the table have to. */
  readonly asked: boolean = $derived.by(() => this.line.seat !== null && !!this.line.presenter.shown.view?.seats[this.line.seat]?.coached);
  readonly isOn: boolean = $derived.by(() => this.asked && this.waiting.length === 0);
  /** Whose yes is missing. */
  readonly waiting: number[] = $derived.by(() => (this.line.presenter.shown.view?.seats ?? []).filter((seat) => seat.kind === "human" && !seat.coached).map((seat) => seat.seat));
  /** Who would like a coach, if one has not said so oneself. */
  readonly wished: number[] = $derived.by(() => (this.asked || this.line.seat === null ? [] : (this.line.presenter.shown.view?.seats ?? []).filter((seat) => seat.kind === "human" && seat.coached).map((seat) => seat.seat)));

  ask(): void {
    void this.line.send({ do: "coach" });
  }

  /** The moves, the most promising first. */
  readonly best: Offer[] = $derived.by(() => {
    const share = (offer: Offer) => this.promises.get(offer.action)?.share ?? -1;
    return this.play.moves.filter((offer) => this.promises.has(offer.action)).sort((a, b) => share(b) - share(a));
  });
  /** Moves after which the game may be lost before one moves again, the worst first. */
  readonly dangers: [Offer, Ahead][] = $derived.by(() =>
    this.play.moves
      .flatMap((offer): [Offer, Ahead][] => (this.ahead.get(offer.action)?.lost ? [[offer, this.ahead.get(offer.action)!]] : []))
      .sort(([, a], [, b]) => b.lost - a.lost),
  );

  /** Think about the position that the board shows, until it shows another. */
  async look(): Promise<void> {
    const { line } = this;
    const number = line.presenter.shown.number;
    if (number === this.#number) return;
    this.#number = number;
    this.promises = new Map();
    this.ahead = new Map();
    this.fault = null;
    if (!this.isOn || this.play.moves.length < 2) return;
    const isNow = () => number === this.#number && line.presenter.shown.number === number;
    try {
      const told = await advice(line.table);
      if (!isNow() || told.number < number) return;
      this.promises = new Map(told.promises.map((promise) => [promise.action, promise]));
      for (const { action } of this.#inTurn()) {
        const { ahead } = await advice(line.table, action);
        if (!isNow()) return;
        if (ahead) this.ahead = new Map(this.ahead).set(action, ahead);
      }
    } catch (refused) {
      if (!isNow()) return;
      this.fault = refused as Refused;
      if (this.fault.code !== "no-advice-yet") return;
      await rest(AGAIN);
      if (isNow()) {
        this.#number = -1;
        await this.look();
      }
    }
  }

  /** What is followed ahead: the best moves, and the worst: there the dangers are. */
  #inTurn(): Offer[] {
    const { best } = this;
    return best.length <= CLOSER ? best : [...best.slice(0, CLOSER / 2), ...best.slice(-CLOSER / 2)];
  }

  /** What may come of the move that is looked at. */
  async follow(offer: Offer): Promise<void> {
    const number = this.#number;
    if (!this.isOn || this.ahead.has(offer.action) || !this.promises.has(offer.action)) return;
    const told = await advice(this.line.table, offer.action).catch(() => null);
    if (told?.ahead && number === this.#number) this.ahead = new Map(this.ahead).set(offer.action, told.ahead);
  }
}
