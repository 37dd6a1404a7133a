/** How each game is drawn. A game that has no folder here is drawn plainly. `docs/client.md` says how to add one. */
import type { Component, Snippet } from "svelte";
import type { Line, Offer, View } from "../messages";
import type { Play } from "../play.svelte";
import type { Connection } from "../socket.svelte";

/** What a game's table is given. The parts of the frame are snippets: the game lays them out. */
export interface GameProps {
  line: Connection;
  play: Play;
  question: Snippet<[more?: Snippet]>; // `more` stands in the question, below its words
  moves: Snippet;
  talk: Snippet;
  seats: Snippet;
}

export interface Asked {
  title: string;
  line?: string;
  head?: { animal: string; ring?: string; fur?: string };
}

/** A game's face: its table, and what it says better than the frame could. */
export interface GameFace {
  table: Component<GameProps>;
  where?: (view: View) => string; // beside the title: "turn 9"
  ask?: (view: View, mine: number | null) => Asked | null;
  end?: (view: View) => string | undefined; // who has won, in the game's words
  describe?: (view: View, offer: Offer) => { words: string; note?: string };
  begins?: (line: Line) => boolean; // whether a line of the log begins a new move
}

/** A folder here named as a game draws it: its `index.ts` gives the face, fetched when a table is opened. */
const faces = import.meta.glob<{ face: GameFace }>("./*/index.ts");

export async function faceOf(game: string): Promise<GameFace> {
  const folder = faces[`./${game}/index.ts`];
  return folder ? (await folder()).face : { table: (await import("./Plain.svelte")).default };
}
