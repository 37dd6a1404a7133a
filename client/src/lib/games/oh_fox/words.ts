/** Oh, Fox! in words: questions, moves, the end, and what things on the table are. */
import type { Line, Offer, SeatView, View } from "../../messages";
import { nameOf } from "../../seats";
import { capital, listed, say, type Key } from "../../texts";
import type { About } from "../../table/explain.svelte";
import type { Asked, GameFace } from "..";
import { desk } from "./desk.svelte";
import type { Film } from "./film.svelte";
import { exitsOf, otherEnd, routeAt, routesOf, type Route } from "./forest";
import { feeds, FOODS, kindOf, placeOf, SIDES, sideOf, spaceOf, tableOf, TURNS, type Award, type CellView, type ForestTable, type PlayerView } from "./table";

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

/** What is on a space: "nuts and flies for you", "the pond", "teal tunnel to D4". */
export function contentSaid(table: ForestTable, cell: CellView, seats: SeatView[]): string {
  if (cell.kind === "pond") return say("oh.the pond");
  if (cell.kind === "tunnel") return say("oh.tunnel", { colour: say(`oh.tunnel ${cell.tunnel}` as Key), other: spaceOf(otherEnd(table.cells, cell)!) });
  const me = table.seat === null ? null : table.seats[table.seat]!;
  const foodSaid = (food: string) => (food === me?.food && feeds(cell, me) ? say("oh.for you", { food: say(`oh.${food}` as Key) }) : say(`oh.${food}` as Key));
  if (cell.kind === "food") return listed(cell.foods.map(foodSaid));
  const owner = table.seats.findIndex((player) => player.home === spaceOf(cell));
  if (owner < 0) return say("oh.empty home");
  return owner === table.seat ? say("oh.your home") : say("oh.home of", { who: whoIs(seats, table, owner) });
}

const cellAt = (table: ForestTable, space: string): CellView => table.cells.find((cell) => spaceOf(cell) === space)!;
const landing = (offer: Offer): string => offer.touches.find((name) => name.startsWith("cell:"))?.slice(5) ?? "";

function describe(view: View, offer: Offer): { words: string; note?: string } {
  const [table, space, words] = [tableOf(view), landing(offer), capital(offer.text)];
  if (!space) return { words };
  if (offer.touches[0] === "card:stop") return { words, note: say("oh.stay", { space }) };
  const isAlone = (view.moves ?? []).filter((other) => other.touches[0] === offer.touches[0] && landing(other) === space).length < 2;
  const filling = { space, content: contentSaid(table, cellAt(table, space), view.seats) };
  return { words, note: isAlone ? say("oh.to", filling) : wayTo(table, offer, filling) };
}

/** Several ways of one card lead to a space: what is different about this one. */
function wayTo(table: ForestTable, offer: Offer, filling: { space: string; content: string }): string {
  const side = SIDES.findIndex((one) => offer.touches.includes(`side:${one}`));
  const from = table.seat === null ? "" : placeOf(table.seats[table.seat]!);
  const route = routeAt(routesOf(table.routes), from, side);
  if (offer.touches[0] === "card:trigger" || !route) return say("oh.to same", filling);
  return say(route.isCurve ? "oh.to curve" : "oh.to path", filling);
}

// ---- the question

function ask(view: View, mine: number | null): Asked | null {
  const table = tableOf(view);
  if (desk.isUnmasking) return { title: say("oh.masks fall"), line: say("oh.masks fall says") };
  if (view.phase === "over" || desk.isVeiled) return { title: say("oh.film runs"), line: say("oh.film runs says") };
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
    if (desk.held) return { title: say("oh.ask way", { kind: capital(say(`oh.${desk.held}` as Key)) }), line: aboutKind(desk.held, me.animal).text, ...head };
    return { title: say("oh.ask card", { turn: table.turn, turns: TURNS }), line: hint(table, me), ...head };
  }
  const n = others.length;
  if (!me) return { title: say("oh.watch card", { turn: table.turn, turns: TURNS }), line: n ? say("oh.waits", { names, n }) : "" };
  return { title: say("oh.sealed"), line: n ? say("oh.waits", { names, n }) : say("oh.sealed says"), ...head };
}

/** Who you are and what helps you, in two or three sentences. */
function hint(table: ForestTable, me: PlayerView): string {
  const filling = { animal: animalSaid(me.animal!), space: placeOf(me), home: me.home, food: me.food ? say(`oh.${me.food}` as Key) : "" };
  if (me.role === "predator") return `${say("oh.you hunt", filling)} ${say(table.turn === 1 ? "oh.aim predator first" : "oh.aim predator")}`;
  const here = me.eaten.includes(placeOf(me)) ? "oh.eaten says" : feeds(cellAt(table, placeOf(me)), me) ? "oh.aim here" : "oh.aim food";
  return [say("oh.you stand", filling), say(here, filling), say("oh.aim home", filling)].join(" ");
}

function end(view: View): string | undefined {
  const table = tableOf(view);
  const names = table.winners.map((seat) => say("oh.who is", { name: view.seats[seat]?.name ?? "", animal: animalSaid(table.seats[seat]!.animal!) }));
  return say("wins", { names: listed(names), n: names.length });
}

const FILM = /^(named|identity|started|moved|attacked|ate|healed|judged|feasted|came-home|fulfilled|caught-all|scored|won)/;
const isOfFilm = (line: Line): boolean => line.of === "game" && FILM.test(line.say.key);

export const words: Omit<GameFace, "table"> = {
  where: (view) => say(tableOf(view).phase === "choose" ? "oh.turn" : `oh.phase ${tableOf(view).phase}` as Key, { turn: tableOf(view).turn, turns: TURNS }),
  ask,
  end,
  describe,
  begins: (line: Line) => !/^(moved|attacked|ate|healed)/.test(line.say.key),
  named: (text: string) => text.replace(/ \(R\d+\)/g, ""), // the rules are a touch away
  recall: (log: Line[]) => (desk.isVeiled ? log.filter((line) => !isOfFilm(line)) : log),
  aloud: (line: Line) => !isOfFilm(line), // the film tells it as it runs
};

// ---- what things are

export function aboutCell(table: ForestTable, routes: Map<string, Route>, cell: CellView, seats: SeatView[]): About {
  const space = spaceOf(cell);
  const exits = exitsOf(routes.values(), space).map((to, side) => say("oh.exit", { side: say(`oh.${SIDES[side]!}` as Key), space: to }));
  const [what, rule] = aboutContent(table, cell);
  return { title: say("oh.cell", { space, content: contentSaid(table, cell, seats) }), text: `${what} ${say("oh.exits", { exits: exits.join(", ") })}`.trim(), rule };
}

function aboutContent(table: ForestTable, cell: CellView): [string, string] {
  if (cell.kind === "pond") return [say("oh.pond says"), "R49"];
  if (cell.kind === "tunnel") return [say("oh.tunnel says", { other: spaceOf(otherEnd(table.cells, cell)!) }), "R26"];
  const me = table.seat === null ? null : table.seats[table.seat]!;
  if (me?.eaten.includes(spaceOf(cell))) return [say("oh.eaten says"), "R45"];
  if (cell.kind === "food") return [say("oh.food says"), "R43"];
  return [say("oh.home says"), "R58"];
}

const RULES: Record<string, string> = {
  hedgehog: "R25", rabbit: "R26", badger: "R26", rat: "R27", fox: "R27", sparrow: "R28", owl: "R28", squirrel: "R29", toad: "R30", viper: "R31",
  single: "R20", double: "R21", stop: "R22", "move-stop": "R23", trigger: "R24",
  fickler: "R55", navigator: "R55", slowpoke: "R56", straggler: "R55", stroller: "R55", swimmer: "R57",
}; // prettier-ignore

/** "Prey, eats nuts. Its trigger: two spaces, like a double move." */
export function animalTold(animal: string): string {
  const [does, food] = [say(`oh.${animal} does` as Key), FOODS[animal]];
  return food ? say("oh.prey is", { food: say(`oh.${food}` as Key), does }) : say("oh.predator is", { does });
}

export function aboutAnimal(animal: string): About {
  return { title: capital(animalSaid(animal)), text: animalTold(animal), rule: RULES[animal]! };
}

/** A kind of card; of the own trigger, what it does. */
export function aboutKind(kind: string, animal: string | null = null): About {
  const title = capital(say(`oh.${kind}` as Key));
  if (kind === "trigger" && animal) return { title, text: `${capital(say(`oh.${animal} does` as Key))}.`, rule: RULES[animal]! };
  return { title, text: say(`oh.${kind} says` as Key), rule: RULES[kind]! };
}

/** A card that is chosen and not yet turned up. */
export const aboutSeal = (): About => ({ title: say("oh.seal"), text: say("oh.seal says"), rule: "R7" });

export function aboutObjective(objective: string): About {
  return { title: say(`oh.${objective}` as Key), text: `${say(`oh.${objective} says` as Key)} ${say("oh.objective says")}`, rule: RULES[objective]! };
}

// ---- the count

interface Counted {
  key: string;
  words: string;
  n: number;
}

/** For what a player has got hearts and wounds, as the film has shown it. */
export function countOf(table: ForestTable, film: Film, seat: number): Counted[] {
  const isPrey = seat !== table.predator;
  const marks = film.marks.filter((mark) => mark.seat === seat || (mark.what === "attack" && !isPrey));
  const meals = marks.filter((mark) => mark.what === "meal").map((mark) => mark.place);
  const attacks = marks.filter((mark) => mark.what === "attack").length;
  const healed = marks.filter((mark) => mark.what === "heal").reduce((sum, mark) => sum - mark.wounds, 0);
  const counted = [
    { key: "meals", words: say("oh.count meals", { spaces: listed(meals), n: meals.length }), n: meals.length },
    { key: "attacks", words: say("oh.count attacks", { n: attacks }), n: isPrey ? 0 : attacks },
    { key: "wounds", words: say("oh.count wounds", { n: attacks }), n: isPrey ? -attacks : 0 },
    { key: "healed", words: say("oh.count healed", { n: healed }), n: healed },
  ].filter(({ n }) => n);
  const awards = table.awards.filter((award) => award.seat === seat);
  return [...counted, ...awards.map((award) => ({ key: award.for, words: awardSaid(table, award), n: award.hearts }))];
}

function awardSaid(table: ForestTable, { for: what, hearts }: Award): string {
  if (table.objectives.includes(what)) return say(`oh.${what}` as Key);
  return say(what === "guess" && !hearts ? "oh.count wrong" : `oh.count ${what}` as Key);
}

const COUNTED: Record<string, string> = {
  meals: "R44", attacks: "R38", wounds: "R64", healed: "R49", guess: "R60", feast: "R48", home: "R58", all: "R63",
}; // prettier-ignore

/** Why there is a heart or a wound for it. */
export function aboutCount(key: string): About {
  const rule = COUNTED[key];
  return rule ? { title: say("oh.count"), text: say(`oh.count ${key} says` as Key), rule } : aboutObjective(key);
}
