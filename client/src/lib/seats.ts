import type { Sat, SeatView, View, Welcome } from "./messages";
import { say } from "./texts";

/** What a seat is called at this table: "You", a name, or that it is open. */
export function nameOf(seat: Sat | undefined, mine: number | null): string {
  if (!seat) return "";
  if (seat.seat === mine && !seat.isOther) return say("you");
  if (seat.kind === "bot") return botName(seat.seat) || seat.name; // several bots have one name
  return seat.kind === "open" ? say("open seat") : seat.name;
}

export const botName = (seat: number): string => say("bot names").split(" ")[seat] ?? "";

/** The second line: what is to be known about who sits there. */
export function stateOf(seat: SeatView, mine: number | null, isPresent: boolean): string {
  if (seat.kind === "open") return say("waits");
  if (seat.resigned) return say("resigned", { name: seat.resigned });
  if (seat.kind === "bot") return seat.free ? say("keeps warm") : say("a bot", { bot: seat.bot ?? "" });
  if (seat.away) return say("bot sits in");
  if (seat.seat === mine) return seat.name;
  return isPresent ? say("here") : say("not here");
}

export const isMyTurn = (view: View | null, mine: number | null): boolean =>
  view?.phase === "playing" && mine !== null && (view.acting ?? []).includes(mine) && (view.moves ?? []).length > 0;

export const isGuest = (line: { seat: number | null }): boolean => line.seat === null;

/** How many look on, oneself not counted. */
export const othersWatching = (line: { seat: number | null; present: { watching: number } | null }): number =>
  Math.max(0, (line.present?.watching ?? 0) - (isGuest(line) ? 1 : 0)); // nothing is known of them at first

/** What whoever opens the link to the table can do there. */
export function invitation({ presenter, welcome }: { presenter: { view: View | null }; welcome: Welcome | null }): string {
  if (presenter.view?.seats.some((seat) => seat.kind === "open" || seat.free)) return say("invite says");
  return say(welcome?.settings.watch ? "invite watch" : "all here");
}
