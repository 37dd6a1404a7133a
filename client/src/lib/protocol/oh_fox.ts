/** The table of oh_fox, as the server tells it. Written by `python -m skulk.protocol.typescript`: do not change it here. */

export type Role = "predator" | "prey";

/** A space of the board. `foods` on a space with food; `tunnel`: the colour of its other end. */
export interface Cell {
  name: string;
  x: number;
  y: number;
  kind: "food" | "home" | "tunnel" | "pond";
  foods: string[];
  tunnel: string | null;
}

/** One step of a way: over a route, through the air, or nowhere. */
export interface Leg {
  way: string;
  from: string;
  cell: string;
}

/**
 * Where one of one's own cards leads: its legs, the spaces it stands on in between, where it ends, and whether it
 * eats there.
 */
export interface Lead {
  way: Leg[];
  crosses: string[];
  cell: string;
  eats: boolean;
}

export interface Meeting {
  turn: number;
  seat: number;
}

/** What is certain before the film. */
export interface SoFar {
  hearts: number;
  wounds: number;
  met: Meeting[];
}

/** Cards of one kind in a hand, and how many are left. */
export interface Stack {
  name: string;
  left: number;
}

export interface Possible {
  animal: string;
  cell: string;
}

/** How far one is with an objective, of how much, and whether it can still be done. */
export interface Aim {
  now: number;
  of: number;
  open: boolean;
}

/**
 * A player. `card`: chosen and not yet revealed, where this seat may know it. `possible`: where each animal that it
 * may be would stand. `way`: the legs of the last card, `eaten`: where it has eaten, `meals_left`: where it can still
 * eat, `aims`: how far it is with each objective, where the animal is known. What follows `guess` is there once the
 * film is over.
 */
export interface Player {
  name: string;
  colour: string;
  home: string;
  role: Role | null;
  animal: string | null;
  food: string | null;
  trigger: string | null;
  hand: Stack[];
  row: string[];
  answered: boolean;
  card: string | null;
  possible: Possible[];
  way: Leg[];
  eaten: string[];
  meals_left: string[];
  aims: Aim[];
  guess: string | null;
  meals?: number;
  swims?: number;
  attacked?: number;
  wounds?: number;
  hearts?: number;
  cell?: string;
  score?: number;
  first_trigger?: number;
}

export interface Moved {
  seat: number;
  step: number;
  way: string;
  cell: string;
}

/** `moment`: H1 half-way through the first step, E1 at its end. */
export interface Attacked {
  seat: number;
  moment: string;
  place: string;
}

export interface Meal {
  seat: number;
  cell: string;
}

export interface Healed {
  seat: number;
  wounds: number;
}

/** What happens in one turn of the film. */
export interface FilmTurn {
  turn: number;
  moves: Moved[];
  attacks: Attacked[];
  meals: Meal[];
  healed: Healed[];
}

/**
 * Hearts that are counted after the film, for a "guess", a "feast", coming "home", "all" that were caught, or an
 * objective.
 */
export interface Award {
  seat: number;
  for: string;
  hearts: number;
}

/** `foods`: what each prey laid out eats. `leads`: by the number of the move. */
export interface Table {
  turn: number;
  turns: number;
  phase: "choose" | "guess" | "over";
  masked: boolean;
  healing: "one" | "both";
  seat: number | null;
  predator: number | null;
  predators: string[];
  prey: string[];
  foods: Record<string, string>;
  objectives: string[];
  cells: Cell[];
  routes: string[];
  leads: Lead[];
  so_far: SoFar | null;
  seats: Player[];
  film: FilmTurn[];
  awards: Award[];
  winners: number[];
}
