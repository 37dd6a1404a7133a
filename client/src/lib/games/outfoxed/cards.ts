/** The cards: what they are called, what is printed on them, and what that does. */
import sheet from "./cards.svg?raw";
import { say, sayOr } from "../../texts";
import type { About } from "../../table/explain.svelte";

export interface Symbol {
  name: string; // "LEAP"
  n: string; // "2", or ""
}

/** Whom a symbol serves: its plate is round or square accordingly. */
export type Tone = "help" | "harm" | "plain";

const RULES: Record<string, string> = {
  RABBIT: "R39", NS: "R12", KU: "R36", BLOCK: "R24", WATER: "R26", OPEN_FIELDS: "R27", SCAVENGE: "R45", YIKES: "R47",
  OUCH: "R48", LOSE_TURN: "R49", LEAP: "R50", SNIFF: "R51", KEEN_EYES: "R52", SWITCH: "R53", FORAGE: "R54",
  DROPPED_PREY: "R55", RIVER_DIVE: "R56", STEAL: "R57", STORM: "R58", ALARM: "R59", LURE: "R60", DISTRACT: "R61", SHINY: "R62",
}; // prettier-ignore
const HARMS = ["SCAVENGE", "YIKES", "OUCH", "LOSE_TURN", "STEAL", "STORM", "ALARM", "LURE", "BLOCK", "WATER"];
const HELPS = ["LEAP", "SNIFF", "KEEN_EYES", "SWITCH", "FORAGE", "DROPPED_PREY", "RIVER_DIVE", "DISTRACT", "SHINY", "OPEN_FIELDS"];
const MARKS = ["NS", "KU"];
const LASTING = ["BLOCK", "WATER", "OPEN_FIELDS", "SCAVENGE"]; // as long as the card lies face-up

/** The symbols that act in this game, in the order of the card. */
export function symbolsOf(printed: string | undefined): Symbol[] {
  const words = (printed ?? "").split(" ");
  return words.flatMap((name, i) => {
    if (!(name in RULES)) return [];
    return [{ name, n: /^\d+$/.test(words[i + 1] ?? "") ? words[i + 1]! : "" }];
  });
}

export const deedsOf = (printed: string | undefined): Symbol[] =>
  symbolsOf(printed).filter((symbol) => !MARKS.includes(symbol.name));

/** Whether nothing happens when it is turned up. */
export const isIdle = (printed: string | undefined): boolean => deedsOf(printed).every(({ name }) => LASTING.includes(name));

export const marksOf = (printed: string | undefined): Symbol[] =>
  symbolsOf(printed).filter((symbol) => MARKS.includes(symbol.name));

export const toneOf = (symbol: string): Tone => (HELPS.includes(symbol) ? "help" : HARMS.includes(symbol) ? "harm" : "plain");

export const isRabbit = (kind: string | null | undefined): boolean => !!kind?.startsWith("rabbit_");

/** The drawing of a kind; a card that an owner of the box has added has none of its own. */
export const pictureOf = (kind: string): string => (sheet.includes(`"card-${kind}"`) ? `card-${kind}` : "card-unknown");

/** "Deer Mouse"; a card that an owner of the box has added is called by its id. */
export const nameOfCard = (kind: string): string => sayOr(`out.card ${kind}`, kind.replaceAll("_", " "));

export const nameOfSymbol = (symbol: Symbol): string => sayOr(`out.sign ${symbol.name}`, symbol.name, { n: symbol.n });

/** How a card lies: a mark may say something else of one that is face-down, unless it holds on both sides. */
export interface Lying {
  isDown: boolean;
  isFixed?: boolean;
}
const UP: Lying = { isDown: false };

function said({ name, n }: Symbol, { isDown, isFixed }: Lying): string {
  const down = isDown && !(name === "NS" && isFixed) ? sayOr(`out.does ${name} down`, "") : "";
  return down || sayOr(`out.does ${name} ${n}`, "") || sayOr(`out.does ${name}`, "", { n });
}

/** What its signs do, in whole sentences; its marks are left out. */
export function deedsSaid(printed: string | undefined): string {
  return deedsOf(printed).map((symbol) => said(symbol, UP)).join(" ") || say("out.does nothing");
}

export function aboutCard(kind: string, printed: string | undefined, more = "", lying = UP): About {
  const first = symbolsOf(printed)[0];
  const rule = isRabbit(kind) && first?.n === "0" ? "R38" : first ? RULES[first.name]! : printed ? "R14" : "R10";
  const marks = marksOf(printed).map((symbol) => said(symbol, lying));
  return { title: nameOfCard(kind), text: [deedsSaid(printed), ...marks, more].filter(Boolean).join(" "), rule };
}
