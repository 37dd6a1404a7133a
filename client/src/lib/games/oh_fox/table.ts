/** Oh, Fox! in the client: the table as the server tells it. */
import type { View } from "../../messages";

export interface CellView {
  name: string;
  x: number;
  y: number;
  kind: "food" | "home" | "tunnel" | "pond";
  foods: string[];
  tunnel: string | null;
}

export interface PlayerView {
  name: string;
  colour: string;
  home: string;
  role: "predator" | "prey" | null;
  animal: string | null;
  food: string | null;
  trigger: string | null;
  hand: { name: string; left: number }[];
  row: string[]; // "S:N", "X"
  answered: boolean;
  card: string | null; // chosen and not yet revealed, where we may know it
  possible: { animal: string; cell: string }[]; // where each animal that it may be would stand
  way: Leg[]; // the legs of the last card, where the animal is known
  eaten: string[]; // where it has eaten, where the animal is known
  aims: { now: number; of: number; open: boolean }[]; // how far it is with each objective, where the animal is known
  guess: string | null;
  score?: number; // this and what follows: once the film is over
  cell?: string;
  attacked?: number;
  first_trigger?: number;
}

export interface Leg {
  way: string; // a route, "air" or "nowhere"
  from: string;
  cell: string;
}

/** Where one of one's own cards leads. */
export interface Lead {
  way: Leg[];
  crosses: string[]; // the spaces it stands on in between
  cell: string;
  eats: boolean;
}

/** What is certain before the film. */
export interface SoFar {
  hearts: number;
  wounds: number;
  met: { turn: number; seat: number }[];
}

export interface FilmTurn {
  turn: number;
  moves: { seat: number; step: number; way: string; cell: string }[];
  attacks: { seat: number; moment: string; place: string }[];
  meals: { seat: number; cell: string }[];
  healed: { seat: number; wounds: number }[];
}

export interface Award {
  seat: number;
  for: string; // "guess", "feast", "home", "all", or an objective
  hearts: number;
}

export interface ForestTable {
  turn: number;
  phase: "choose" | "guess" | "over";
  masked: boolean;
  seat: number | null;
  predator: number | null;
  predators: string[];
  prey: string[];
  objectives: string[];
  cells: CellView[];
  routes: string[];
  leads: Lead[]; // by the number of the move
  so_far: SoFar | null;
  seats: PlayerView[];
  film: FilmTurn[];
  awards: Award[];
  winners: number[];
}

export const TURNS = 8;
export const FOODS: Record<string, string> = { hedgehog: "worms", rabbit: "clover", rat: "grain", sparrow: "berries", squirrel: "nuts", toad: "flies" };
export const SIDES = ["north", "east", "south", "west"];
export const KINDS: Record<string, string> = { S: "single", D: "double", M: "move-stop", T: "trigger", X: "stop" };

export const tableOf = (view: View): ForestTable => view.table as unknown as ForestTable;
export const spaceOf = (cell: CellView): string => cell.name.slice(5);
export const kindOf = (card: string): string => KINDS[card[0]!]!;
/** Which way a written card points: 0 is north, null a stop. */
export const sideOf = (card: string): number | null => (card.length > 1 ? "NESW".indexOf(card[2]!) : null);

/** The side that a move touches, -1 where it points nowhere. */
export const sideIn = (touches: string[]): number => SIDES.findIndex((side) => touches.includes(`side:${side}`));

/** Where a player stands whose animal is known. */
export const placeOf = (player: PlayerView): string => player.cell ?? player.possible[0]?.cell ?? player.home;

/** What a player may still be in the eyes of whoever looks: one's own animal is nobody else's. */
export function maybe(table: ForestTable, seat: number): { animal: string; cell: string }[] {
  const mine = table.seat === null ? null : table.seats[table.seat]!.animal;
  return table.seats[seat]!.possible.filter(({ animal }) => seat === table.seat || animal !== mine);
}

/** Whether a space has food that this player still can eat. */
export const feeds = (cell: CellView, player: PlayerView | null): boolean =>
  player?.food != null && cell.foods.includes(player.food) && !player.eaten.includes(spaceOf(cell));

/** What takes the place of a thing that had the keyboard gets it, and does not lose those who play by keys. */
export function takeFocus(part: HTMLElement): void {
  if (document.activeElement === document.body) part.focus({ preventScroll: true });
}
