/** The table of sly_fox, as the server tells it. Written by `python -m skulk.protocol.typescript`: do not change it here. */

export type Aloof = "free" | "resting" | "lies";

export type DeckName = "attack" | "defence";

export type Kind = "gossip" | "trap";

export type Mode = "ffa" | "duel" | "team";

export type Phase = "turn" | "respond" | "help" | "stopped" | "press" | "join" | "refill" | "shed" | "clearing" | "floor" | "over";

export type Reason = "survivor" | "victim" | "duel" | "team" | "turn_cap" | "quiet_woods";

export type Stakes = "over" | "nine" | "under";

/** Turns until the game is over: at the most, and if nobody attacks. */
export interface Left {
  cap: number;
  quiet: number;
}

/** Cards of one kind: `name` is card:GOS in hand, pile:GOS on a pile, area:GOS in an attack, shown:GOS laid open. */
export interface Pack {
  name: string;
  code: string;
  deck: DeckName;
  count: number;
}

/**
 * A player. `cards`: how many, where the number may be shown; `stakes`: whether that is over, just or under what a
 * hand should have, of a fox that whoever looks may challenge; `hand` and `character` where they lie open.
 */
export interface Fox {
  name: string;
  seat: number;
  live: boolean;
  ghost: boolean;
  lives: number;
  gossiped: number;
  trapped: number;
  idc: Aloof;
  band: "few" | "some" | "many";
  cards: number | null;
  stakes: Stakes | null;
  hand: Pack[] | null;
  character: string | null;
  character_name: string;
  face_up: boolean;
  team: Kind | null;
  has_challenged: boolean;
  character_used: boolean;
}

export interface Deck {
  name: string;
  left: number;
}

/** An attack as it stands. `matching`: the cards that make it stronger and weaker. */
export interface Attack {
  attacker: number;
  target: number | null;
  kind: Kind | null;
  attack: number;
  defence: number;
  ban: boolean;
  cards: Pack[];
  matching: string[] | null;
}

/**
 * `next`: whose turn comes after this one. `two_left`: of three or more. `opens`: the kinds of attack that a card
 * may open, `free`: the cards that count nothing in one. `ranks` when the game is over.
 */
export interface Table {
  mode: Mode;
  players: number;
  extension: boolean;
  ending: "last_survivor" | "first_victim" | "duel" | "team";
  phase: Phase;
  turn: number;
  left: Left;
  active: number;
  next: number;
  two_left: boolean;
  seat: number | null;
  asked: number[];
  answered: boolean;
  foxes: Fox[];
  hand: Pack[];
  decks: Record<DeckName, Deck>;
  piles: Record<DeckName, Pack[]>;
  attack: Attack | null;
  opens: Record<string, Kind[]>;
  free: string[];
  over: boolean;
  reason: Reason | null;
  ranks: number[] | null;
}
