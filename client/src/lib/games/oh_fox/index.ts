import type { GameFace } from "..";
import table from "./OhFox.svelte";
import { words } from "./words";

export const face: GameFace = { table, ...words };
