/** Slyest Fox in the client: the table as the server tells it, and small questions about it. */
import type { SaidPart, View as AnyView } from "../../messages";
import type { Attack as AttackView, DeckName as Deck, Fox as FoxView, Kind, Pack, Phase, Table as SlyTable } from "../../protocol/sly_fox";

export type { AttackView, Deck, FoxView, Kind, Pack, Phase, SlyTable };
export type View = AnyView<SlyTable>;

export const DECKS: Deck[] = ["attack", "defence"];
export const WINDOWS: Phase[] = ["help", "join", "clearing"];
const ATTACK_CODES = ["GOS", "TRA", "UAT", "WEA", "SAT", "ENO"];
const FIGHTING: Phase[] = ["respond", "help", "stopped", "press", "join"];

export const deckOf = (code: string): Deck => (ATTACK_CODES.includes(code) ? "attack" : "defence");
export const isFight = (table: SlyTable): boolean =>
  table.attack !== null && (FIGHTING.includes(table.phase) || (table.phase === "turn" && table.attack.ban));

/** The key of a part of an event, and the seat of a fox in it. */
export const keyOf = (part: SaidPart | undefined): string => (typeof part === "object" && "key" in part ? part.key : "");
export const seatOf = (part: SaidPart | undefined): number | null =>
  typeof part === "object" && "key" in part && typeof part.with?.seat === "number" ? part.with.seat : null;

/** Foxes and vixens take turns round the table. */
export const animalOf = (seat: number): string => (seat % 2 ? "vixen" : "fox");
export const ringOf = (seat: number): string => `var(--seat-${seat % 8})`;

export const countOf = (packs: Pack[]): number => packs.reduce((sum, pack) => sum + pack.count, 0);

export interface Ring {
  left: number[]; // from the near end to the far one
  top: number[];
  right: number[];
}

/** The others round the table, clockwise from my left; on the long side up to three. */
export function ringOfSeats(players: number, mine: number | null): Ring {
  const others = Array.from({ length: players }, (_, i) => ((mine ?? 0) + i + (mine === null ? 0 : 1)) % players);
  if (mine !== null) others.pop();
  const n = others.length;
  const side = n < 2 ? 0 : n > 5 ? 2 : 1;
  return { left: others.slice(0, side), top: others.slice(side, n - side), right: others.slice(n - side) };
}
