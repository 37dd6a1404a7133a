/** Outfoxed in the client: the table as the server tells it, and where things lie on the drawn board. */
import type { Said, View } from "../../messages";

export type Side = "fox" | "crow";
export const SIDES: Side[] = ["fox", "crow"]; // by seat

/** A card of the floor, or one that lies in front of Crow. */
export interface CardView {
  name: string;
  cell?: string;
  side: "up" | "down";
  card: string | null; // its kind, where this seat may be shown it
  back: string; // "plain", or the kind that has a back of its own
  known: Side[]; // who has looked at it
  fixed: boolean;
  no_rabbit: boolean;
  stirred: boolean;
}

export interface OutfoxedTable {
  cells: CardView[];
  fox: string;
  bear: string;
  arrow: string | null;
  vixen: string | null;
  crow: number;
  eagle: number;
  sun: number;
  round: number;
  line: string[]; // the row or column beside Crow
  decision: string;
  seat: number | null;
  box: Record<string, string>; // what is printed on each kind of card
  hand: Record<string, number> | null;
  held: number;
  held_backs: string[];
  deck: number;
  deck_back: string | null;
  discards: Record<string, number>;
  captured: string[];
  bait: string[];
  removed: CardView[];
  exchanges_left: number;
  flights: number[]; // where holding the Vixen back leads: how far the Eagle may fly then
  flags: string[];
  steps: number;
  reach: number;
  active: string | null;
  face: string | null;
  picked: string | null;
  recalled: Record<string, number> | null;
  memory: "aided" | "unaided";
  winner: Side | null;
  reason: string | null;
}

export const tableOf = (view: View): OutfoxedTable => view.table as unknown as OutfoxedTable;

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
