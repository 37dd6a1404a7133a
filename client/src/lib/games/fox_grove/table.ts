/** Fox Grove in the client: the table as the server tells it, and what things on it are called. */
import type { Line, Said, View as AnyView } from "../../messages";
import type { Advance as AdvanceView, Card as CardView, Colour, House as HouseView, Laid, Level as LevelView, Owl as OwlView, Payment as Way, Phase, Player as PlayerView, Price, Resource, Table as GroveTable } from "../../protocol/fox_grove";
import { nameOf } from "../../seats";
import { capital, listed, say, type Key } from "../../texts";

export type { AdvanceView, CardView, Colour, GroveTable, HouseView, LevelView, OwlView, Phase, PlayerView, Price, Resource, Way };
export type View = AnyView<GroveTable>;
export type Reward = CardView["resource"];
export type Who = Laid["seat"];

export const RESOURCES: Resource[] = ["wood", "nuts", "maple"];
export const ICONS: Record<Reward, string> = { wood: "wood", nuts: "nut", maple: "maple", berry: "blackberry", advance: "" };
export const SIGNS: Record<Colour, string> = { blue: "wood", purple: "nut", orange: "maple", yellow: "sun" };
export const ANIMALS = ["hedgehog", "hamster", "squirrel", "mouse"];
export const FRANK = "bear";
export const TOP = 7;

export const leftOf = (table: GroveTable, seat: number): number => (seat + 1) % table.players;
export const rightOf = (table: GroveTable, seat: number): number => (seat + table.players - 1) % table.players;
export const animalOf = (who: Who): string => (who === "frank" ? FRANK : ANIMALS[who]!);
export const ringOf = (who: Who): string => (who === "frank" ? "var(--line-strong)" : `var(--seat-${who})`);

/** The cards in hand that are not set aside for the exchange. */
export function handOf(table: GroveTable): CardView[] {
  const gone = table.phase === "exchange" ? asideOf(table) : [];
  return table.hand.filter((card) => !gone.some((other) => other.name === card.name));
}

/** The places of the hand: what has just been set aside leaves its own empty, so that the next touch meets the card that is meant. */
export function placesOf(table: GroveTable): { card: CardView; isEmpty: boolean }[] {
  const held = handOf(table);
  const gone = asideOf(table).filter((card) => !held.some((other) => other.name === card.name));
  const places = [...held.map((card) => ({ card, isEmpty: false })), ...gone.map((card) => ({ card, isEmpty: true }))];
  return places.sort((a, b) => numberOf(a.card) - numberOf(b.card));
}

/** What is set aside to be passed on, or to lie under the pile. */
function asideOf({ phase, exchange, frank, turn, seat }: GroveTable): CardView[] {
  if (!exchange) return [];
  if (phase === "exchange") return [...exchange.gave, ...exchange.under];
  return phase === "under" && turn === seat ? exchange.under.slice(frank ? 1 : 0) : [];
}

export const numberOf = (card: CardView): number => Number(card.name.slice(5));

/** Whether the nine tricks are over. */
export const isDelivery = (table: GroveTable): boolean => !table.table.length && table.seats.every((seat) => !seat.held);

/** The next floor of each house for a seat; none above the top. */
export const nextLevel = (house: HouseView, levels: number[], index: number): LevelView | undefined =>
  house.levels[(levels[index] ?? 0) + 1];

/** Whether a card would bring its taker nothing: a 13 where no level can be paid (R35). */
export const isVain = (card: CardView, table: GroveTable): boolean => table.vain && card.resource === "advance";

/** What a climb takes: its price, or the help without which it cannot be paid. */
export const priceSaid = (cost: number[], price: Price): string => price.ways.map((way) => waySaid(way, cost)).join(`, ${say("grove.or")} `);

function waySaid({ owls, goods, berries }: Way, cost: number[]): string {
  const filling = { owls: listed(owls.map(owlSaid)), n: owls.length, goods: goodsSaid(goods ?? cost, berries) };
  if (owls.length) return say(goods ? "grove.costs with owls" : "grove.costs owls", filling);
  return say(goods ? "grove.costs" : "grove.costs less", filling);
}

/** What a climb that needs help would use up, as a question. */
export function helpSaid({ owls, berries }: Way): string {
  const uses = [...owls.map((owl) => say("grove.the owl", { owl: owlSaid(owl) })), ...(berries ? [amountSaid("berry", berries)] : [])];
  return say("grove.help why", { uses: listed(uses) });
}

/** The points of the first steps of the scoring together. */
export const countedTo = (seat: PlayerView, steps: number): number => seat.counted.slice(0, steps).reduce((sum, step) => sum + step, 0);

export const lowest = (levels: number[]): number => Math.min(...levels);

// ---- what things are called

/** Whether a seat has made its secret choices. */
export function chosenSaid(table: GroveTable, seat: number): string {
  const chosen = table.seats[seat]!.chosen ?? 0;
  if (table.phase === "exchange" && chosen === 1) return say("grove.half chosen");
  return say(chosen ? "grove.has chosen" : "grove.chooses");
}

export const whoSaid = (view: View, who: Who, mine: number | null): string =>
  who === "frank" ? say("grove.Frank") : nameOf(view.seats[who], mine);

export const cardSaid = (card: { colour: Colour; number: number }): string =>
  say("grove.card", { colour: say(`grove.${card.colour}`), number: card.number });

/** A seat in the server's words: a phrase with its number; −1 where nobody is meant. */
export const seatIn = (said: unknown): number => Number((said as Said | undefined)?.with?.seat ?? -1);

/** A line of the news, and what is to be known besides: one less by card 13; that nothing more could be paid. */
export interface News extends Line {
  how?: "by 13" | "unable";
}

const BERRY_SPENT = new Set(["ate berry", "ate berry in secret"]);
export const isBerrySpent = (line: Line): boolean => BERRY_SPENT.has(line.say.key);

/** A payment begins with the owls and blackberries that help with it. */
const isHelp = (line: Line): boolean => line.say.key === "used owl" || isBerrySpent(line);
export const isPayment = (line: Line): boolean => line.say.key === "paid" || isHelp(line);
/** Whether a line belongs to the payment that the line before it has begun. */
export const isPaidOn = (line: Line, before: Line | undefined): boolean => before !== undefined && isPayment(line) && isHelp(before);

/** Whether a line says that moves are taken back: what was told before it is no longer so. */
export const isTakenBack = (line: Line): boolean => line.of === "table" && line.say.key.startsWith("taken back");

/** The key of a phrase inside another. */
export const wordIn = (said: unknown): string => (said as Said | undefined)?.key ?? "";

const COLOURS: Record<string, Colour> = { B: "blue", P: "purple", O: "orange", Y: "yellow" };

/** "B8" as in the server's words: colour and number. */
export const cardIn = (text: unknown): { colour: Colour; number: number } => ({
  colour: COLOURS[String(text)[0]!] ?? "blue",
  number: Number(String(text).slice(1)),
});

export const amountSaid = (kind: Reward, n: number): string => say(`grove.some ${kind}` as Key, { n });

export const rewardSaid = (card: CardView): string =>
  card.resource === "advance" ? say("grove.climb less") : amountSaid(card.resource, card.amount);

/** "2 wood and 1 nut", or "nothing". */
export function goodsSaid(numbers: number[], berries = 0): string {
  const parts = RESOURCES.flatMap((kind, i) => (numbers[i] ? [amountSaid(kind, numbers[i])] : []));
  if (berries) parts.push(amountSaid("berry", berries));
  return parts.length ? listed(parts) : say("grove.nothing");
}

export const houseSaid = (title: string): string => say(`grove.house ${title}` as Key);
export const owlSaid = (title: string): string => say(`grove.owl ${title}` as Key);
export const powerSaid = (title: string): string => say(`grove.power ${title}` as Key);

/** Wood, nuts and maple told as phrases of the server, as numbers. */
export function goodsIn(said: unknown): number[] {
  const numbers = [0, 0, 0];
  for (const part of Array.isArray(said) ? (said as Said[]) : []) {
    const kind = { "some wood": 0, "one nut": 1, "some nuts": 1, "some maple": 2 }[part.key];
    if (kind !== undefined) numbers[kind]! += Number(part.with?.n ?? 0);
  }
  return numbers;
}

/** What is told about a card to whoever asks. */
export function cardAbout(card: CardView): { title: string; text: string; rule: string } {
  const trump = card.colour === "yellow" ? ` ${say("grove.is trump")}` : "";
  const [key, rule] = card.resource === "berry" ? ["berry", "R33"] : card.resource === "advance" ? ["advance", "R34"] : ["goods", "R32"];
  const text = say(`grove.card ${key}` as Key, { goods: rewardSaid(card) }) + trump;
  return { title: capital(cardSaid(card)), text, rule };
}

const OWL_RULES: Record<string, string> = { draw2: "R12", pick2: "R62", discount: "R47", switch: "R47", double: "R63", convert: "R64" };

export function owlAbout(title: string, side: OwlView["side"] | "new"): { title: string; text: string; rule: string } {
  return { title: owlSaid(title), text: `${say(`grove.long ${title}` as Key)} ${say(`grove.side ${side}`)}`, rule: OWL_RULES[title]! };
}

/** The power of an owl as a sign: draw two, pick two, one less, another, twice, into. */
export const POWERS: Record<string, string> = { draw2: "+2", pick2: "2", discount: "−1", switch: "⇄", double: "×2", convert: "→" };
