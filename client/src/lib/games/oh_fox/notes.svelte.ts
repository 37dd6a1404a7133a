/** A player's own notes: who is who. They stay in this browser. */
import { read, write } from "../../keep.svelte";
import { maybe, type ForestTable } from "./table";

type Opinion = "no" | "yes";
interface Kept {
  place: string; // table and seat
  opinions: Record<string, Opinion>; // "2 toad": what seat 2 is thought to be
  isShown: boolean;
}
const MOST = 12; // tables

/** Where somebody may stand: on this space, if one of these animals. */
export interface Ghost {
  seat: number;
  cell: string;
  animals: string[];
  isCertain: boolean;
}

export class Notes {
  opinions: Record<string, Opinion> = $state({});
  isShown = $state(true);

  /** `place`: null where a game is looked at again, with no notes of later turns; then nothing is kept either. */
  constructor(readonly place: string | null) {
    const kept = read<Kept[]>("notes", []).find((one) => one.place === place);
    if (!kept) return;
    this.opinions = kept.opinions;
    this.isShown = kept.isShown;
  }

  opinion(seat: number, animal: string): Opinion | null {
    return this.opinions[`${seat} ${animal}`] ?? null;
  }

  /** Perhaps, no, yes, perhaps … */
  turn(seat: number, animal: string): void {
    const key = `${seat} ${animal}`;
    const now = this.opinions[key];
    if (!now) this.opinions[key] = "no";
    else if (now === "no") this.opinions[key] = "yes";
    else delete this.opinions[key];
    this.#keep();
  }

  show(isShown: boolean): void {
    this.isShown = isShown;
    this.#keep();
  }

  #keep(): void {
    const { place, opinions, isShown } = this;
    if (place === null) return;
    const others = read<Kept[]>("notes", []).filter((one) => one.place !== place);
    write("notes", [{ place, opinions, isShown }, ...others].slice(0, MOST));
  }

  /** What a seat may still be: all are different animals, and the notes narrow it further. */
  left(table: ForestTable, seat: number): { animal: string; cell: string }[] {
    const may = maybe(table, seat);
    const sure = may.filter(({ animal }) => this.opinion(seat, animal) === "yes");
    return sure.length ? sure : may.filter(({ animal }) => this.opinion(seat, animal) !== "no");
  }

  ghosts(table: ForestTable): Ghost[] {
    return table.seats.flatMap((_, seat) => {
      if (seat === table.seat) return [];
      const left = this.left(table, seat);
      const cells = [...new Set(left.map(({ cell }) => cell))];
      return cells.map((cell) => ({
        seat,
        cell,
        animals: left.filter((one) => one.cell === cell).map(({ animal }) => animal),
        isCertain: cells.length === 1,
      }));
    });
  }
}
