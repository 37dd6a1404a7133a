/** Outfoxed in words: what is asked and why, the moves of the list, who has won. */
import type { Line, Offer } from "../../messages";
import type { Choice } from "../../play.svelte";
import type { Stage as Board } from "../../presenter.svelte";
import { nameOf } from "../../seats";
import { capital, counted, say, sayOr, type Key } from "../../texts";
import type { Asked, GameFace } from "..";
import { aboutCard, deedsOf, deedsSaid, isIdle, nameOfCard, nameOfSymbol, pictureOf } from "./cards";
import type { Hunt, Roll, Stage } from "./stage.svelte";
import { apart, RIM, ROUNDS, SIDES, stepsApart, type CardView, type OutfoxedTable, type View } from "./table";

/** What a roll means for the hunt, as the server told it. */
export const rollSaid = ({ face, outcome, n, all }: Roll): string => say(`out.roll ${outcome === "evades" ? face : outcome}` as Key, { n, all });

const cellOf = (table: OutfoxedTable, cell: string): CardView | undefined => table.cells.find((other) => other.cell === cell);

/** What lies on a cell, in a few words, as far as one may know. */
export function lies(table: OutfoxedTable, cell: string): string {
  const card = cellOf(table, cell);
  if (!card) return "";
  if (!card.card) return say(card.no_rabbit ? "out.no rabbit" : "out.unseen");
  const filling = { card: nameOfCard(card.card) };
  return card.side === "up" ? say("out.open", filling) : say("out.known", filling);
}

// ---- the Vixen and the Eagle

/** The Vixen is asked for before each flight of the Eagle (R63): to fly is to hold her back, and she waits to be called. */
export function choices(table: OutfoxedTable, offers: Offer[], { isVixenCalled }: Turn): Choice[] {
  if (table.decision !== "VIXEN") return offers;
  if (isVixenCalled) return offers.filter((offer) => offer.say.key === "vixen");
  const held = offers.filter((offer) => offer.say.key === "hold");
  if (!table.flights.length) return held;
  return held.flatMap((offer) =>
    table.flights.map((spaces) => {
      const then = `rim:${(table.eagle + spaces + RIM) % RIM}`;
      return { ...offer, say: { key: "fly eagle", with: { spaces } }, touches: [then], then };
    }),
  );
}

/** What Red Fox decides now. */
export const decisionOf = (table: OutfoxedTable, { isVixenCalled }: Turn): string => (table.flights.length && !isVixenCalled ? "EAGLE" : table.decision);

// ---- the question

/** What the board knows of this turn, and no view says. */
type Turn = Pick<Stage, "isBonus" | "isVixenCalled" | "held" | "hunt">;
const PLAIN: Turn = { isBonus: false, isVixenCalled: false, held: null, hunt: null };

function ask(view: View, mine: number | null, stage: Board | null): Asked | null {
  if (view.phase !== "playing") return null;
  const turn: Turn = (stage as Stage | null) ?? PLAIN;
  const told = view.table!;
  if (told.seat === null) return null;
  if (turn.hunt) return hunted(told, turn.hunt);
  if (told.seat !== mine) {
    const name = nameOf(view.seats[told.seat], mine);
    const does = told.decision === "STEP" && turn.isBonus ? "out.does it STEP bonus" : (`out.does it ${told.decision}` as Key);
    return { title: say(`out.others ${SIDES[told.seat]!}` as Key, { name }), line: say(does), head: headOf(told, turn) };
  }
  const table = { ...told, decision: decisionOf(told, turn) };
  return { title: title(table, turn), line: why(table, view.moves ?? [], turn).join(" "), head: headOf(table, turn) };
}

/** While a hunt is shown nothing is asked: it is told how it goes. */
function hunted(table: OutfoxedTable, { rabbit, rolls, isRolling, end }: Hunt): Asked {
  const line = rolls.length ? rollSaid(rolls.at(-1)!) : deedsSaid(table.box[rabbit]);
  return { title: say(`out.hunt ${end}`, { card: nameOfCard(rabbit) }), line: isRolling ? "" : line, head: { animal: pictureOf(rabbit), ring: "var(--seat-0)" } };
}

/** Who moves, or the card that the question is about. */
function headOf(table: OutfoxedTable, turn: Turn): { animal: string; ring?: string } {
  const ring = `var(--seat-${table.seat})`;
  const card = asked(table);
  if (card) return { animal: pictureOf((table.decision === "REPLACE" && turn.held) || card), ring };
  if (table.decision === "EAGLE") return { animal: "eagle", ring };
  if (table.decision === "BEAR") return { animal: "bear", ring };
  if (table.decision === "VIXEN") return { animal: "vixen", ring };
  return { animal: SIDES[table.seat!]!, ring };
}

/** The card that is asked about: the active one, the one Crow holds, the rabbit to be hidden. */
function asked(table: OutfoxedTable): string | null {
  const { decision } = table;
  if (decision === "REPLACE" || decision === "LEAP" || decision === "ALARM") return table.active;
  if (decision === "SWAP" && table.picked) return cellOf(table, table.picked)?.card ?? null;
  if (decision === "BAIT") return cellOf(table, table.fox)?.card ?? null;
  if (decision === "RELOCATE") return rabbitToHide(table);
  return null;
}

const rabbitToHide = (table: OutfoxedTable): string | null =>
  table.active ? (table.captured.at(-1) ?? null) : (cellOf(table, table.fox)?.card ?? null);

function title(table: OutfoxedTable, turn: Turn): string {
  const card = asked(table);
  if (table.decision === "REPLACE" && turn.held) return say("out.ask REPLACE held", { card: nameOfCard(turn.held) });
  const filling = { card: card ? nameOfCard(card) : "", cell: table.picked ?? "" };
  if (table.decision === "STEP" && table.steps) return say(table.steps < table.reach - 1 || table.reach < 3 ? "out.ask STEP on" : "out.ask STEP last");
  if (table.decision === "STEP" && table.reach === 1) return say("out.ask STEP limp");
  if (table.decision === "STEP" && turn.isBonus) return say("out.ask STEP bonus");
  if (table.decision === "VIXEN" && turn.isVixenCalled) return say("out.ask VIXEN called");
  if (table.decision === "REPLACE" && isIdle(table.box[table.active ?? ""])) return say("out.ask REPLACE idle", filling);
  return say(card && table.decision === "ALARM" ? "out.ask ALARM card" : (`out.ask ${table.decision}` as Key), filling);
}

function why(table: OutfoxedTable, moves: Offer[], turn: Turn): string[] {
  const says = (key: string, filling = {}) => sayOr(`out.why ${key}`, "", filling);
  const { decision, flags } = table;
  switch (decision) {
    case "STEP":
      if (table.steps) return [says(table.steps === 1 ? "STEP on" : "STEP last")];
      if (table.reach === 1) return [says("STEP limp")];
      return [...(turn.isBonus ? [says("STEP bonus")] : []), says(table.reach === 3 ? "STEP fields" : "STEP")];
    case "REPLACE":
      if (turn.held) return [deedsSaid(table.box[turn.held])];
      return [aboutCard(table.active ?? "", table.box[table.active ?? ""]).text];
    case "LEAP":
      return [deedsSaid(table.box[table.active ?? ""])];
    case "EAGLE":
      return [numbered("out.why EAGLE", apart(table.eagle, table.crow)), says(`EAGLE ${flags.includes("dive") ? "dive" : "plain"}${table.doubles.length ? " double" : ""}`)];
    case "CROW_MOVE":
      return [says(flags.includes("shiny") ? "CROW_MOVE shiny" : "CROW_MOVE"), ...(Object.keys(table.wins).length ? [says("CROW_MOVE eagle")] : [])];
    case "SWAP":
      return [says(moves.some((offer) => offer.touches.includes("deck")) ? "SWAP deck" : "SWAP")];
    case "BEAR":
      return [numbered("out.why BEAR", stepsApart(table.bear, table.fox)), ...(table.active ? [says("BEAR lured")] : [])];
    default:
      return [says(decision)];
  }
}

const numbered = (key: string, n: number): string => sayOr(key, "", { n, count: counted(n) });
/** Whether Bear can step onto Red Fox where he stands. */
export const isInReach = (table: OutfoxedTable): boolean => table.bear_next.includes(table.fox);
/** Whether Red Fox who touches a thing would stand there, and Bear can step onto him. */
export const isRisky = (table: OutfoxedTable, name: string): boolean => ["STEP", "LEAP"].includes(table.decision) && table.bear_next.includes(name.slice(5));

// ---- the list

function describe(view: View, offer: Offer): { words: string; note?: string; wins?: boolean } {
  const [table, name] = [view.table!, offer.touches[0] ?? ""];
  const told = described(view, offer);
  const note = [told.note, warningOf(table, name)].filter(Boolean).join("; ");
  return { words: told.words, ...(note && { note }), wins: !!table.wins[name] && table.wins[name] === SIDES[table.seat ?? -1] };
}

/** What touching a thing would bring at once, or might: the end, or Bear. */
export function warningOf(table: OutfoxedTable, name: string): string {
  const winner = table.wins[name];
  if (winner) return say(winner === SIDES[table.seat ?? -1] ? "out.wins" : "out.loses");
  return isRisky(table, name) ? say("out.bear may come") : "";
}

function described(view: View, offer: Offer): { words: string; note?: string } {
  const table = view.table!;
  const { key } = offer.say;
  const words = key === "activate" ? say(isIdle(table.box[table.active ?? ""]) ? "out.leave" : "out.let act") : capital(offer.text);
  const name = offer.touches[0] ?? "";
  if (key === "fly eagle" || key === "fly crow") return flight(table, offer);
  if (key === "stop" || key === "activate") return { words, note: nameNote(table, key) };
  if (key === "spend") return { words, note: table.bait[0] ? nameOfCard(table.bait[0]) : "" };
  if (name === "deck") return { words: say("out.take out", { n: table.exchanges_left }) };
  if (name.startsWith("hand:")) return { words, note: short(table.box[name.slice(5)]) };
  if (name.startsWith("cell:")) return { words, note: lies(table, name.slice(5)) };
  return { words };
}

/** Whether a flight of the Eagle spends its double move. */
export const isDouble = (table: OutfoxedTable, offer: Offer): boolean => offer.say.key === "fly eagle" && table.doubles.includes(Number(offer.say.with?.spaces));

function flight(table: OutfoxedTable, offer: Offer): { words: string; note?: string } {
  const way = Number(offer.say.with?.spaces ?? 0);
  const n = Math.abs(way);
  const to = offer.touches[0]!.slice(4);
  const words = say(way > 0 ? "out.fly on" : "out.fly back", { n, count: counted(n) });
  return { words, note: say(isDouble(table, offer) ? "out.to space double" : "out.to space", { space: to }) };
}

function nameNote(table: OutfoxedTable, key: string): string {
  if (key === "activate") return table.active ? nameOfCard(table.active) : "";
  return say(table.steps > 1 ? "out.turned up" : "out.quiet");
}

const short = (printed: string | undefined): string => deedsOf(printed).map(nameOfSymbol).join(", ");

const BEGINS = ["stepped", "turn lost", "boxed in", "eagle flew", "crow flew", "bear went", "bear stayed", "vixen put", "leapt"];

/** That his hand is empty need not be said of every card. Without aid to memory the log keeps this round and the one before. */
function recall(log: Line[], view: View): Line[] {
  const lines = log.filter((line) => line.say.key !== "uncovered empty");
  if (view.phase !== "playing" || view.table!.memory === "aided") return lines;
  const rounds = lines.flatMap((line, i) => (line.say.key === "sun moved" ? [i] : []));
  return lines.slice((rounds.at(-2) ?? -1) + 1);
}

export const words: Omit<GameFace<OutfoxedTable>, "table"> = {
  where: (view) => (view.table ? say("out.round", { n: view.table!.round, all: ROUNDS }) : ""),
  ask,
  goal: (_, mine) => SIDES[mine ?? -1] ?? "",
  end: (view) => sayOr(`out.end ${view.table!.winner}`, "") || undefined,
  describe,
  recall,
  begins: (line: Line) => BEGINS.includes(line.say.key) || line.say.key.startsWith("won") || line.say.key.startsWith("taken"),
};
