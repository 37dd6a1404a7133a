/** The table of outfoxed, as the server tells it. Written by `python -m skulk.protocol.typescript`: do not change it here. */

export type Side = "fox" | "crow";

/**
 * A card of the floor, on its `cell`, or one that lies in front of Crow. `card`: its kind, where this seat may be
 * shown it; `back`: "plain", or the kind that has a back of its own; `known`: who has looked at it.
 */
export interface Card {
  cell?: string;
  name: string;
  side: "up" | "down";
  card: string | null;
  back: string;
  known: Side[];
  fixed: boolean;
  no_rabbit: boolean;
  stirred: boolean;
}

/**
 * `line`: the row or column beside Crow. `box`: what is printed on each kind of card. `flights`: where holding the
 * Vixen back leads, how far the Eagle may fly then. `doubles`: flights that spend its double move. `bear_next`: cells
 * that Bear may enter with its next step. `wins`: who wins at once where a bird or Bear goes, by what is touched.
 */
export interface Table {
  cells: Card[];
  fox: string;
  bear: string;
  arrow: string | null;
  vixen: string | null;
  crow: number;
  eagle: number;
  sun: number;
  round: number;
  line: string[];
  decision: string;
  seat: number | null;
  box: Record<string, string>;
  hand: Record<string, number> | null;
  held: number;
  held_backs: string[];
  deck: number;
  deck_back: string | null;
  discards: Record<string, number>;
  captured: string[];
  bait: string[];
  removed: Card[];
  exchanges_left: number;
  flights: number[];
  doubles: number[];
  bear_next: string[];
  wins: Record<string, Side>;
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
