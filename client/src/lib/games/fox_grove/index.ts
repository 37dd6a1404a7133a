import type { GameFace } from "..";
import table from "./FoxGrove.svelte";
import { words } from "./words";

export const face: GameFace = { table, ...words };
