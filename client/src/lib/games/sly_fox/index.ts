import type { GameFace } from "..";
import type { SlyTable } from "./table";
import { words } from "./words";
import table from "./SlyFox.svelte";

export const face: GameFace<SlyTable> = { table, ...words };
