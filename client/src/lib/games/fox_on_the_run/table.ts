/** Fox on the Run in the client: the cast, the table as the server tells it, and its questions in words. */
import type { Line, Offer, View } from "../../messages";
import type { Choice } from "../../play.svelte";
import { nameOf } from "../../seats";
import type { About } from "../../table/explain.svelte";
import { capital, counted, listed, say, sayOr, type Key } from "../../texts";
import type { GameFace } from "..";

export interface TileView {
  name: string;
  square: string;
  face: "down" | "start" | "up";
  arrows?: string;
  used?: boolean;
  under?: string; // what lies face down, where everything is open
}

export interface CharacterView {
  name: string;
  square: string;
  faction: "foxes" | "guardians";
  seat: number;
}

export interface FoxTable {
  tiles: TileView[];
  characters: CharacterView[];
  order: string[];
  mover: string;
  seat: number;
  phase: "step" | "arrow" | "ability" | "second" | "push";
  selected: string | null;
  pushed: string | null;
  face_down: number;
  hidden: Record<string, number>;
  completed: number;
  turn_limit: number;
  winner: string | null;
  reason: string | null;
}

export interface Actor {
  animal: string;
  ring: string;
  fur: string;
}

export const CAST: Record<string, Actor> = {
  Indigo: { animal: "fox", ring: "var(--indigo)", fur: "var(--indigo)" },
  Scarlet: { animal: "vixen", ring: "var(--scarlet)", fur: "var(--scarlet)" },
  Zev: { animal: "wolf", ring: "var(--zev)", fur: "var(--zev)" },
  Puffer: { animal: "badger", ring: "var(--puffer)", fur: "#5A5F63" },
  Raffles: { animal: "raccoon", ring: "var(--raffles)", fur: "#8E8A82" },
  Napoleon: { animal: "boar", ring: "var(--napoleon)", fur: "#8A5A3A" },
};
export const HOMES: Record<string, string> = { a1: "Indigo", d4: "Zev", e5: "Scarlet" };
export const COLUMNS = ["a", "b", "c", "d", "e"];
export const ROWS = ["1", "2", "3", "4", "5"];

export const columnOf = (square: string): number => COLUMNS.indexOf(square[0]!);
export const rowOf = (square: string): number => ROWS.indexOf(square[1]!);
export const tableOf = (view: View): FoxTable => view.table as unknown as FoxTable;

/** "arrows north, south" or "face down": what lies on a square, in words. */
export function faceSaid(tile: TileView | undefined): string {
  if (!tile || tile.face === "down") return say("run.face down");
  if (tile.face === "start") return say("run.start");
  const ways = [...(tile.arrows ?? "")].map((arrow) => say(`run.${arrow}` as Key));
  return say(ways.length === 1 ? "run.arrow" : "run.arrows", { ways: ways.join(", ") });
}

const RULES: Record<string, string> = { Indigo: "R6", Scarlet: "R32", Zev: "R35", Puffer: "R34", Raffles: "R54", Napoleon: "R61" };

/** What a character can do, for whoever asks. */
export const aboutActor = (name: string): About => ({ title: name, text: say(`run.about ${name}` as Key), rule: RULES[name]! });

/** What lies and stands on a square, for whoever asks. */
export function aboutSquare(table: FoxTable, square: string): About {
  const tile = table.tiles.find((other) => other.square === square)!;
  const standing = table.characters.filter((other) => other.square === square);
  if (standing.length === 1) return { ...aboutActor(standing[0]!.name), title: say("run.here", { who: standing[0]!.name, square }) };
  const title = standing.length ? say("run.here", { who: listed(standing.map((other) => other.name)), square }) : say("run.tile", { square, face: faceSaid(tile) });
  if (tile.face === "down") return { title, text: say("run.about down"), rule: "R14" };
  if (tile.face === "start") return { title, text: say("run.about start"), rule: "R15" };
  if (tile.used) return { title, text: say("run.about used"), rule: "R21" };
  return { title, text: say(tile.arrows?.length === 1 ? "run.about arrow" : "run.about arrows"), rule: "R16" };
}

const isNear = (a: string, b: string): boolean =>
  a !== b && Math.abs(columnOf(a) - columnOf(b)) < 2 && Math.abs(rowOf(a) - rowOf(b)) < 2;

const squareIn = (offer: Offer): string | null =>
  offer.touches.find((name) => name.startsWith("cell:"))?.slice(5) ?? null;

/** Scarlet's first tile with each of its partners: both are chosen in one go. */
export const pairs = (offers: Offer[]): Choice[] =>
  offers.flatMap((offer) => {
    const [first, ...partners] = offer.touches;
    return partners.length ? partners.map((second) => ({ ...offer, touches: [first!, second], then: second })) : [offer];
  });

function describe(view: View, offer: Choice): { words: string; note?: string } {
  const table = tableOf(view);
  const square = squareIn(offer);
  const tile = table.tiles.find((other) => other.square === square);
  if (square && offer.then) {
    const other = offer.then.slice(5);
    const faces = [tile, table.tiles.find((one) => one.square === other)].map(faceSaid);
    return { words: say("run.swap pair", { a: square, b: other }), note: faces.join(" · ") };
  }
  if (square && (offer.say.key === "step" || offer.say.key === "follow")) {
    const who = table.characters.filter((other) => other.square === square).map((other) => other.name);
    const note = who.length ? say(meeting(table.mover, who), { names: listed(who), n: who.length }) : faceSaid(tile);
    return { words: `${capital(offer.text)} ${say("run.to", { square })}`, note };
  }
  if (offer.say.key === "pass") return { words: say("run.leave") };
  return { words: capital(offer.text), ...(square && offer.say.key !== "reveal" ? { note: faceSaid(tile) } : {}) };
}

/** What it means to go where these are. */
function meeting(mover: string, who: string[]): "run.wins" | "run.pushes" | "run.stands there" {
  const wanted = ({ Indigo: "Scarlet", Zev: "Indigo" } as Record<string, string>)[mover];
  if (wanted && who.includes(wanted)) return "run.wins";
  return mover === "Napoleon" ? "run.pushes" : "run.stands there";
}

function ask(view: View, mine: number | null): { title: string; line?: string; head: Actor } | null {
  if (view.phase !== "playing") return null;
  const table = tableOf(view);
  const who = table.mover;
  const head = CAST[who]!;
  if (table.seat !== mine) {
    const name = nameOf(view.seats[table.seat], mine);
    return { title: say("run.others", { who, name }), line: say(`run.does ${table.phase}` as Key, { who }), head };
  }
  return { title: title(table), line: hint(view, table), head };
}

function title(table: FoxTable): string {
  const filling = { who: table.mover, square: table.selected ?? "", pushed: table.pushed ?? "" };
  if (table.phase === "ability") return say(`run.ability ${table.mover}` as Key, filling);
  if (table.phase === "second") return say(table.mover === "Scarlet" ? "run.second Scarlet" : "run.second Puffer", filling);
  return say(`run.ask ${table.phase}` as Key, filling);
}

function hint(view: View, table: FoxTable): string {
  const place = (name: string) => table.characters.find((other) => other.name === name)?.square ?? "";
  const n = (view.moves ?? []).filter((offer) => squareIn(offer)).length;
  const parts: string[] = [];
  if (table.phase === "step" || table.phase === "arrow") parts.push(say("run.open", { count: counted(n), n }));
  if (table.phase === "ability") parts.push(n ? say("run.may pass") : say("run.none to touch"));
  if (isNear(place("Zev"), place("Indigo"))) parts.push(say("run.zev near"));
  parts.push(say(isNear(place("Zev"), place("Scarlet")) ? "run.guarded" : "run.unguarded"));
  return parts.join(" ");
}

export const words: Omit<GameFace, "table"> = {
  where: (view) => (view.table ? say("run.turn", { n: tableOf(view).completed + 1 }) : ""),
  ask,
  end: (view) => sayOr(`run.end ${tableOf(view).winner}`, "") || undefined,
  describe,
  begins: (line: Line) => ["stepped", "stayed", "sided"].includes(line.say.key) || line.say.key.startsWith("ended"),
};
