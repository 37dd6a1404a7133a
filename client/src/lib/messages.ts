/**
 * Every message of the web table, both ways: the mirror of `skulk/protocol/messages.py`, in the same order.
 *
 * What a server leaves out because it has its default (`omit_defaults`) is optional here.
 */

export type ClockKind = "off" | "relaxed" | "brisk" | "correspondence";

// ---- what a table is made of

/** How a table is run; what the game itself offers is in its options. */
export interface Settings {
  clock: ClockKind;
  beat: 0 | 2 | 4 | 8;
  bot_pace: number;
  stand_in: string;
  watch: boolean;
  chat: boolean;
  friends: boolean;
  watch_chat: boolean;
  listed: boolean;
}

export type Value = string | number | boolean | null | Value[];
export type Options = Record<string, Value>;

/** POST /api/tables. `seats`: "human" (you, once), "open", or a bot's name for each. */
export interface Make {
  game: string;
  options?: Options;
  seats?: string[];
  settings?: Partial<Settings>;
  name?: string;
  start?: boolean;
}

/** POST /api/tables/{table}/join: take an open seat, or one that a bot keeps warm. */
export interface Join {
  id: string;
  name?: string;
  seat?: number | null;
  share?: string | null;
}

/** POST /api/tables/{table}/seat: a seat link's token becomes this browser's cookie. */
export interface Redeem {
  token: string;
}

/** Your seat: `token` opens it anywhere. Keep it to yourself. */
export interface Seated {
  table: string;
  seat: number | null;
  token: string | null;
  commitment: string;
  waiting: number[];
}

// ---- commands: client → server

/** A deed without its id: `Connection.send` makes one up, once per deed. */
export type Deed =
  | { do: "move"; move: number | string; on?: number | null }
  | { do: "hold" }
  | { do: "standing"; move: string | null; until_turn?: boolean }
  | { do: "undo" }
  | { do: "consent"; yes: boolean }
  | { do: "admit"; seat: number; yes: boolean }
  | { do: "start" }
  | { do: "share"; share: string }
  | { do: "name"; name: string }
  | { do: "bot"; seat: number; bot: string | null }
  | { do: "leave" }
  | { do: "resign" }
  | { do: "back" }
  | { do: "nudge"; seat: number }
  | { do: "stand-in"; seat: number }
  | { do: "chat"; text: string; name?: string | null }
  | { do: "pawn"; pawn: string; space: string | null }
  | { do: "rematch" }
  | { do: "webhook"; url: string | null };

export type Command = Deed & { id: string };
export type FromClient = Command | { do: "ping"; id: string };

// ---- what is told: server → client

/** Words as key and parameters. */
export interface Said {
  key: string;
  with?: Record<string, SaidPart>;
}
export type SaidPart = string | number | Said | SaidPart[];

/** A legal move: its number, its words, and what on the table it touches. */
export interface Offer {
  action: number;
  text: string;
  say: Said;
  touches: string[];
}

/**
 * Who sits there. `bot`: who plays it; `away`: a bot sits in until its person returns; `free`: may be taken.
 * `generation` counts who has had the seat, as in a line of the chat.
 */
export interface SeatView {
  seat: number;
  kind: "human" | "bot" | "open";
  name: string;
  bot?: string | null;
  away?: boolean;
  free?: boolean;
  resigned?: string | null;
  generation?: number;
}

/** A seat as a page shows it. `isOther`: seen with its eyes by somebody who never sat there. */
export interface Sat extends SeatView {
  isOther?: boolean;
}

/** Somebody wants to take a move back; `waiting` lists the seats that have not answered. */
export interface UndoView {
  seat: number;
  waiting: number[];
}

/** Somebody would like to take a seat over; `waiting` lists the seats that have not agreed; empty: it is theirs. */
export interface KnockView {
  seat: number;
  name: string;
  waiting: number[];
}

/** Verifiable chance: SHA-256 of the seed from the start, the seed itself when the game is over. */
export interface Fair {
  commitment: string;
  shares?: string[] | null;
  seed?: string | null;
}

export interface Result {
  ranks: number[];
  scores: number[] | null;
  reason: { say: Said; text: string };
  returns: number[];
  resigned?: number[]; // seats, where the game was given up
}

/** All that a seat, or a spectator, knows now. */
export interface View {
  phase: "lobby" | "playing" | "over" | "aside";
  seats: SeatView[];
  fair: Fair;
  pace?: "turn" | "sealed" | "window" | null;
  acting?: number[];
  table?: Record<string, unknown> | null;
  moves?: Offer[];
  answer?: string | null;
  holds?: number | null;
  standing?: string | null;
  until_turn?: boolean;
  undo?: boolean;
  asking?: UndoView | null;
  knocks?: KnockView[];
  pawns?: Record<string, string>;
  result?: Result | null;
  next?: string | null;
  host?: number | null;
  webhook?: { url: string; key: string } | null;
}

/** One line of the log. `of`: game news, table news or chat. */
export interface Line {
  of: "game" | "table" | "chat";
  say: Said;
  text: string;
  seat?: number | null;
  at?: number | null;
  generation?: number | null;
  then?: (string | null)[] | null;
}

/** The first message on a connection without `since`: everything up to `number`; the log's last lines. */
export interface Welcome {
  type: "welcome";
  table: string;
  game: string;
  title: string;
  version: string;
  options: Options;
  settings: Settings;
  seat: number | null;
  number: number;
  log: Line[];
  view: View;
}

/** What happened and what is seen now. The numbers of a seat are 1, 2, 3 … without a hole. */
export interface Told {
  type: "told";
  number: number;
  news: Line[];
  view: View;
}

/** How a command ended. Refused: a code for programs, the rule where one applies, words for people. */
export interface Done {
  type: "done";
  id: string;
  outcome: "applied" | "duplicate" | "refused";
  code?: string;
  rule?: string;
  text?: string;
  say?: Said | null;
}

/** Milliseconds left of how many, for one seat. */
export interface Left {
  seat: number;
  left: number;
  of: number;
  warned: boolean;
}

/** Time at this moment: of the window (`beat`), or of the seats that are asked. */
export interface ClockNow {
  type: "clock";
  beat: [number, number] | null;
  seats: Left[];
}

/** Somebody is not connected. `wait`: milliseconds until the others may let a bot play on. */
export interface Missing {
  seat: number;
  wait: number;
}

/** Who is connected: seats, and how many look on; and which people are missing. */
export interface Presence {
  type: "presence";
  seats: number[];
  watching: number;
  missing: Missing[];
}

/** Too many messages: the next is read after this many milliseconds. Nothing is lost. */
export interface Slow {
  type: "slow";
  wait: number;
}

export interface Pong {
  type: "pong";
  id: string;
}

/** The last message before the server closes a connection, with the reason; `say`: for translation, where it has parameters. */
export interface Gone {
  type: "gone";
  code: string;
  text: string;
  say?: Said;
}

export type FromServer = Welcome | Told | Done | ClockNow | Presence | Slow | Pong | Gone;

// ---- answers of the HTTP API

/** Every error of the HTTP API; `say`: for translation, where it has parameters. */
export interface Refusal {
  code: string;
  text: string;
  rule?: string;
  say?: Said;
}

/** A finished game to look at again: what was called out in each step, and who moved in it. Step 0 is the deal. */
export interface Reel {
  game: string;
  title: string;
  version: string;
  options: Options;
  seats: SeatView[];
  seat: number | null;
  mine: number | null;
  open: boolean;
  news: Line[][];
  movers: (number | null)[];
  result: Result | null;
}

/** The table after a step, and who was asked then. */
export interface Frame {
  table: Record<string, unknown>;
  pace?: "turn" | "sealed" | "window" | null;
  acting?: number[];
}

/** The tables after steps `first`, `first` + 1 and so on. */
export interface Frames {
  first: number;
  frames: Frame[];
}

/** POST /api/replays: the text of a game file. */
export interface Bring {
  file: string;
}

/** Under this name it can be looked at, for a while. */
export interface Brought {
  replay: string;
}

export interface OptionInfo {
  name: string;
  takes: string;
  default: Value;
  values: string[];
  least: number | null;
  most: number | null;
  count: number | null;
}

export interface GameInfo {
  name: string;
  title: string;
  version: string;
  players: [number, number];
  options: OptionInfo[];
  variants: Options[];
  windows: boolean;
}

/** POST /api/fit: options for a table; `last` was chosen last and stays as it is. */
export interface Fit {
  game: string;
  options?: Options;
  last?: string | null;
}

/** Whom a seat plays. */
export interface Part {
  say: Said;
  text: string;
}

/** Options that go together, and what may be chosen beside them. */
export interface Fitted {
  options: Options;
  choices: Record<string, Value[]>;
  changed: string[];
  objection: string;
  parts: Part[];
}

export interface BotInfo {
  name: string;
  says: string;
}

/** What can be played here, and against whom. */
export interface HouseInfo {
  version: string;
  games: GameInfo[];
  bots: BotInfo[];
  url: string | null;
  webhooks: boolean;
  lists: boolean;
}

/** A table that its host has listed, with a seat for whoever comes. */
export interface OpenTable {
  table: string;
  game: string;
  title: string;
  host: string;
  players: number;
  open: number;
  options: Options;
  at: number;
}
