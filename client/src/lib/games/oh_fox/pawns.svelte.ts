/** The predator's pawns: notes on the map that everybody sees, and that may mislead. They are no moves. */
import type { Connection } from "../../socket.svelte";

export class Pawns {
  /** The seat whose pawn is in hand, to be put on a space. */
  placing: number | null = $state(null);

  constructor(
    readonly hand: () => Connection | null,
    readonly put_down: () => Record<string, string>, // "seat:1" on "cell:B3"
  ) {}

  /** Seats with the space where their pawn stands. */
  get standing(): { seat: number; space: string }[] {
    return Object.entries(this.put_down()).map(([pawn, cell]) => ({ seat: Number(pawn.slice(5)), space: cell.slice(5) }));
  }

  of(seat: number): string | null {
    return this.standing.find((one) => one.seat === seat)?.space ?? null;
  }

  /** Put a pawn on a space, or take it off the map. */
  put(seat: number, space: string | null): void {
    this.placing = null;
    if (this.of(seat) !== space) this.hand()?.send({ do: "pawn", pawn: `seat:${seat}`, space: space && `cell:${space}` });
  }

  /** Take a pawn up, put it back, or take it off the map. */
  turn(seat: number): void {
    if (this.of(seat)) this.put(seat, null);
    else this.placing = this.placing === seat ? null : seat;
  }
}
