import type { GameFace } from "..";
import type { ForestTable } from "./table";
import table from "./OhFox.svelte";
import { words } from "./words";

export const face: GameFace<ForestTable> = { table, ...words };
