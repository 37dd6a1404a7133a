import type { GameFace } from "..";
import { words } from "./words";
import table from "./SlyFox.svelte";

export const face: GameFace = { table, ...words };
