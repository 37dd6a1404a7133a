/** Learning a game while one plays: a guided table is laid, or the one that was left is taken up again. */
import { guide, look } from "../http";
import { keep } from "../keep.svelte";
import { where } from "../place.svelte";

export async function learn(game: string, title: string): Promise<void> {
  const open = keep.guideOf(game);
  const table = (open && (await isThere(open))) || (await guide(game, { name: keep.name || keep.guest })).table;
  keep.remember({ table, game, title, guide: true });
  where.go(`/table/${table}`);
}

/** The table, if one still sits there. */
async function isThere(table: string): Promise<string> {
  const { seat, view } = await look(table).catch(() => ({ seat: null, view: null }));
  return seat !== null && view?.guide && !view.next ? table : "";
}
