/** Oh, Fox! in words: questions, moves, the end, and what things on the table are. */
import type { Line, Offer, SeatView } from "../../messages";
import { nameOf } from "../../seats";
import { capital, listed, say, type Key } from "../../texts";
import type { About } from "../../table/explain.svelte";
import type { Asked, GameFace } from "..";
import { desk } from "./desk.svelte";
import type { Film } from "./film.svelte";
import { exitsOf, otherEnd, routesOf, type Route } from "./forest";
import { feeds, kindOf, placeOf, SIDES, sideOf, spaceOf, type Award, type CellView, type ForestTable, type Lead, type PlayerView, type SoFar, type View } from "./table";

export const animalSaid = (animal: string): string => say(`oh.${animal}` as Key);
export const seatRing = (seat: number): string => `var(--seat-${seat})`;

const COLOURS = ["blue", "purple", "yellow", "green"]; // of --seat-0 to --seat-3; the box has others

/** What a seat's mark looks like, as on every page. */
export function colourOf(seat: number): string {
  return say(`oh.seat ${COLOURS[seat]}` as Key);
}

/** "You", a name, or the colour where several bear that name. */
export function whoIs(seats: SeatView[], table: ForestTable, seat: number): string {
  const isAlone = seats.filter((other) => other.name === seats[seat]!.name).length < 2;
  return isAlone || seat === table.seat ? nameOf(seats[seat], table.seat) : colourOf(seat);
}

/** "single north", "stop": a written card. */
export function cardSaid(card: string): string {
  const side = sideOf(card);
  return side === null ? say("oh.card stop") : say("oh.card", { kind: say(`oh.${kindOf(card)}` as Key), side: say(`oh.${SIDES[side]!}` as Key) });
}

/** What is on a space: "nuts and flies for you", "the pond", "teal tunnel to D4". */
export function contentSaid(table: ForestTable, cell: CellView, seats: SeatView[]): string {
  if (cell.kind === "tunnel") return say("oh.tunnel", { colour: say(`oh.tunnel ${cell.tunnel}` as Key), other: spaceOf(otherEnd(table.cells, cell)!) });
  const me = table.seat === null ? null : table.seats[table.seat]!;
  const foodSaid = (food: string) => (food === me?.food && feeds(cell, me) ? say("oh.for you", { food: say(`oh.${food}` as Key) }) : say(`oh.${food}` as Key));
  if (cell.kind === "food") return listed(cell.foods.map(foodSaid));
  return placeSaid(table, cell, seats);
}

/** What a space is to those who come there: "nuts and flies", "the pond", "teal tunnel". */
function placeSaid(table: ForestTable, cell: CellView, seats: SeatView[]): string {
  if (cell.kind === "pond") return say("oh.the pond");
  if (cell.kind === "tunnel") {
    const isMine = table.seat !== null && table.seats[table.seat]!.trigger === "tunnel";
    return say(isMine ? "oh.tunnel yours" : "oh.tunnel mouth", { colour: say(`oh.tunnel ${cell.tunnel}` as Key), other: spaceOf(otherEnd(table.cells, cell)!) });
  }
  if (cell.kind === "food") return listed(cell.foods.map((food) => say(`oh.${food}` as Key)));
  const owner = table.seats.findIndex((player) => player.home === spaceOf(cell));
  if (owner < 0) return say("oh.empty home");
  return owner === table.seat ? say("oh.your home") : say("oh.home of", { who: whoIs(seats, table, owner) });
}

const cellAt = (table: ForestTable, space: string): CellView => table.cells.find((cell) => spaceOf(cell) === space)!;

function describe(view: View, offer: Offer): { words: string; note?: string } {
  const [table, words] = [view.table!, capital(offer.text)];
  const lead = table.leads[offer.action];
  return lead ? { words, note: leadSaid(view, table, offer, lead) } : { words };
}

/** "across C4 to C3: the pond", "to B3 and back", "to C4: you eat flies", "stay on C5". */
function leadSaid(view: View, table: ForestTable, offer: Offer, { way, crosses, cell, eats }: Lead): string {
  const food = eats ? say("oh.you eat", { food: say(`oh.${table.seats[table.seat!]!.food}` as Key) }) : "";
  if (!way.length) return food ? say("oh.stay eat", { space: cell, food }) : say("oh.stay", { space: cell });
  const filling = { space: cell, by: listed(crosses), content: food || placeSaid(table, cellAt(table, cell), view.seats) };
  if (crosses.length) return say(cell === way[0]!.from ? "oh.to back" : "oh.to across", filling);
  const isAlone = (view.moves ?? []).filter(({ touches, action }) => touches[0] === offer.touches[0] && table.leads[action]?.cell === cell).length < 2;
  const route = routesOf(table.routes).get(way[0]!.way);
  return say(isAlone || !route ? "oh.to" : route.isCurve ? "oh.to curve" : "oh.to path", filling);
}

/** A move with where it leads, in one sentence. */
export function moveSaid(view: View, offer: Offer): string {
  const { words, note } = describe(view, offer);
  return note ? `${words}: ${note}` : words;
}

// ---- the question

function ask(view: View, mine: number | null): Asked | null {
  const table = view.table!;
  if (desk.isUnmasking) return { title: say("oh.masks fall"), line: say("oh.masks fall says") };
  if (view.phase === "over" || desk.isVeiled) return { title: say("oh.film runs"), line: say("oh.film runs says") };
  if (view.phase !== "playing") return null;
  const me = mine === null ? null : table.seats[mine]!;
  const head = me?.animal ? { head: { animal: me.animal, ring: seatRing(mine!) } } : {};
  if (desk.placing !== null) return { title: say("oh.ask pawn", { name: whoIs(view.seats, table, desk.placing) }), line: say("oh.ask pawn says"), ...head };
  const others = (view.acting ?? []).filter((seat) => seat !== mine).map((seat) => nameOf(view.seats[seat], mine));
  const names = listed(others);
  if (table.phase === "guess") {
    if (mine === table.predator) return { title: say("oh.ask guess"), line: say("oh.ask guess says"), ...head };
    return { title: say("oh.others guess", { names }), line: say("oh.others guess says"), ...head };
  }
  if (me && !me.answered && (view.moves ?? []).length) {
    if (desk.held) return { title: say(desk.held === "stop" ? "oh.ask stop" : "oh.ask way", { kind: capital(say(`oh.${desk.held}` as Key)) }), line: `${aboutKind(desk.held, [me.animal!]).text} ${allSame(view)}`.trim(), ...head };
    return { title: say("oh.ask card", { turn: table.turn, turns: table.turns }), line: hint(view, me), ...head };
  }
  const n = others.length;
  if (!me) return { title: say("oh.watch card", { turn: table.turn, turns: table.turns }), line: n ? say("oh.waits", { names, n }) : "" };
  return { title: say("oh.sealed"), line: n ? say("oh.waits", { names, n }) : say("oh.sealed says"), ...head };
}

/** Where every way of the card in hand leads to the same space: what its arrow is good for. */
function allSame(view: View): string {
  const table = view.table!;
  const leads = (view.moves ?? []).filter((offer) => offer.touches[0] === `card:${desk.held}`).map((offer) => table.leads[offer.action]!);
  if (leads.length < 2 || leads.some((lead) => lead.cell !== leads[0]!.cell || lead.crosses.length)) return "";
  return say(table.objectives.includes("navigator") ? "oh.same navigator" : "oh.same", { space: leads[0]!.cell });
}

/** Who you are, what has happened and what helps you now, in two or three sentences. */
function hint(view: View, me: PlayerView): string {
  const table = view.table!;
  const filling = { animal: animalSaid(me.animal!), space: placeOf(me), home: me.home, food: me.food ? say(`oh.${me.food}` as Key) : "" };
  const met = (table.so_far?.met ?? []).filter(({ turn }) => turn === table.turn - 1).map(({ seat }) => whoIs(view.seats, table, seat));
  const isPredator = me.role === "predator";
  const news = met.length ? say(isPredator ? "oh.you met" : "oh.met you", { names: listed(met) }) : "";
  if (isPredator) return [say("oh.you hunt", filling), news || say("oh.aim predator")].join(" ");
  const leads = (view.moves ?? []).map((offer) => table.leads[offer.action]!);
  const [isLast, canStop] = [table.turn === table.turns, me.hand.some(({ name, left }) => /stop$/.test(name) && left)];
  const eats = leads.some((lead) => lead.eats && !lead.way.length) ? "oh.aim here" : leads.some((lead) => lead.eats) || (canStop && !isLast) ? "oh.aim food" : null;
  const aims = [eats && say(eats, filling), (!isLast || leads.some((lead) => lead.cell === me.home)) && say("oh.aim home", filling)];
  return [say("oh.you stand", filling), news, ...aims].filter(Boolean).join(" ");
}

function end(view: View): string | undefined {
  const table = view.table!;
  const names = table.winners.map((seat) => say("oh.who is", { name: view.seats[seat]?.name ?? "", animal: animalSaid(table.seats[seat]!.animal!) }));
  return say("wins", { names: listed(names), n: names.length });
}

const FILM = /^(named|identity|started|moved|attacked|ate|healed|judged|feasted|came-home|fulfilled|caught-all|scored|won)/;
const isOfFilm = (line: Line): boolean => line.of === "game" && FILM.test(line.say.key);

function where(view: View): string {
  const { turn, turns, phase } = view.table!;
  if (desk.isVeiled) return say(desk.isUnmasking ? "oh.phase guess" : "oh.phase film");
  return phase === "choose" ? say("oh.turn", { turn, turns }) : say(`oh.phase ${phase}` as Key);
}

export const words: Omit<GameFace<ForestTable>, "table"> = {
  where,
  goal: (view, mine) => view.table?.seats[mine ?? -1]?.role ?? "",
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
export function animalTold(table: ForestTable, animal: string): string {
  const [does, food] = [say(`oh.${animal} does` as Key), table.foods[animal]];
  return food ? say("oh.prey is", { food: say(`oh.${food}` as Key), does }) : say("oh.predator is", { does });
}

export function aboutAnimal(table: ForestTable, animal: string): About {
  return { title: capital(animalSaid(animal)), text: animalTold(table, animal), rule: RULES[animal]! };
}

/** A kind of card; of a trigger, what it does for each animal that its player may be. */
export function aboutKind(kind: string, animals: string[] = []): About {
  const title = capital(say(`oh.${kind}` as Key));
  const does = (animal: string) => say(`oh.${animal} does` as Key);
  if (kind !== "trigger" || !animals.length) return { title, text: say(`oh.${kind} says` as Key), rule: RULES[kind]! };
  if (animals.length === 1) return { title, text: `${capital(does(animals[0]!))}.`, rule: RULES[animals[0]!]! };
  return { title, text: animals.map((animal) => say("oh.trigger of", { animal: capital(animalSaid(animal)), does: does(animal) })).join(" "), rule: RULES[kind]! };
}

/** Somebody's animal that is not known: what it may be. */
export function aboutSecret(animals: string[]): About {
  return { title: say("oh.secret"), text: say("oh.secret says", { animals: animals.map(animalSaid).join(` ${say("oh.or")} `) }) };
}

/** The hearts and wounds that one is certain of before the film, and whom one has met. */
export function aboutSoFar(table: ForestTable, { hearts, wounds, met }: SoFar, who: (seat: number) => string): About {
  const isPredator = table.seat === table.predator;
  const turns = met.map(({ turn, seat }) => say(isPredator ? "oh.met in" : "oh.met by in", { name: who(seat), turn }));
  const counted = [say("oh.hearts", { n: hearts }), ...(wounds ? [say("oh.wounds", { n: wounds })] : [])];
  return { title: say("oh.so far"), text: [`${listed(counted)}.`, ...turns, say("oh.so far says")].join(" "), rule: isPredator ? "R38" : "R44" };
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
