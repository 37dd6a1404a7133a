/** Every message of the web table, both ways. Written by `python -m skulk.protocol.typescript`: do not change it here. */

export type Clock = "off" | "relaxed" | "brisk" | "correspondence";

/** A part of what is said. */
export type SaidPart = string | number | Said | SaidPart[];

/** The value of an option. */
export type Value = string | number | boolean | null | Value[];

/** Words as key and parameters: a phrase as JSON. */
export interface Said {
  key: string;
  with?: Record<string, SaidPart>;
}

/** How a table is run; what the game itself offers is in its options. */
export interface Settings {
  clock: Clock;
  beat: 0 | 2 | 4 | 8; // seconds a window lasts; 0 waits for all answers, for tables without people
  bot_pace: number; // seconds a bot takes for a move, on average
  stand_in: string; // the bot that sits in for who is away or has left
  watch: boolean; // whether others may look on
  chat: boolean;
  friends: boolean; // in a running game anybody may take a free seat unasked, also who has seen another hand
  watch_chat: boolean; // whether those who look on may chat
  listed: boolean; // whether the house shows it to everybody as long as a seat is open
}

/** POST /api/tables. `seats`: "human" (you, once), "open" or a bot's name for each; left out: you and open seats. */
export interface Make {
  game: string;
  options?: Record<string, Value>;
  seats?: string[] | null;
  settings?: Partial<Settings>;
  name?: string;
  start?: boolean; // deal at once; seats still open are played by bots that anybody may take over
}

/** POST /api/guides/{game}: a guided table. `step`: where it begins; `pace`: seconds the others take for a move. */
export interface Learn {
  name: string;
  step: number;
  pace: number;
}

/**
 * POST /api/tables/{table}/join: take an open seat, or one that a bot keeps warm.
 *
 * Asked again with the same id, the same seat is given again: so make it long and random, and keep it to yourself. In
 * a running game the people at the table have to agree first: the answer is 202 and says who has not yet.
 */
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

/**
 * All that your seat may know, field by field of the game's `State`: −1 unknown, −2 nobody or nothing.
 *
 * `number` is that of your last message: this is what the seat sees now, and the message's `view` shows the same.
 */
export interface Sight {
  number: number;
  seat: number;
  seen: Record<string, unknown>;
}

/** Your seat: `token` opens it anywhere (a link's fragment, a bot's bearer token). Keep it to yourself. */
export interface Seated {
  table: string;
  seat: number | null;
  token: string | null;
  commitment: string;
  waiting: number[]; // seats whose people have to agree first: ask again with the same id
}

/**
 * A move as number or in words; in a window a sealed answer, which may be changed until the beat ends.
 *
 * `on`: the number of the view it was chosen from. A move for a question that is gone is refused as stale.
 */
export interface Move {
  do: "move";
  id: string;
  move: number | string;
  on?: number | null;
}

/** Prolong this window by ten seconds; nobody learns who did. */
export interface Hold {
  do: "hold";
  id: string;
}

/** Answer coming windows with this move, in words: a pass until further notice, anything else once. null: ask me. */
export interface Standing {
  do: "standing";
  id: string;
  move?: string | null;
  until_turn?: boolean; // only until you are asked alone: in your turn, or because you are attacked
}

/** Have a coach from now on, or agree to one: it speaks to all people at the table once all of them have said so. */
export interface Coach {
  do: "coach";
  id: string;
}

/** Take your last move back; the others are asked if something was shown or somebody acted since. */
export interface Undo {
  do: "undo";
  id: string;
}

/** Your answer to somebody who wants to take a move back. */
export interface Consent {
  do: "consent";
  id: string;
  yes: boolean;
}

/** Your answer to somebody who would like to take a seat over; a no counts also after the others' yes. */
export interface Admit {
  do: "admit";
  id: string;
  seat: number;
  yes: boolean;
}

/** Deal: the host's to do. Seats still open are played by bots that anybody may take over. */
export interface Start {
  do: "start";
  id: string;
}

/** Your part of all chance, before the deal and after you have seen the commitment. */
export interface GiveShare {
  do: "share";
  id: string;
  share: string;
}

export interface Rename {
  do: "name";
  id: string;
  name: string;
}

/** Before the deal, the host alone: let a bot have a seat, or open it again with bot = null. */
export interface SitBot {
  do: "bot";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Stand up for good: the seat's links are void, a bot plays on until somebody takes the seat. */
export interface Leave {
  do: "leave";
  id: string;
}

/** Give the game up. It ends if only one side is left or no person who plays on; else a bot plays on for good. */
export interface Resign {
  do: "resign";
  id: string;
}

/** Take your own seat back from the bot that sat in for you. */
export interface Back {
  do: "back";
  id: string;
}

/** Remind somebody whose turn it is; once for a question. */
export interface Nudge {
  do: "nudge";
  id: string;
  seat: number;
}

/** Let a bot play on for somebody who has been gone for a while: it does when all who are here have said so. */
export interface StandIn {
  do: "stand-in";
  id: string;
  seat: number;
}

/** Say something. Whoever looks on says under which `name`, where the table lets onlookers speak. */
export interface Chat {
  do: "chat";
  id: string;
  text: string;
  name?: string | null;
}

/**
 * Put a pawn on the board for all to see, or take it off (space = null): a note and no move, true or not.
 *
 * `pawn` and `space` are names of things on the table. Only in games that give you pawns for it.
 */
export interface Pawn {
  do: "pawn";
  id: string;
  pawn: string;
  space?: string | null;
}

/** After the end: another table with the same seats and options. */
export interface Rematch {
  do: "rematch";
  id: string;
}

/**
 * At a guided table: go to where a step begins, forward or back; after the last one the real game begins.
 *
 * A step on another seat, and the real game, are at another table: `view.next` names it, `POST …/follow` seats you.
 */
export interface ToStep {
  do: "guide";
  id: string;
  step: number;
}

/** Be called at this address when you are asked and nobody is connected; null: no more. Needs `--webhooks`. */
export interface SetWebhook {
  do: "webhook";
  id: string;
  url?: string | null;
}

/** Answered by `pong`. */
export interface Ping {
  do: "ping";
  id: string;
}

/** A legal move: its number, its words, and what on the table it touches. */
export interface Offer {
  action: number;
  text: string;
  say: Said;
  touches: string[];
}

/**
 * Who sits there. `bot`: who plays it; `away`: a bot sits in until its person returns; `free`: may be taken;
 * `resigned`: who has given the game up there; `coached`: wants a coach, or agrees to one.
 *
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
  coached?: boolean;
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

/** A reason, for translation and in English. */
export interface Why {
  say: Said;
  text: string;
}

/** How a game has ended. `resigned`: seats, where it was given up. */
export interface Result {
  ranks: number[];
  scores: number[] | null;
  reason: Why;
  resigned?: number[];
  returns: number[];
}

/**
 * What a guide says: step `step` of `of`, its sentence (`says`; when all is done, what it caused), and the things
 * that it lights.
 *
 * `then`: what the step before caused; `aside`: what a move beside the way has caused. `is_done`: nothing is left to
 * do but to go on. `laid` changes when the table is laid anew: what was shown before is past.
 */
export interface GuideView {
  step: number;
  of: number;
  laid: number;
  title: Why;
  says: Why;
  lit?: string[];
  action?: number | null; // the move that is meant, of those that may be made
  then?: Why | null;
  aside?: Why | null;
  is_done?: boolean;
  last?: boolean; // after this step the real game begins
}

/** All that a seat, or a spectator, knows now. */
export interface View<T = unknown> {
  phase: "lobby" | "playing" | "over" | "aside";
  seats: SeatView[];
  fair: Fair;
  pace?: "turn" | "sealed" | "window" | null;
  acting?: number[]; // seats that are asked, as far as this seat may know
  table?: T | null;
  moves?: Offer[];
  answer?: string | null; // the sealed answer you have given in this window
  holds?: number | null; // how often you may still hold a window
  standing?: string | null;
  until_turn?: boolean; // the standing answer ends when you are asked alone
  undo?: boolean; // whether you have a move that could be taken back
  asking?: UndoView | null;
  knocks?: KnockView[];
  pawns?: Record<string, string>; // pawn → space: notes that somebody has put on the board
  result?: Result | null;
  next?: string | null; // the table of the rematch
  host?: number | null; // who laid the table and begins the game; after they have left, the next person
  guide?: GuideView | null; // at a guided table
  webhook?: { url: string; key: string } | null; // your own: its url, and the key that signs what is sent there
}

/** One line of the log. `of`: game news, table news or chat. */
export interface Line {
  of: "game" | "table" | "chat";
  say: Said;
  text: string;
  seat?: number | null; // who chats; nobody's: somebody who looks on
  at?: number | null; // when, for chat
  generation?: number | null; // which of those who have had the seat
  then?: (string | null)[] | null; // who sat where, if others sit there now; null: a bot
}

/** The first message on a connection without `since`: everything up to `number`; the log's last lines. */
export interface Welcome<T = unknown> {
  type: "welcome";
  number: number;
  table: string;
  game: string;
  title: string;
  version: string;
  options: Record<string, Value>;
  settings: Settings;
  seat: number | null;
  log: Line[];
  view: View<T>;
}

/** What happened and what is seen now. The numbers of a seat are 1, 2, 3 … without a hole. */
export interface Told<T = unknown> {
  type: "told";
  number: number;
  news: Line[];
  view: View<T>;
}

/**
 * How a command ended. Refused: a code for programs, the rule where one applies, words for people.
 *
 * `say`: why the game forbids a move, for translation.
 */
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
  beat: [number, number] | null; // milliseconds left, of how many
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

/**
 * The last message before the server closes a connection, with the reason; `say`: for translation, where it has
 * parameters.
 */
export interface Gone {
  type: "gone";
  code: string;
  text: string;
  say?: Said;
}

/** Every error of the HTTP API; `say`: for translation, where it has parameters. */
export interface Refusal {
  code: string;
  text: string;
  rule: string;
  say?: Said;
}

/** A finished game to look at again: what was called out in each step, and who moved in it. Step 0 is the deal. */
export interface Reel {
  game: string;
  title: string;
  version: string;
  options: Record<string, Value>;
  seats: SeatView[];
  seat: number | null; // whose eyes
  mine: number | null; // the seat of who asks
  open: boolean; // eyes that see everything
  news: Line[][]; // of each step
  movers: (number | null)[]; // who made the last move of each step
  result: Result | null; // null: the game was left before its end
}

/** The table after a step, and who was asked then. */
export interface Frame<T = unknown> {
  table: T;
  pace?: "turn" | "sealed" | "window" | null;
  acting?: number[];
}

/** The tables after steps `first`, `first` + 1 and so on. */
export interface Frames<T = unknown> {
  first: number;
  frames: Frame<T>[];
}

/** POST /api/tables/{table}/what-if: sit down in a finished game at the end of a step, and play on against bots. */
export interface WhatIf {
  step: number;
  seat: number; // yours
  bot?: string; // who plays the others
  name?: string;
}

/** A move that could be made, and the share of the win that it promised, from 0 to 1. */
export interface Choice {
  action: number;
  text: string;
  say: Said;
  share: number;
}

/** One decision of a finished game, weighed by a search from what its seat could know then. */
export interface Decision {
  step: number; // of the replay: the one it was made in
  seat: number;
  made: Choice;
  first: Choice[]; // what the search would have played, the best first
  lost: number; // what the move gave away; 0 where that is not sure
  give: number; // how sure the shares are, ±
  chances: number[]; // every seat's share of the win then, from what the mover knew
  known: number[]; // the same with everything known: what lies between the two is luck
}

/** A finished game looked at by a search. Decisions are counted from 0; those without a choice are left out. */
export interface Review {
  decisions: Decision[];
  swings: number[][]; // of each seat: the decisions that gave most away, the worst first
  given: number[]; // of each seat: all that its decisions gave away
  turning: number | null; // the decision that gave most away, of anybody
}

/** What a legal move promises: its share of the win, from 0 to 1, and how sure that is, ±. */
export interface Promise {
  action: number;
  share: number;
  give: number;
}

export interface Reason {
  say: Said;
  text: string;
}

/** What may come of a move before one's next, in some worlds that the seat could be in, if all play well there. */
export interface Ahead {
  worlds: number;
  lost: number; // in how many of them the game is lost by then
  won: number;
  reason: Reason | null; // how
  heard: Reason[]; // what the seat would hear, from its move on, in one of them
}

/** What a coach says, who knows what the seat sees: of all moves, or what may come of one. */
export interface Advice {
  number: number; // of the message that the position was told with
  promises: Promise[];
  ahead: Ahead | null;
}

/** A review on its way: ask again. */
export interface Reviewing {
  done: number;
  of: number; // 0: it has not begun
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
  count: number | null; // how many values a list holds
}

export interface GameInfo {
  name: string;
  title: string;
  version: string;
  players: [number, number];
  options: OptionInfo[];
  variants: Record<string, Value>[];
  windows: boolean; // whether it has windows, so that `beat` and holds matter
}

/** POST /api/fit: options for a table; `last` was chosen last and stays as it is. */
export interface Fit {
  game: string;
  options?: Record<string, Value>;
  last?: string | null;
}

/** Whom a seat plays. */
export interface Part {
  say: Said;
  text: string;
}

/** Options that go together, and what may be chosen beside them. */
export interface Fitted {
  options: Record<string, Value>;
  choices: Record<string, Value[]>; // values that each may have now; of a list one to begin with, of large numbers none
  changed: string[]; // options that had to change
  objection: string; // why they do not go together after all; mostly empty
  parts: Part[]; // of each seat, in games where that is settled before the deal
}

export interface BotInfo {
  name: string;
  says: string;
}

/** How the server is: counts, and nobody's names. */
export interface Health {
  ok: boolean;
  state: "ok" | "degraded" | "failing"; // a few are aside, or the file is damaged; nothing is kept
  version: string;
  journal: boolean; // whether it is being written
  open: number; // tables in memory
  aside: number; // broken tables; the log names them
}

/** Whether visitors may be sent here; if not, why: no answer of the store, or another server has its tables. */
export interface Ready {
  ready: boolean;
  why: "" | "starting" | "stopping" | "store" | "lease";
}

/** What can be played here, and against whom. */
export interface HouseInfo {
  version: string;
  games: GameInfo[];
  bots: BotInfo[];
  url: string | null; // an address that other devices can reach, where one is known
  webhooks: boolean; // whether seats may be called
  lists: boolean; // whether tables whose hosts allow it are listed
  guides: string[]; // games that can be learnt at a guided table
}

/** A table that its host has listed, with a seat for whoever comes. */
export interface OpenTable {
  table: string;
  game: string;
  title: string;
  host: string;
  players: number;
  open: number; // seats
  options: Record<string, Value>;
  at: number; // when it was laid
}

export type Command =
  | Move
  | Hold
  | Standing
  | Undo
  | Consent
  | Admit
  | Start
  | GiveShare
  | Rename
  | SitBot
  | Leave
  | Resign
  | Back
  | Nudge
  | StandIn
  | Coach
  | Chat
  | Pawn
  | Rematch
  | ToStep
  | SetWebhook;

export type FromClient =
  | Move
  | Hold
  | Standing
  | Undo
  | Consent
  | Admit
  | Start
  | GiveShare
  | Rename
  | SitBot
  | Leave
  | Resign
  | Back
  | Nudge
  | StandIn
  | Coach
  | Chat
  | Pawn
  | Rematch
  | ToStep
  | SetWebhook
  | Ping;

export type FromServer<T = unknown> =
  | Welcome<T>
  | Told<T>
  | Done
  | ClockNow
  | Presence
  | Slow
  | Pong
  | Gone;
