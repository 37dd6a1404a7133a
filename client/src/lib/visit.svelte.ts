/** Coming to a table: by a seat's link, to a free seat, or to look on; and what is due when one sits there. */
import { untrack } from "svelte";
import { Absence } from "./absence.svelte";
import { join, redeem, type Refused } from "./http";
import { keep, wish } from "./keep.svelte";
import type { Join, KnockView, SeatView, View } from "./messages";
import { Connection, token } from "./socket.svelte";

export class Visit {
  readonly line: Connection;
  readonly absence: Absence;
  /** Why a link did not open its seat, or a seat was not given. */
  fault = $state("");

  // In a running game the people at the table are asked first. Asked again with the same id, the seat is given when all
  // have agreed; a page that is loaded anew goes on waiting.
  #asking: Join | null = $state.raw(null);
  #hasShared = false;

  /** For the life of the component that makes it. */
  constructor(readonly table: string) {
    this.#asking = wish.of(table);
    this.line = new Connection(table, this.#opened());
    this.absence = new Absence(this.line);
    $effect(() => this.#askAgain());
    $effect(() => this.#greet());
    $effect(() => {
      if (this.#view?.phase === "over" && !this.#view.guide && this.line.seat !== null) untrack(() => keep.end(table));
    });
    $effect(() => () => this.line.close());
  }

  get #view(): View | null {
    return this.line.presenter.shown.view;
  }

  /** Seats that may be taken. */
  readonly free: SeatView[] = $derived.by(() => (this.#view?.seats ?? []).filter((seat) => seat.free));
  /** What one has asked for, as the others see it. */
  readonly knock: KnockView | undefined = $derived.by(() => {
    const asking = this.#asking;
    return asking ? this.#view?.knocks?.find((other) => other.seat === asking.seat) : undefined;
  });

  /** Take a seat; without one that is named, the first that is free and nobody has asked for. */
  async sit(name: string, seat: number | null): Promise<void> {
    keep.name = name;
    const asked = this.#view?.knocks?.map((other) => other.seat) ?? [];
    const where = seat ?? (this.#view?.phase === "playing" ? this.free.find((other) => !asked.includes(other.seat))?.seat : null);
    await this.#ask({ id: token(), name, seat: where ?? null, share: token() });
  }

  /** A seat's link carries its token behind #: it becomes a cookie and leaves the address bar. */
  async #opened(): Promise<void> {
    const token = location.hash.slice(1);
    if (!token) return;
    history.replaceState(null, "", location.pathname);
    await redeem(this.table, { token }).catch((refused: Refused) => (this.fault = refused.message));
  }

  async #ask(wanted: Join): Promise<void> {
    try {
      const seated = await join(this.table, wanted);
      this.#asking = seated.seat === null ? wanted : null;
      if (seated.seat !== null) this.line.again();
    } catch (refused) {
      this.#asking = null;
      throw refused;
    } finally {
      wish.keep(this.table, this.#asking);
    }
  }

  #askAgain(): void {
    const wanted = this.#asking;
    if (!wanted || this.line.seat !== null || this.knock?.waiting.length) return;
    untrack(() => this.#ask(wanted).catch((refused: Refused) => (this.fault = refused.message)));
  }

  /** The home page remembers where one sits; every seat gives its part of all chance before the deal. */
  #greet(): void {
    const { welcome, seat } = this.line;
    if (!welcome || seat === null) return;
    untrack(() => {
      keep.remember({ table: this.table, game: welcome.game, title: welcome.title, ...(welcome.view.guide && { guide: true }) });
      this.absence.greet(welcome.number, welcome.view);
      if (welcome.view.phase === "lobby" && !this.#hasShared) this.line.send({ do: "share", share: token() });
      this.#hasShared = true;
    });
  }
}
