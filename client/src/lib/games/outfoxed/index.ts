import type { GameFace } from "..";
import type { OutfoxedTable } from "./table";
import table from "./Outfoxed.svelte";
import { words } from "./words";

export const face: GameFace<OutfoxedTable> = { table, ...words };
