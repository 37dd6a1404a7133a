import type { GameFace } from "..";
import table from "./Outfoxed.svelte";
import { words } from "./words";

export const face: GameFace = { table, ...words };
