/** Outfoxed in the client: the table as the server tells it, and where things lie on the drawn board. */
import type { Said, View as AnyView } from "../../messages";
import type { Card as CardView, Side, Table as OutfoxedTable } from "../../protocol/outfoxed";

export type { CardView, OutfoxedTable, Side };
export type View = AnyView<OutfoxedTable>;

export const SIDES: Side[] = ["fox", "crow"]; // by seat


// ---- the board: seven by seven, the floor within the rim

export const RIM = 20;
export const ROUNDS = 20;
export type Spot = readonly [column: number, row: number];

export const spotOf = (cell: string): Spot => [Number(cell[2]), Number(cell[0])];

export function spotOnRim(space: number): Spot {
  if (space < 5) return [space + 1, 0];
  if (space < 10) return [6, space - 4];
  return space < 15 ? [15 - space, 6] : [0, 20 - space];
}

/** The spaces that a bird comes to on its way along the rim, the shorter way round. */
export function rimBetween(from: number, to: number): number[] {
  const step = (to - from + RIM) % RIM <= RIM / 2 ? 1 : RIM - 1;
  return Array.from({ length: apart(from, to) }, (_, i) => (from + (i + 1) * step) % RIM);
}

/** How many spaces lie between two on the rim, the shorter way round. */
export function apart(a: number, b: number): number {
  const way = (((a - b) % RIM) + RIM) % RIM;
  return Math.min(way, RIM - way);
}

export function stepsApart(a: string, b: string): number {
  const [from, to] = [spotOf(a), spotOf(b)];
  return Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]);
}

// ---- what an event says

export const wordOf = (part: unknown): string => (typeof part === "object" ? ((part as Said)?.key ?? "") : String(part));
/** "card.deer_mouse" → "deer_mouse"; a card without a key has a name only, and none here. */
export const kindOf = (part: unknown): string | null => (wordOf(part).startsWith("card.") ? wordOf(part).slice(5) : null);
