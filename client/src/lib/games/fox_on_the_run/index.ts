import type { GameFace } from "..";
import type { FoxTable } from "./table";
import table from "./FoxOnTheRun.svelte";
import { words } from "./table";

export const face: GameFace<FoxTable> = { table, ...words };
