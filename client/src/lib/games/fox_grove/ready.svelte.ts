/** Double and Convert are taken up before the card that they are meant for; without one its reward is simply taken. */
import type { Offer } from "../../messages";
import type { Choice, Play } from "../../play.svelte";
import type { Seen } from "..";
import { type GroveTable, type OwlView } from "./table";

const HELPERS = new Set(["double", "convert"]);
const TAKE = "take"; // what follows a card where no owl is taken up

export class Ready {
  /** The owl that is taken up, by its name on the table. */
  owl: string | null = $state(null);
  /** The answer is on its way. */
  isTaking = $state(false);

  constructor(
    readonly play: Play,
    readonly line: Seen<GroveTable>,
  ) {}

  /** Each card that an owl could help with carries its answer along. */
  spread(offers: Offer[]): Choice[] {
    const table = this.#table;
    if (!table || !this.#owls(table).length) return offers;
    return offers.map((offer) => (table.helped.includes(offer.action) ? { ...offer, then: this.owl ?? TAKE } : offer));
  }

  /** Whether an owl could be taken up now. */
  fits(owl: OwlView): boolean {
    const table = this.#table;
    return !!table && !this.play.isWaiting && this.#owls(table).some(({ name }) => name === owl.name) && this.play.moves.some((offer) => offer.then);
  }

  turn(owl: OwlView): void {
    this.owl = this.owl === owl.name ? null : owl.name;
  }

  /** Whether the reward that is asked about has been answered along with its card. */
  get isAnswering(): boolean {
    return (this.isTaking || this.play.next !== null) && this.#table?.phase === "reward";
  }

  /** Answer for the reward of the card that was touched; what Convert takes instead is asked. */
  answer(): void {
    const { next } = this.play;
    const owl = this.#table && this.#owls(this.#table).find(({ name }) => name === next);
    const key = next === TAKE ? "take" : owl?.title === "double" ? "take twice" : null;
    const offer = this.play.moves.find(({ say }) => say.key === key);
    this.play.next = this.owl = null;
    if (!offer) return;
    this.isTaking = true;
    this.play.make(offer);
  }

  get #table(): GroveTable | null {
    return this.line.presenter.shown.view?.table ?? null;
  }

  #owls(table: GroveTable): OwlView[] {
    const mine = this.line.seat;
    return mine === null ? [] : table.seats[mine]!.owls.filter(({ title, side }) => HELPERS.has(title) && side === "awake");
  }
}
