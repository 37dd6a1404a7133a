/** How each game is drawn. A game that has no folder here is drawn plainly. `docs/client.md` says how to add one. */
import type { Component, Snippet } from "svelte";
import type { ClockNow, Line, Offer, Presence, View, Welcome } from "../messages";
import type { Play } from "../play.svelte";
import type { Presenter, Stage } from "../presenter.svelte";
import { sayOr } from "../texts";
import { tongue } from "../texts/tongue.svelte";

/** What one sees of a table: one that is played (`Connection`), one that is looked at again (`Replay`), what was missed (`Recall`). */
export interface Seen<T = unknown> {
  readonly table: string;
  readonly welcome: Welcome | null;
  readonly seat: number | null;
  readonly present: Presence | null;
  readonly clock: (ClockNow & { heard: number }) | null;
  readonly presenter: Presenter<T>; // what is told, step by step
}

/** What a game's table is given. The parts of the frame are snippets: the game lays them out. */
export interface GameProps<T = unknown> {
  line: Seen<T>;
  play: Play;
  question: Snippet<[more?: Snippet]>; // `more` stands below the words, as answers to press
  moves: Snippet<[few?: number]>; // `few`: how many stand there at once, the others when asked for
  talk: Snippet;
  seats: Snippet;
  tell?: ((text: string) => void) | undefined; // say something to the table, where there is chat
}

export interface Asked {
  title: string;
  line?: string;
  head?: { animal: string; ring?: string; fur?: string };
}

/** A game's face: its table, and what it says better than the frame could. */
export interface GameFace<T = unknown> {
  table: Component<GameProps<T>>;
  where?: (view: View<T>) => string; // beside the title: "turn 9"
  goal?: (view: View<T>, mine: number | null) => string; // which goal somebody has, where not all have the same: a key after "game.goal."
  ask?: (view: View<T>, mine: number | null, stage: Stage<T> | null) => Asked | null; // `stage`: the board, where one lies there
  end?: (view: View<T>) => string | undefined; // who has won, in the game's words
  score?: (view: View<T>, seat: number) => string; // what stands behind a name at the end, where a number says too little
  describe?: (view: View<T>, offer: Offer) => { words: string; note?: string; wins?: boolean }; // `wins`: at once
  begins?: (line: Line, before: Line) => boolean; // whether a line of the log begins a new move
  named?: (text: string, view: View<T>) => string; // the server's words, with the names of those who sit here
  recall?: (log: Line[], view: View<T>, mine: number | null) => Line[]; // what the log shows, where memory is part of the game
  aloud?: (line: Line) => boolean; // whether a line is read aloud as it comes; not where the table tells it itself, later
}

/**
 * A folder here named as a game draws it: its `index.ts` gives the face, fetched when a table is opened. That the tables of a
 * game are those of its face is known by its name alone: here, and nowhere else, a table loses its type.
 */
const faces = import.meta.glob<{ face: GameFace }>("./*/index.ts");

/** How a game is drawn; its words have come too by then. */
export async function faceOf(game: string): Promise<GameFace> {
  const folder = faces[`./${game}/index.ts`];
  await tongue.learn(game);
  return folder ? (await folder()).face : { table: (await import("./Plain.svelte")).default };
}

/** What somebody plays for, in one line; whoever looks on is told of all sides. */
export function goalOf(game: string, face: GameFace, view: View, mine: number | null): string {
  const whole = sayOr(`${game}.goal`, "");
  return sayOr(`${game}.goal.${face.goal?.(view, mine) ?? ""}`, whole);
}
