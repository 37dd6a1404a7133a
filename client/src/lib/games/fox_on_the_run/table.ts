/** Fox on the Run in the client: the cast, the table as the server tells it, and its questions in words. */
import type { Line, Offer, Said, View as AnyView } from "../../messages";
import type { Character as CharacterView, Lead, Table as FoxTable, Tile as TileView } from "../../protocol/fox_on_the_run";
import type { Choice } from "../../play.svelte";
import { nameOf } from "../../seats";
import type { About } from "../../table/explain.svelte";
import { capital, listed, say, sayOr, type Key } from "../../texts";
import { whyNot } from "../../texts/spoken";
import type { GameFace } from "..";

export type { CharacterView, FoxTable, Lead, TileView };
export type View = AnyView<FoxTable>;

export interface Actor {
  animal: string;
  ring: string;
  fur: string;
}

export const CAST: Record<string, Actor> = {
  Indigo: { animal: "fox", ring: "var(--indigo)", fur: "var(--indigo)" },
  Scarlet: { animal: "vixen", ring: "var(--scarlet)", fur: "var(--scarlet)" },
  Zev: { animal: "wolf", ring: "var(--zev)", fur: "var(--zev)" },
  Puffer: { animal: "badger", ring: "var(--puffer)", fur: "var(--puffer-fur)" },
  Raffles: { animal: "raccoon", ring: "var(--raffles)", fur: "var(--raffles-fur)" },
  Napoleon: { animal: "boar", ring: "var(--napoleon)", fur: "var(--napoleon-fur)" },
};

export const COLUMNS = ["a", "b", "c", "d", "e"];
export const ROWS = ["1", "2", "3", "4", "5"];

export const columnOf = (square: string): number => COLUMNS.indexOf(square[0]!);
export const rowOf = (square: string): number => ROWS.indexOf(square[1]!);

/** "arrows north, south" or "face down": what lies on a square, in words. */
export function faceSaid(tile: TileView | undefined): string {
  if (!tile || tile.face === "down") return say("run.face down");
  if (tile.face === "start") return say("run.start");
  const arrows = [...(tile.arrows ?? "")];
  return say(arrows.length === 1 ? "run.arrow" : "run.arrows", { ways: waysSaid(arrows) });
}

const waysSaid = (arrows: string[]): string => arrows.map((arrow) => say(`run.${arrow}` as Key)).join(", ");

const DRAWN = { W: "←", N: "↑", S: "↓", E: "→" };

/** The same in signs, where two tiles stand in one row. */
const faceDrawn = (tile: TileView | undefined): string =>
  tile?.face === "up" ? Object.entries(DRAWN).map(([arrow, sign]) => (tile.arrows?.includes(arrow) ? sign : "")).join("") : faceSaid(tile);

const RULES: Record<string, string> = { Indigo: "R6", Scarlet: "R32", Zev: "R35", Puffer: "R34", Raffles: "R54", Napoleon: "R61" };

/** What a character can do, for whoever asks. */
export const aboutActor = (name: string): About => ({ title: name, text: say(`run.about ${name}` as Key), rule: RULES[name]! });

const standingOn = (table: FoxTable, square: string): string[] =>
  table.characters.filter((other) => other.square === square).map((other) => other.name);

const tileOn = (table: FoxTable, square: string | undefined): TileView | undefined => table.tiles.find((tile) => tile.square === square);

/** Whether whoever moves wins at once there. */
export function isWonBy(table: FoxTable, square: string): boolean {
  const winner = table.wins[square];
  return !!winner && winner === table.characters.find((other) => other.name === table.mover)?.faction;
}

/** What lies and stands on a square, for whoever asks; `isOpen`: whoever asks may go there. */
export function aboutSquare(table: FoxTable, square: string, isOpen: boolean): About {
  const who = standingOn(table, square);
  const face = faceSaid(tileOn(table, square));
  const title = who.length ? say("run.here", { who: listed(who), square, face }) : say("run.tile", { square, face });
  const why = table.blocked[square];
  if (why) return { title, text: whyNot({ say: why }, { game: "fox_on_the_run", names: [] }), rule: String(why.with?.rule) };
  const lead = isOpen ? leadSaid(table, square) : "";
  if (lead && table.leads[square]!.shut) return { title, text: `${capital(lead)}.`, rule: "R19" };
  if (table.phase === "step" && who.includes(table.mover) && tileOn(table, square)!.arrows)
    return { title, text: `${say("run.about own", { who: table.mover })} ${aboutActor(table.mover).text}`, rule: "R7" };
  const { text, rule } = who.length === 1 ? aboutPawn(table, who[0]!) : aboutTile(tileOn(table, square)!);
  return { title, text: lead ? `${capital(lead)}. ${text}` : text, rule };
}

const aboutPawn = (table: FoxTable, name: string): About => (name === "Scarlet" && table.guarded ? { ...aboutActor(name), rule: "R42" } : aboutActor(name));

function aboutTile(tile: TileView): { text: string; rule: string } {
  if (tile.face === "down") return { text: say("run.about down"), rule: "R14" };
  if (tile.face === "start") return { text: say("run.about start"), rule: "R15" };
  if (tile.used) return { text: say("run.about used"), rule: "R21" };
  return { text: say(tile.arrows?.length === 1 ? "run.about arrow" : "run.about arrows"), rule: "R16" };
}

/** Where going to a square leads, in words: "ends on b3". Empty where the square says it all. */
export function leadSaid(table: FoxTable, square: string): string {
  const lead = table.leads[square];
  if (!lead) return "";
  const end = lead.way.at(-1)!;
  const who = standingOn(table, end).filter((name) => name !== table.mover);
  const filling = { square: end, names: listed(who), n: who.length };
  if (lead.shut) return say(lead.way.length > 1 ? "run.leads shut" : "run.leads shut there", { square: end, by: shutSaid(lead.shut) });
  if (lead.way.length > 1 || !["stop", "reveal", "fork", "push"].includes(lead.ends)) return say(`run.leads ${lead.ends}` as Key, filling);
  if (lead.ends === "push") return say("run.pushes", filling);
  if (lead.ends === "stop" && who.length) return say("run.stands there", filling);
  return lead.ends === "stop" && table.phase !== "push" ? say("run.leads no further") : "";
}

/** Who or what is in the way where no arrow can be followed. */
const shutSaid = (names: string[]): string => (names.length ? say("run.shut by", { names: listed(names), n: names.length }) : say("run.shut edge"));

const squareIn = (offer: Offer): string | null =>
  offer.touches.find((name) => name.startsWith("cell:"))?.slice(5) ?? null;

/** Scarlet's first tile with each of its partners: both are chosen in one go. */
export const pairs = (offers: Offer[]): Choice[] =>
  offers.flatMap((offer) => {
    const [first, ...partners] = offer.touches;
    return partners.length ? partners.map((second) => ({ ...offer, touches: [first!, second], then: second })) : [offer];
  });

function describe(view: View, offer: Choice): { words: string; note?: string; wins?: boolean } {
  const table = view.table!;
  const square = squareIn(offer);
  const note = noteOf(view, offer);
  if (square && offer.then) return { words: say("run.swap pair", { a: square, b: offer.then.slice(5) }), note };
  if (offer.say.key === "pass") return { words: say("run.leave") };
  const isGoing = square && (table.phase === "step" || table.phase === "arrow") && offer.say.key !== "stop";
  const wins = !!square && isWonBy(table, square);
  return { words: isGoing ? `${capital(offer.text)} ${say("run.to", { square })}` : capital(offer.text), ...(note && { note }), wins };
}

/** What is to be known about a move before it is made. */
export function noteOf(view: View, offer: Choice): string {
  const table = view.table!;
  const square = squareIn(offer);
  if (!square) return "";
  if (offer.say.key === "reveal") return table.wins[square] ? say("run.leads all_revealed") : "";
  if (offer.then) return [square, offer.then.slice(5)].map((one) => faceDrawn(tileOn(table, one))).join(" · ");
  if (offer.say.key === "stop") return say("run.blocked", { ways: waysSaid(shut(view, tileOn(table, square))) });
  return leadSaid(table, square) || (table.phase === "push" ? "" : faceSaid(tileOn(table, square)));
}

const AHEAD: Record<string, string> = { N: "north", E: "east", S: "south", W: "west" };

/** The arrows of a tile that cannot be followed: those that are not offered. */
function shut(view: View, tile: TileView | undefined): string[] {
  const open = (view.moves ?? []).map((offer) => (offer.say.with?.direction as Said | undefined)?.key);
  return [...(tile?.arrows ?? "")].filter((arrow) => !open.includes(AHEAD[arrow]));
}

function ask(view: View, mine: number | null): { title: string; line?: string; head: Actor } | null {
  if (view.phase !== "playing") return null;
  const table = view.table!;
  const who = table.mover;
  const head = CAST[who]!;
  if (table.seat !== mine) {
    const name = nameOf(view.seats[table.seat], mine);
    return { title: say("run.others", { who, name }), line: say(`run.does ${table.phase}` as Key, { who }), head };
  }
  return { title: title(table), line: hint(table), head };
}

function title(table: FoxTable): string {
  const filling = { who: table.mover, square: table.selected ?? "", pushed: table.pushed ?? "" };
  if (table.phase === "ability") return say(`run.ability ${table.mover}` as Key, filling);
  if (table.phase === "second") return say(table.mover === "Scarlet" ? "run.second Scarlet" : "run.second Puffer", filling);
  return say(`run.ask ${table.phase}` as Key, filling);
}

/** What the mover can do besides walking and how it is done, and what is to be feared or hoped for. */
function hint(table: FoxTable): string {
  const parts: string[] = [];
  if (table.phase === "step") parts.push(say(`run.then ${table.mover}` as Key));
  if (table.phase === "ability") parts.push(sayOr(`run.touch ${table.mover}`, ""));
  if (table.in_reach && table.mover !== "Zev") parts.push(say("run.in reach"));
  parts.push(say(table.guarded ? "run.guarded" : "run.unguarded"));
  return parts.join(" ");
}

/** Whom one moves, and what for: in the first round, until each has moved once. */
export function aimOf(table: FoxTable, mine: number | null): string {
  const own = table.characters.filter((other) => other.seat === mine);
  if (!own.length || table.completed >= table.order.length) return "";
  const names = listed(own.map((other) => other.name));
  return `${say("run.you move", { names, n: own.length })} ${say(`run.you win ${own[0]!.faction}`)}`;
}

/** How one walks: in the first round about tiles that are face down, in the second, when everybody stands on an open one, about arrows. */
export function howOf(table: FoxTable, mine: number | null): string {
  if (table.seat !== mine || !["step", "arrow"].includes(table.phase) || table.completed >= 2 * table.order.length) return "";
  return say(table.completed < table.order.length ? "run.how down" : "run.how arrows");
}

/** What the log shows: that a walk is over is seen by where it ends. */
const recall = (log: Line[]): Line[] => log.filter((line) => line.say.key !== "halted");

export const words: Omit<GameFace<FoxTable>, "table"> = {
  where: (view) => (view.table ? say("run.turn", { n: view.table!.completed + 1 }) : ""),
  goal: (view, mine) => view.table?.characters.find((other) => other.seat === mine)?.faction ?? "",
  ask,
  end: (view) => sayOr(`run.end ${view.table!.winner}`, "") || undefined,
  describe,
  recall,
  begins: (line: Line) => ["stepped", "stayed", "sided"].includes(line.say.key) || line.say.key.startsWith("ended"),
};
