/** Fox Grove's questions, moves and news in words. */
import type { Line, Offer } from "../../messages";
import type { Choice } from "../../play.svelte";
import { nameOf } from "../../seats";
import { capital, counted, listed, say, sayOr, type Key } from "../../texts";
import type { Asked, GameFace } from "..";
import {
  amountSaid, animalOf, cardIn, cardSaid, goodsIn, goodsSaid, handOf, houseSaid, isBerrySpent, isDelivery, isPaidOn,
  isPayment, isVain, leftOf, nextLevel, owlSaid, priceSaid, rewardSaid, rightOf, ringOf, seatIn, whoSaid,
  wordIn, type CardView, type GroveTable, type News, type View,
} from "./table"; // prettier-ignore

type Answer = { title: string; line?: string };

// ---- what is asked

function ask(view: View, mine: number | null): Asked | null {
  if (view.phase !== "playing") return null;
  const table = view.table!;
  const acting = view.acting ?? [];
  const isMine = mine !== null && acting.includes(mine);
  const who = isMine ? mine : (table.turn ?? acting[0]);
  const head = who === undefined ? undefined : { animal: animalOf(who), ring: ringOf(who) };
  const said = isMine ? own(view, table, mine) : others(view, table, mine);
  return head && (isMine || acting.length === 1) ? { ...said, head } : said;
}

function others(view: View, table: GroveTable, mine: number | null): Answer {
  const acting = view.acting ?? [];
  const names = listed(acting.map((seat) => whoSaid(view, seat, mine)));
  const filling = { names, n: acting.length, house: table.advance ? houseSaid(table.advance.house) : "" };
  const isSealed = table.phase === "exchange" || table.phase === "keep";
  if (isSealed && mine !== null) return { title: say("grove.waits", filling), line: say(`grove.sealed ${table.phase as "exchange" | "keep"}`) };
  const line = sayOr(`grove.does ${table.phase} line`, "");
  return { title: say(`grove.does ${table.phase}` as Key, filling), ...(line ? { line } : {}) };
}

function own(view: View, table: GroveTable, mine: number): Answer {
  const me = table.seats[mine]!;
  switch (table.phase) {
    case "exchange":
      return passing(view, table, mine);
    case "draw":
      return { title: say("grove.ask draw"), line: say("grove.ask draw line") };
    case "under":
      return { title: say("grove.ask under", { n: me.held - 9, count: counted(me.held - 9) }), line: say("grove.ask under line") };
    case "trick":
      return playing(table);
    case "pick":
      return picking(table, (view.moves ?? []).some((offer) => offer.say.key === "use pick2"));
    case "reward":
      return { title: say("grove.ask reward", { goods: rewardSaid(table.reward!) }), line: say("grove.ask reward line") };
    case "thirteen":
      return { title: say("grove.ask thirteen"), line: say("grove.ask thirteen line") };
    case "pay":
      return paying(table);
    case "bonus":
      return { title: say(`grove.ask bonus ${table.variant}`), line: say("grove.ask bonus line") };
    case "deliver":
      return { title: say("grove.ask deliver"), line: say(table.round < table.rounds ? "grove.ask deliver line" : "grove.ask last deliver line") };
    default:
      return { title: say("grove.ask keep"), line: say("grove.ask keep line") };
  }
}

function passing(view: View, table: GroveTable, mine: number): Answer {
  const isFirst = !table.exchange?.gave.length && !table.exchange?.under.length;
  if (table.frank) {
    const name = whoSaid(view, 1 - mine, mine);
    return { title: isFirst ? say("grove.ask give", { name }) : say("grove.ask bury"), line: say(isFirst ? "grove.ask give line" : "grove.ask bury line") };
  }
  const name = whoSaid(view, isFirst ? leftOf(table, mine) : rightOf(table, mine), mine);
  return { title: say(isFirst ? "grove.ask left" : "grove.ask right", { name }), line: say(isFirst ? "grove.ask left line" : "grove.ask right line") };
}

function playing(table: GroveTable): Answer {
  const led = table.table[0];
  if (!led) return { title: say("grove.ask lead"), line: say("grove.ask lead line") };
  const colour = say(`grove.${led.colour}`);
  const fitting = table.hand.filter((card) => card.colour === led.colour);
  if (fitting.length) {
    const numbers = listed(fitting.map((card) => String(card.number)));
    return { title: say(`grove.ask follow ${led.colour}`), line: say("grove.you hold", { colour, numbers }) };
  }
  const vain = vainSaid(table.hand.filter((card) => card.colour !== "yellow"), table);
  if (led.colour === "yellow") return { title: say("grove.ask no trump"), line: say("grove.discard line") + vain };
  const trumps = table.hand.filter((card) => card.colour === "yellow").length;
  if (trumps === table.hand.length) return { title: say("grove.ask only trumps", { colour }), line: say("grove.only trumps line") };
  return { title: say(trumps ? "grove.ask free" : "grove.ask discard", { colour }), line: say(trumps ? "grove.free line" : "grove.discard line") + vain };
}

/** Told before a 13 is taken for nothing. */
const vainSaid = (cards: CardView[], table: GroveTable): string =>
  cards.some((card) => isVain(card, table)) ? ` ${say("grove.vain line")}` : "";

function picking(table: GroveTable, hasOwl: boolean): Answer {
  if (table.owed > 1) return { title: say("grove.ask first of two"), line: say("grove.ask first of two line") };
  if (table.named.length) return { title: say("grove.ask second of two", { card: cardSaid(table.named[0]!) }), line: say("grove.ask first of two line") };
  return { title: say("grove.ask pick"), line: say(hasOwl ? "grove.ask pick owl line" : "grove.ask pick line") + vainSaid(table.table, table) };
}

function paying(table: GroveTable): Answer {
  const advance = table.advance!;
  const cost = advance.cost.map((part) => part.amount);
  const house = houseSaid(advance.house);
  if (advance.drop) return { title: say("grove.ask drop"), line: say("grove.ask drop line", { house, goods: goodsSaid(cost) }) };
  const key = advance.short ? "grove.ask pay short line" : "grove.ask pay line";
  return { title: say("grove.ask pay", { house }), line: say(key, { goods: goodsSaid(cost) }) };
}

// ---- moves in the list

const CARD_MOVES = new Set(["pass left", "pass right", "give", "bury", "put under", "lead", "play", "discard", "pick"]);

function describe(view: View, offer: Choice): { words: string; note?: string } {
  const table = view.table!;
  const { key } = offer.say;
  if (CARD_MOVES.has(key)) {
    const card = [...handOf(table), ...table.table].find((one) => offer.touches.includes(one.name));
    const isTaken = key === "discard" || key === "pick";
    if (card) return { words: say(`grove.move ${key}` as Key, { card: cardSaid(card), name: receiverSaid(view, key) }), note: isTaken ? gainSaid(card, table, isDoubled(table, offer)) : say("grove.on card", { goods: rewardSaid(card) }) };
  }
  if (key === "cut" || key === "drop" || key === "swap") return easier(table, offer);
  if (key === "advance") {
    const house = table.houses.findIndex((one) => offer.touches.includes(one.name));
    const [price, level] = [table.prices[house], nextLevel(table.houses[house]!, table.seats[table.turn!]!.levels, house)];
    if (price && level) return { words: capital(offer.text), note: priceSaid(level.cost, price) };
  }
  return { words: capital(offer.text) };
}

/** Whom a card is passed to. */
function receiverSaid(view: View, key: string): string {
  const table = view.table!;
  const way = { "pass left": leftOf, "pass right": rightOf }[key];
  return way && table.seat !== null ? whoSaid(view, way(table, table.seat), table.seat) : "";
}

/** Whether the owl that is taken up doubles the reward of this card. */
const isDoubled = (table: GroveTable, { then }: Choice): boolean =>
  table.seat !== null && table.seats[table.seat]!.owls.some(({ name, title }) => name === then && title === "double");

/** What a card brings to whoever takes it. */
function gainSaid(card: CardView, table: GroveTable, isDoubled: boolean): string {
  if (isVain(card, table)) return say("grove.vain");
  if (card.resource === "advance") return say("grove.you climb");
  return say("grove.you get", { goods: amountSaid(card.resource, card.amount * (isDoubled ? 2 : 1)) });
}

/** A payment made easier by an owl or card 13, and what is left to pay. */
export function easier(table: GroveTable, offer: Offer): { words: string; note?: string } {
  const { key, with: about = {} } = offer.say;
  const words = key === "cut" || key === "drop" ? say(`grove.move ${key}`, { goods: goodsSaid(goodsIn(about.goods)) }) : capital(offer.text);
  const left = table.advance?.steps[offer.action];
  return left ? { words, note: say("grove.then pay", { goods: goodsSaid(left.goods, left.berries) }) } : { words };
}

// ---- what happened, in one line on the table

/** The last move. Blackberries are told with the payment; when cards are dealt, of what is kept only the own. */
export function newsSaid(view: View, lines: News[], mine: number | null): string {
  const berries = lines.filter(isBerrySpent).length;
  const has = (key: string) => lines.some((line) => line.say.key === key);
  const isSaid = (line: Line) =>
    (has("paid") && isBerrySpent(line)) || (has("dealt") && line.say.key === "kept" && seatIn(line.say.with?.who) !== mine);
  return lines.filter((line) => !isSaid(line)).map((line) => told(view, line, mine, berries)).filter(Boolean).slice(-4).join(" ");
}

/** An event with names and cards as people say them; nothing for what goes without saying. */
function told(view: View, line: News, mine: number | null, berries: number): string {
  const { key, with: about = {} } = line.say;
  const isMe = seatIn(about.who) === mine;
  const filling = {
    who: "who" in about ? whoSaid(view, seatIn(about.who), mine) : "",
    n: Number(about.n ?? 0),
    card: "card" in about ? cardSaid(cardIn(about.card)) : "",
    goods: "goods" in about ? goodsSaid(goodsIn(about.goods), key === "paid" ? berries : 0) : "",
    house: "house" in about ? houseSaid(wordIn(about.house)) : "",
    owl: "owl" in about ? owlSaid(wordIn(about.owl)) : "",
    level: Number(about.level ?? 0),
    value: Number(about.value ?? 0),
    giver: "giver" in about ? whoSaid(view, seatIn(about.giver), mine) : "",
    total: Number(about.total ?? 0),
  };
  const what = line.how ? `${key} ${line.how}` : key;
  const [plain, personal] = [sayOr(`grove.told ${what}`, "", filling), sayOr(`grove.told ${what} you`, "", filling)];
  return (isMe && personal) || plain;
}

// ---- the end

function end(view: View): string | undefined {
  const winners = view.seats.filter((seat) => view.result?.ranks[seat.seat] === 1);
  return winners.length ? say("grove.end", { names: listed(winners.map((seat) => nameOf(seat, null))), n: winners.length }) : undefined;
}

function where(view: View): string {
  if (!view.table) return "";
  const { round, rounds, trick, tricks, phase } = view.table!;
  const filling = { round, rounds, trick, tricks };
  if (phase === "finished") return say("grove.where end");
  if (phase === "exchange" || phase === "draw" || phase === "under") return say("grove.where exchange", filling);
  return say(isDelivery(view.table!) ? "grove.where delivery" : "grove.where trick", filling);
}

/** "O11" in the server's words is orange 11 at the table. */
export const named = (text: string): string => text.replace(/\b[BPOY](?:1[0-3]|[1-9])\b/g, (name) => cardSaid(cardIn(name)));

const BEGINS = new Set(["dealt", "exchanged", "led", "won", "frank won", "marker", "delivered", "kept", "scored", "skipped"]);

function begins(line: Line, before: Line): boolean {
  const { key } = line.say;
  return isPayment(line) ? !isPaidOn(line, before) : BEGINS.has(key) || key.startsWith("ended");
}

export const words: Omit<GameFace<GroveTable>, "table"> = {
  where,
  ask,
  end,
  describe,
  named,
  begins,
};

