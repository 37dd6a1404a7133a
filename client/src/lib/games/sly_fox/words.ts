/** Slyest Fox in words: what is asked and why, the moves, the end. */
import type { Line, Offer, View } from "../../messages";
import { nameOf } from "../../seats";
import { capital, listed, say, sayOr, type Key } from "../../texts";
import type { Asked, GameFace } from "..";
import { animalOf, countOf, isLastTwo, keyOf, kindsOf, nextOf, ringOf, seatOf, tableOf, WINDOWS, type Kind, type SlyTable } from "./table";

export const cardName = (code: string): string => say(`sly.card ${code}` as Key);
export const characterName = (code: string): string => say(`sly.card ${code}` as Key);

// ---- names

/** The server says "fox 2"; here sits Rosa. */
export function named(text: string, view: View): string {
  const fox = say("sly.fox seat", { seat: "(\\d+)" });
  const told = text.replace(new RegExp(`\\b${fox}\\b`, "gi"), (same, seat) => view.seats[Number(seat)] ? ownName(view, Number(seat)) : same);
  return capital(told).replace(/([^.!?”“])$/, "$1.");
}

/** In the third person, also of oneself. */
function ownName(view: View, seat: number): string {
  const sitting = view.seats[seat]!;
  return sitting.kind === "human" ? sitting.name : nameOf(sitting, null);
}

const bare = (text: string): string => text.replace(/\.$/, "");

// ---- moves

function seatIn(offer: Offer): number | null {
  const name = offer.touches.find((touched) => touched.startsWith("seat:"));
  return name ? Number(name.slice(5)) : null;
}

export function describe(view: View, offer: Offer): { words: string; note?: string } {
  const own = sayOr(`sly.do ${offer.say.key}`, "");
  const words = own || bare(named(offer.text, view));
  const seat = seatIn(offer);
  const fox = seat === null ? null : tableOf(view).foxes[seat];
  if (fox && offer.say.key.startsWith("attack")) return { words, note: say("sly.lives", { n: fox.lives }) };
  const note = tableOf(view).mode === "duel" ? "" : sayOr(`sly.note ${offer.say.key}`, "");
  return note ? { words, note } : { words };
}

const LEAVING = ["pass", "decline", "rest", "accept"];
export const isPlain = (offer: Offer): boolean => LEAVING.includes(offer.say.key);
/** First what is asked, then a challenge, then to leave it. */
export const weight = (offer: Offer): number => (isPlain(offer) ? 2 : offer.say.key === "challenge" ? 1 : 0);
/** A pass stands first where silence would be one: the keyboard comes there, and it costs nothing. */
export const inOrder = (offers: Offer[]): Offer[] => {
  const place = (offer: Offer) => (offer.say.key === "pass" ? -1 : weight(offer));
  return [...offers].sort((a, b) => place(a) - place(b));
};

/** One is asked with all the others, and holds nothing for it. */
export const isIdle = (view: View): boolean => view.pace === "window" && !!view.moves?.every(isPlain);

/** On a button beside the question. */
export function short(view: View, offer: Offer): string {
  const card = keyOf(offer.say.with?.card);
  const { key } = offer.say;
  if (key === "help" || key === "join") return say("sly.weasel with", { card: cardName(card) });
  if (key === "defend" || key === "add") return cardName(card);
  if (key === "help sneaky") return cardName("SDE");
  if (key === "join sneaky") return cardName("SAT");
  if (key === "stop") return cardName("STO");
  if (key === "enough") return cardName("ENO");
  if (key === "defend as character" || key === "add character") {
    const table = tableOf(view);
    return characterName(table.foxes[table.seat ?? 0]!.character ?? "");
  }
  return describe(view, offer).words;
}

// ---- the question

function ask(view: View, mine: number | null): Asked | null {
  if (view.phase !== "playing" || !view.table) return null;
  const table = tableOf(view);
  if (WINDOWS.includes(table.phase)) return askAll(view, table, mine);
  const who = table.asked[0] ?? table.active;
  const head = { animal: animalOf(who), ring: ringOf(who) };
  return { ...(who === mine ? askMe(view, table, mine) : tellOf(view, table, who, mine)), head };
}

function names(view: View, table: SlyTable, mine: number | null): Record<string, string> {
  const name = (seat: number | null | undefined) => (seat == null ? "" : nameOf(view.seats[seat], mine));
  return { attacker: name(table.attack?.attacker), target: name(table.attack?.target), next: name(nextOf(table)) };
}

/** A window: it lasts the same for everybody, whatever they hold; who holds nothing for it may lean back. */
function askAll(view: View, table: SlyTable, mine: number | null): Asked {
  const filling = names(view, table, mine);
  const isAsked = mine !== null && table.asked.includes(mine);
  const whom = table.phase === "clearing" ? nextOf(table) : table.phase === "help" ? table.attack?.target : table.attack?.attacker;
  const isIn = isAsked && !isIdle(view);
  const isMeant = isIn && (table.phase === "clearing" || canOf(view)(table.phase)); // not only to challenge meanwhile
  const title = say(`sly.${isMeant ? "ask" : "all"} ${table.phase}${whom === mine ? " me" : ""}` as Key, filling);
  const out = outLine(table, mine);
  if (out && !isIn) return { title, line: out };
  if (!isAsked) return { title, line: say("sly.not asked") };
  if (view.answer) return { title, line: say("sly.answered", { move: bare(named(view.answer, view)) }) };
  if (view.standing) return { title, line: say("sly.standing", { move: bare(named(view.standing, view)) }) };
  return { title, line: isIn ? `${whyAll(view, filling)} ${say("sly.silence")}` : say("sly.idle") };
}

/** What I can do in a window: with which cards, and what else. */
function whyAll(view: View, filling: Record<string, string>): string {
  const can = canOf(view);
  const deeds = (["help", "join"] as const).filter(can).map((key) => say(`sly.why ${key}`, filling));
  const free = freeDeeds(can);
  if (free.length) deeds.push(say("sly.free now", { deeds: listedOr(free) }));
  return deeds.join(" ");
}

/** Who is out is told so, and what is left to a ghost (R49, R51). */
function outLine(table: SlyTable, mine: number | null): string {
  const me = mine === null ? null : table.foxes[mine]!;
  return !me || me.live ? "" : say(me.ghost ? "sly.you ghost" : "sly.you out");
}

/** Whether a move of this name is offered. */
function canOf(view: View): (key: string) => boolean {
  return (key) => !!view.moves?.some((offer) => offer.say.key === key || offer.say.key.startsWith(`${key} `));
}

function askMe(view: View, table: SlyTable, mine: number): Asked {
  const filling = names(view, table, mine);
  const can = canOf(view);
  const { phase, attack } = table;
  const alone = table.mode === "duel" || attack?.ban ? " duel" : ""; // nobody else can help or join
  const warned = warnings(table);
  if (phase === "turn") {
    if (attack?.ban) return { title: say("sly.ask banned"), line: say("sly.why attack") };
    if (can("pass")) return { title: say("sly.ask stuck"), line: say("sly.why stuck") };
    const how = !can("attack") ? " draw" : !can("draw") ? " attack" : "";
    return { title: say(`sly.ask turn${how}`), line: [turnHint(view, can, mine), ...warned].join(" ") };
  }
  if (phase === "respond") {
    const left = table.foxes[mine]!.lives === 1 ? say("sly.last life") : "";
    const cards = attack?.matching?.[1] ?? "FAC";
    const none = can("defend") || can("stop") ? "" : " none";
    return { title: say(`sly.ask respond ${attack?.kind}` as Key, filling), line: `${say(`sly.why respond${none}${alone}`, { card: cardName(cards) })} ${left}`.trim() };
  }
  if (phase === "press") return { title: say("sly.ask press"), line: say(`sly.why press${can("add") ? "" : " none"}${alone}`, { card: cardName(attack?.matching?.[0] ?? "GOS") }) };
  if (phase === "refill" || phase === "shed") {
    return { title: say(`sly.ask ${phase}`), line: say(`sly.why ${phase}`, { n: isLastTwo(table) ? 2 : 3 }) };
  }
  if (phase === "floor") {
    const free = freeDeeds(can);
    return { title: say("sly.ask floor"), line: [free.length ? say("sly.free now", { deeds: listedOr(free) }) : "", say("sly.why floor"), ...warned].join(" ").trim() };
  }
  return { title: say(`sly.ask ${phase}` as Key, filling), line: say(`sly.why ${phase}` as Key, filling) };
}

/** What one had better know now. */
function warnings(table: SlyTable): string[] {
  if (isLastTwo(table)) return [say("sly.two left")];
  const count = countOf(table.hand);
  return table.mode === "duel" || count < 9 ? [] : [say(count === 9 ? "sly.nine" : "sly.above nine")];
}

const freeDeeds = (can: (key: string) => boolean): string[] =>
  (["trade", "play idc", "challenge", "ban"] as const).filter(can).map((key) => say(`sly.free ${key}`));

function turnHint(view: View, can: (key: string) => boolean, mine: number): string {
  const free = freeDeeds(can);
  const parts = [say(!can("attack") ? "sly.why draw" : can("draw") ? "sly.why turn" : "sly.why only attack")];
  if (!can("attack")) parts.push(whyNobody(view, new Set(tableOf(view).hand.flatMap((pack) => kindsOf(pack.code))), mine));
  if (free.length) parts.push(say("sly.free first", { deeds: listedOr(free) }));
  return parts.join(" ");
}

/** Why there is nobody to attack in one of these ways (R4, R44). */
export function whyNobody(view: View, kinds: ReadonlySet<Kind>, mine: number, key: Key = "sly.nobody"): string {
  if (!kinds.size) return say("sly.no opener");
  const closed = kinds.has("gossip") ? "gossip" : "trap"; // with both kinds only I don't care keeps them out
  const foxes = tableOf(view).foxes.filter((fox) => fox.live && fox.seat !== mine);
  const whys = foxes.map((fox) => say(fox.idc === "lies" ? "sly.safe idc" : `sly.safe ${closed}`, { who: nameOf(view.seats[fox.seat], mine) }));
  return say(key, { whys: listed(whys) });
}

function listedOr(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${say("sly.or")} ${parts.at(-1)}`;
}

function tellOf(view: View, table: SlyTable, who: number, mine: number | null): Asked {
  const filling = { ...names(view, table, mine), who: nameOf(view.seats[who], mine) };
  const isMyFight = table.attack?.attacker === mine && mine !== null;
  const line = outLine(table, mine) || (isMyFight ? sayOr(`sly.mine ${table.phase}`, "") : sayOr(`sly.others ${table.phase}`, "", filling));
  return { title: say(`sly.they ${table.phase}` as Key, filling), ...(line ? { line } : {}) };
}

// ---- the end, the log

function end(view: View): string | undefined {
  const table = tableOf(view);
  const winner = table.ranks?.indexOf(1) ?? -1;
  if (table.mode !== "team") return undefined;
  const team = table.foxes[winner]?.team;
  return team ? say(`sly.team wins ${team}`) : undefined;
}

/**
 * What everybody could still remember: since one's own last turn, and a line that says so. The whole of it when the game
 * is over (R62). Of characters that are turned down again nobody is reminded (R92).
 */
function recall(log: Line[], view: View, mine: number | null): Line[] {
  if (view.phase === "over") return log;
  const turns = log.flatMap((line, i) => (line.say.key === "began" ? [{ i, seat: seatOf(line.say.with?.who) }] : []));
  const table = tableOf(view);
  const isIn = mine !== null && table.foxes[mine]?.live;
  const own = turns.filter((turn) => turn.seat === mine && turn !== turns.at(-1));
  const since = (isIn ? own.at(-1) : turns.at(-table.players))?.i ?? 0;
  const isTurnedDown = table.turn > 0 && table.players > 4;
  const before = log.slice(0, since).filter((line) => line.of !== "game");
  const after = log.slice(since).filter((line) => !isTurnedDown || line.say.key !== "showed");
  const gap: Line = { of: "table", say: { key: "gap" }, text: say("sly.log gap") };
  return since ? [...before, gap, ...after] : after;
}

export const words: Omit<GameFace, "table"> = {
  where: (view) => (view.table ? say("sly.turn", { n: Math.max(1, tableOf(view).turn) }) : ""),
  ask,
  end,
  describe,
  begins: (line) => ["began", "dealt", "showed"].includes(line.say.key) || line.say.key.startsWith("ended"),
  named,
  recall,
};

