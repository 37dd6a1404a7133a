import type { GameFace } from "..";
import table from "./FoxOnTheRun.svelte";
import { words } from "./table";

export const face: GameFace = { table, ...words };
