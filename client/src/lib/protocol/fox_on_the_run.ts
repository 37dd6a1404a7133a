/** The table of fox_on_the_run, as the server tells it. Written by `python -m skulk.protocol.typescript`: do not change it here. */

import type { Said } from "./messages";

export type Faction = "foxes" | "guardians";

export type Phase = "step" | "arrow" | "ability" | "second" | "push";

export type Reason = "rescue" | "capture" | "all_revealed" | "limit";

export type Winner = "foxes" | "guardians" | "nobody";

export type Ends = "stop" | "reveal" | "fork" | "push" | "rescue" | "capture" | "all_revealed" | "limit";

/** A tile on its square. `used`: it has acted in this turn; `under`: what lies face down, where all is open. */
export interface Tile {
  name: string;
  square: string;
  face: "down" | "start" | "up";
  arrows?: string; // of a tile that lies face up, like `used`
  used?: boolean;
  under?: string;
}

export interface Character {
  name: string;
  square: string;
  faction: Faction;
  seat: number;
}

/**
 * Where a step leads, as far as everybody can see: the squares that are come to, and how it ends. `shut`: where no
 * arrow can be followed (R19), who is in the way; nobody, where they all lead off the board.
 */
export interface Lead {
  way: string[];
  ends: Ends;
  shut?: string[];
}

/**
 * `leads`: where a step leads, by the square that is entered first. `blocked`: why the mover may not go there, by
 * square. `wins`: who wins at once if the mover goes to a square, or reveals it. `in_reach`: as things lie, Zev would
 * catch Indigo; `guarded`: he is next to Scarlet, and Indigo may not come to her. `hidden`: how many tiles that print
 * each face are still face down.
 */
export interface Table {
  tiles: Tile[];
  characters: Character[];
  order: string[];
  mover: string;
  seat: number;
  phase: Phase;
  selected: string | null;
  pushed: string | null;
  leads: Record<string, Lead>;
  blocked: Record<string, Said>;
  wins: Record<string, Faction>;
  in_reach: boolean;
  guarded: boolean;
  face_down: number;
  hidden: Record<string, number>;
  completed: number;
  turn_limit: number;
  winner: Winner | null;
  reason: Reason | null;
}
