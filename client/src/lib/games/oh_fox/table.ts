/** Oh, Fox! in the client: the table as the server tells it. */
import type { View as AnyView } from "../../messages";
import type { Award, Cell as CellView, FilmTurn, Lead, Leg, Player as PlayerView, SoFar, Table as ForestTable } from "../../protocol/oh_fox";

export type { Award, CellView, FilmTurn, ForestTable, Lead, Leg, PlayerView, SoFar };
export type View = AnyView<ForestTable>;

export const SIDES = ["north", "east", "south", "west"];
export const KINDS: Record<string, string> = { S: "single", D: "double", M: "move-stop", T: "trigger", X: "stop" };

export const spaceOf = (cell: CellView): string => cell.name.slice(5);
export const kindOf = (card: string): string => KINDS[card[0]!]!;
/** Which way a written card points: 0 is north, null a stop. */
export const sideOf = (card: string): number | null => (card.length > 1 ? "NESW".indexOf(card[2]!) : null);

/** The side that a move touches, -1 where it points nowhere. */
export const sideIn = (touches: string[]): number => SIDES.findIndex((side) => touches.includes(`side:${side}`));

/** Where a player stands whose animal is known. */
export const placeOf = (player: PlayerView): string => player.cell ?? player.possible[0]?.cell ?? player.home;

/** What a player may still be in the eyes of whoever looks: one's own animal is nobody else's. */
export function maybe(table: ForestTable, seat: number): { animal: string; cell: string }[] {
  const mine = table.seat === null ? null : table.seats[table.seat]!.animal;
  return table.seats[seat]!.possible.filter(({ animal }) => seat === table.seat || animal !== mine);
}

/** Whether a space has food that this player still can eat. */
export const feeds = (cell: CellView, player: PlayerView | null): boolean => !!player?.meals_left.includes(spaceOf(cell));

/** What takes the place of a thing that had the keyboard gets it, and does not lose those who play by keys. */
export function takeFocus(part: HTMLElement): void {
  if (document.activeElement === document.body) part.focus({ preventScroll: true });
}
