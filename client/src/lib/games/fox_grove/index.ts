import type { GameFace } from "..";
import type { GroveTable } from "./table";
import table from "./FoxGrove.svelte";
import { words } from "./words";

export const face: GameFace<GroveTable> = { table, ...words };
