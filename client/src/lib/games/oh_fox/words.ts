/** Oh, Fox! in words: questions, moves, the end, and what things on the table are. */
import type { Line, Offer, SeatView, View } from "../../messages";
import { nameOf } from "../../seats";
import { capital, listed, say, type Key } from "../../texts";
import type { About } from "../../table/explain.svelte";
import type { Asked, GameFace } from "..";
import { exitsOf, otherEnd, type Route } from "./forest";
import { kindOf, placeOf, SIDES, sideOf, spaceOf, tableOf, TURNS, type CellView, type ForestTable, type PlayerView } from "./table";

export const animalSaid = (animal: string): string => say(`oh.${animal}` as Key);
export const seatRing = (seat: number): string => `var(--seat-${seat})`;

/** "You", a name, or the colour where several bear that name. */
export function whoIs(seats: SeatView[], table: ForestTable, seat: number): string {
  const isAlone = seats.filter((other) => other.name === seats[seat]!.name).length < 2;
  return isAlone || seat === table.seat ? nameOf(seats[seat], table.seat) : say(`oh.seat ${table.seats[seat]!.colour}` as Key);
}

/** "single north", "stop": a written card. */
export function cardSaid(card: string): string {
  const side = sideOf(card);
  return side === null ? say("oh.card stop") : say("oh.card", { kind: say(`oh.${kindOf(card)}` as Key), side: say(`oh.${SIDES[side]!}` as Key) });
}

/** What is on a space: "nuts and flies", "the pond", "a burrow to D4". */
export function contentSaid(table: ForestTable, cell: CellView): string {
  if (cell.kind === "pond") return say("oh.the pond");
  if (cell.kind === "tunnel") return say("oh.burrow", { colour: say(`oh.burrow ${cell.tunnel}` as Key), other: spaceOf(otherEnd(table.cells, cell)!) });
  if (cell.kind === "food") return listed(cell.foods.map((food) => say(`oh.${food}` as Key)));
  const owner = table.seats.find((player) => player.home === spaceOf(cell));
  return owner ? say("oh.home of", { who: say(`oh.seat ${owner.colour}` as Key) }) : say("oh.empty home");
}

const cellAt = (table: ForestTable, space: string): CellView => table.cells.find((cell) => spaceOf(cell) === space)!;
const landing = (offer: Offer): string => offer.touches.find((name) => name.startsWith("cell:"))?.slice(5) ?? "";

function describe(view: View, offer: Offer): { words: string; note?: string } {
  const space = landing(offer);
  const words = capital(offer.text);
  return space ? { words, note: say("oh.to", { space, content: contentSaid(tableOf(view), cellAt(tableOf(view), space)) }) } : { words };
}

// ---- the question

function ask(view: View, mine: number | null): Asked | null {
  const table = tableOf(view);
  if (view.phase === "over") return { title: say("oh.film runs"), line: say("oh.film runs says") };
  if (view.phase !== "playing") return null;
  const me = mine === null ? null : table.seats[mine]!;
  const head = me?.animal ? { head: { animal: me.animal, ring: seatRing(mine!) } } : {};
  const others = (view.acting ?? []).filter((seat) => seat !== mine).map((seat) => nameOf(view.seats[seat], mine));
  const names = listed(others);
  if (table.phase === "guess") {
    if (mine === table.predator) return { title: say("oh.ask guess"), line: say("oh.ask guess says"), ...head };
    return { title: say("oh.others guess", { names }), line: say("oh.others guess says"), ...head };
  }
  if (me && !me.answered && (view.moves ?? []).length) {
    return { title: say("oh.ask card", { turn: table.turn, turns: TURNS }), line: hint(table, me), ...head };
  }
  const n = others.length;
  if (!me) return { title: say("oh.watch card", { turn: table.turn, turns: TURNS }), line: n ? say("oh.waits", { names, n }) : "" };
  return { title: say("oh.sealed"), line: n ? say("oh.waits", { names, n }) : say("oh.sealed says"), ...head };
}

/** Who you are and what helps you, in two sentences. */
function hint(table: ForestTable, me: PlayerView): string {
  const filling = { animal: animalSaid(me.animal!), space: placeOf(me), home: me.home, food: me.food ? say(`oh.${me.food}` as Key) : "" };
  const where = say("oh.you stand", filling);
  if (me.role === "predator") return `${where} ${say(table.turn === 1 ? "oh.aim predator first" : "oh.aim predator", filling)}`;
  if (table.turn === TURNS) return `${where} ${say("oh.aim last", filling)}`;
  return `${where} ${say("oh.aim prey", filling)}`;
}

function end(view: View): string | undefined {
  const table = tableOf(view);
  const names = table.winners.map((seat) => say("oh.who is", { name: view.seats[seat]?.name ?? "", animal: animalSaid(table.seats[seat]!.animal!) }));
  return say("wins", { names: listed(names), n: names.length });
}

export const words: Omit<GameFace, "table"> = {
  where: (view) => say(tableOf(view).phase === "choose" ? "oh.turn" : `oh.phase ${tableOf(view).phase}` as Key, { turn: tableOf(view).turn, turns: TURNS }),
  ask,
  end,
  describe,
  begins: (line: Line) => !/^(moved|attacked|ate|healed)/.test(line.say.key),
};

// ---- what things are

export function aboutCell(table: ForestTable, routes: Map<string, Route>, cell: CellView): About {
  const space = spaceOf(cell);
  const exits = exitsOf(routes.values(), space).map((to, side) => say("oh.exit", { side: say(`oh.${SIDES[side]!}` as Key), space: to }));
  const [what, rule] = aboutContent(table, cell);
  return { title: say("oh.cell", { space, content: contentSaid(table, cell) }), text: `${what} ${say("oh.exits", { exits: exits.join(", ") })}`.trim(), rule };
}

function aboutContent(table: ForestTable, cell: CellView): [string, string] {
  if (cell.kind === "pond") return [say("oh.pond says"), "R49"];
  if (cell.kind === "tunnel") return [say("oh.tunnel says", { other: spaceOf(otherEnd(table.cells, cell)!) }), "R26"];
  if (cell.kind === "food") return [say("oh.food says"), "R43"];
  return [say("oh.home says"), "R58"];
}

const RULES: Record<string, string> = {
  hedgehog: "R25", rabbit: "R26", badger: "R26", rat: "R27", fox: "R27", sparrow: "R28", owl: "R28", squirrel: "R29", toad: "R30", viper: "R31",
  single: "R20", double: "R21", stop: "R22", "move-stop": "R23", trigger: "R24",
  fickler: "R55", navigator: "R55", slowpoke: "R56", straggler: "R55", stroller: "R55", swimmer: "R57",
}; // prettier-ignore

export function aboutAnimal(animal: string): About {
  return { title: capital(animalSaid(animal)), text: say(`oh.${animal} says` as Key), rule: RULES[animal]! };
}

/** A kind of card; of the own trigger, what it does. */
export function aboutKind(kind: string, animal: string | null = null): About {
  const title = capital(say(`oh.${kind}` as Key));
  if (kind === "trigger" && animal) return { title, text: `${say("oh.trigger says")} ${say(`oh.${animal} says` as Key)}`, rule: RULES[animal]! };
  return { title, text: say(`oh.${kind} says` as Key), rule: RULES[kind]! };
}

export function aboutObjective(objective: string): About {
  return { title: say(`oh.${objective}` as Key), text: `${say(`oh.${objective} says` as Key)} ${say("oh.objective says")}`, rule: RULES[objective]! };
}
