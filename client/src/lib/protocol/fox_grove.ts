/** The table of fox_grove, as the server tells it. Written by `python -m skulk.protocol.typescript`: do not change it here. */

export type Colour = "blue" | "purple" | "orange" | "yellow";

export type Home = "tree" | "mushroom" | "leaf";

export type Phase = "exchange" | "draw" | "under" | "trick" | "pick" | "reward" | "thirteen" | "pay" | "bonus" | "deliver" | "keep" | "finished";

export type Resource = "wood" | "nuts" | "maple";

export type Variant = "base" | "pro";

/** A card: its name on the table, how it reads, what it rewards. */
export interface Card {
  name: string;
  text: string;
  colour: Colour;
  number: number;
  resource: "wood" | "nuts" | "maple" | "berry" | "advance";
  amount: number;
}

/** A card of the trick, and who has laid it. */
export interface Laid {
  name: string;
  text: string;
  colour: Colour;
  number: number;
  resource: "wood" | "nuts" | "maple" | "berry" | "advance";
  amount: number;
  seat: number | "frank";
}

/** A pile or a store, and how much is left of it. */
export interface Heap {
  name: string;
  left: number;
}

export interface Level {
  level: number;
  cost: number[];
  points: number;
  bonus: boolean;
  markers: number[];
}

export interface House {
  name: string;
  title: Home;
  side: "A" | "B";
  levels: Level[];
}

export interface Cost {
  name: string;
  resource: Resource;
  amount: number;
}

/** What is left to pay. */
export interface Due {
  goods: number[];
  berries: number;
}

/** A climb that is being paid. `short`: it cannot be paid without help; `steps`: what is left after a move. */
export interface Advance {
  name: string;
  house: Home;
  cost: Cost[];
  drop: boolean;
  short: boolean;
  steps: Record<number, Due>;
}

/** A way to pay for a climb: the owls that help, blackberries, and of each resource (unknown: there is a choice). */
export interface Payment {
  owls: string[];
  berries: number;
  goods: number[] | null;
}

/** The ways to pay with the least help, and whether the payment asks for anything. */
export interface Price {
  ways: Payment[];
  asks: boolean;
}

/** What a resource may be turned into. */
export interface Into {
  name: string;
  resource: Resource;
}

/** An owl that may still be won. */
export interface NewOwl {
  name: string;
  title: string;
}

/** Resources that may be kept. */
export interface Keep {
  name: string;
  resources: number[];
}

export interface Owl {
  name: string;
  title: string;
  side: "awake" | "asleep";
}

/**
 * A player. `values` of the blackberries, and the `score`: one's own, and at the end everybody's. `known`: cards in
 * hand that whoever looks has seen. `chosen`: how many secret choices are made, while such are asked. `counted`:
 * at the end what the score is made of, each house, the blackberries, the lowest level.
 */
export interface Player {
  name: string;
  held: number;
  resources: number[];
  levels: number[];
  owls: Owl[];
  berries: number;
  values: number[] | null;
  spent: number;
  voids: Colour[];
  known: Card[];
  played: Card[];
  chosen: number | null;
  points: number;
  score: number | null;
  counted: number[];
}

export interface Frank {
  played: Card[];
}

/** What one gave, received and put under the pile this round. */
export interface Exchange {
  gave: Card[];
  received: Card[];
  under: Card[];
}

/**
 * `order`: who plays in this trick, one after the other. `ahead`: the card of it that wins so far. `helped`: the
 * moves of whoever looks after which an owl may help with the reward. `prices`: of each house, for whoever may climb
 * now. `vain`: a 13 would bring whoever looks nothing.
 */
export interface Table {
  players: number;
  seat: number | null;
  variant: Variant;
  round: number;
  rounds: number;
  phase: Phase;
  turn: number | null;
  fox: number;
  trick: number;
  tricks: number;
  leader: number;
  order: (number | "frank")[];
  hand: Card[];
  table: Laid[];
  ahead: string | null;
  owed: number;
  named: Card[];
  reward: Card | null;
  helped: number[];
  pile: Heap;
  houses: House[];
  track: number[];
  advance: Advance | null;
  prices: (Price | null)[];
  vain: boolean;
  into: Into[];
  berries: Heap;
  new_owls: NewOwl[];
  keeps: Keep[];
  seats: Player[];
  played: Card[];
  frank: Frank | null;
  exchange: Exchange | null;
}
