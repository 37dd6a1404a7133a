/** Slyest Fox in words: what is asked and why, the moves, the end. */
import type { Line, Offer } from "../../messages";
import { nameOf } from "../../seats";
import { capital, listed, say, sayOr, type Key } from "../../texts";
import type { Asked, GameFace } from "..";
import { animalOf, countOf, keyOf, ringOf, seatOf, WINDOWS, type FoxView, type Kind, type SlyTable, type View } from "./table";

export const cardName = (code: string): string => say(`sly.card ${code}` as Key);
export const characterName = (code: string): string => say(`sly.card ${code}` as Key);

// ---- names

/** The server says "fox 2"; here sits Rosa. */
export function named(text: string, view: View): string {
  const told = text.replace(foxesSaid("(\\d+)"), (same, seat) => view.seats[Number(seat)] ? ownName(view, Number(seat)) : same);
  return capital(/[.!?][”“]?$/.test(told) ? told : `${told}.`);
}

const foxesSaid = (seat = "\\d+") => new RegExp(`\\b${say("sly.fox seat", { seat })}\\b`, "gi");

/** In the third person, also of oneself. */
function ownName(view: View, seat: number): string {
  const sitting = view.seats[seat]!;
  return sitting.kind === "human" ? sitting.name : nameOf(sitting, null);
}

/** What happened, in a sentence; of oneself as "you". The story of an attack stands elsewhere. */
export function told(line: Line, view: View, mine: number | null): string {
  const { key, with: about = {} } = line.say;
  const [who, target] = [seatOf(about.who) ?? seatOf(about.giver), seatOf(about.target) ?? seatOf(about.rival) ?? seatOf(about.taker)];
  const role = mine === null ? null : who === mine ? "you" : target === mine ? "on you" : null;
  const name = (seat: number | null) => (seat === null ? "" : ownName(view, seat));
  const card = keyOf(about.card) || keyOf(about.character);
  const kind = keyOf(about.kind);
  const deck = keyOf(about.deck).split(" ")[0];
  const filling = {
    who: name(who),
    target: name(target),
    card: card && cardName(card),
    given: about.given ? cardName(keyOf(about.given)) : "",
    taken: about.taken ? cardName(keyOf(about.taken)) : "",
    kind: kind && say(`sly.title ${kind}` as Key),
    deck: deck ? say(`sly.${deck} deck` as Key) : "",
    count: Number(about.count ?? 0),
    cards: line.text.split(foxesSaid()).at(-1)!.trim(), // last in a sentence about cards that change hands
  };
  const own = role && sayOr(`sly.${role} ${key}`, "", filling);
  return own || named(key.startsWith("attacked") ? line.text.replace(/: ?[“„«"].*$/, "") : line.text, view);
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
  const note = noteOf(view, offer);
  return note ? { words, note } : { words };
}

/** Why one would do it, or what it costs. */
function noteOf(view: View, offer: Offer): string {
  const table = view.table!;
  const { key } = offer.say;
  const seat = seatIn(offer);
  const fox = seat === null ? null : table.foxes[seat]!;
  if (fox && key.startsWith("attack")) return say("sly.note attack", { lives: say("sly.lives", { n: fox.lives }), cards: cardsOf(fox) });
  if (fox && key === "challenge") return say(`sly.note challenge${stakes(fox)}`, { n: fox.cards ?? 0 });
  if (key.startsWith("draw")) return table.hand.some((pack) => key.endsWith(pack.deck)) ? "" : sayOr(`sly.note ${key}`, "");
  const me = table.seat === null ? null : table.foxes[table.seat]!;
  const how = key.endsWith("character") && me?.face_up ? " open" : table.mode === "duel" && isPlain(offer) ? " duel" : "";
  const target = table.attack?.target ?? null;
  return sayOr(`sly.note ${key.replace(/ sneaky$/, "")}${how}`, "", { target: target === null ? "" : nameOf(view.seats[target], table.seat) });
}

const cardsOf = (fox: FoxView): string => (fox.cards === null ? say(`sly.band ${fox.band}`) : say("sly.cards", { n: fox.cards }));

/** How a challenge would end, as far as the table shows it (R62, R64). */
const stakes = (fox: FoxView) => (fox.stakes ? (` ${fox.stakes}` as const) : "");

/** What a challenge is about, before it is made. */
export function riskOf(view: View, offer: Offer): string {
  const table = view.table!;
  const fox = table.foxes[seatIn(offer) ?? 0]!;
  return say(`sly.risk challenge${stakes(fox)}`, { who: nameOf(view.seats[fox.seat], table.seat), n: fox.cards ?? 0 });
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
/** Among bots alone nobody is hurried, and what can only be passed passes by itself. */
export const isAlone = (view: View): boolean => view.seats.filter((seat) => seat.kind === "human").length < 2;

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
    const table = view.table!;
    return characterName(table.foxes[table.seat ?? 0]!.character ?? "");
  }
  return describe(view, offer).words;
}

// ---- the question

function ask(view: View, mine: number | null): Asked | null {
  if (view.phase !== "playing" || !view.table) return null;
  const table = view.table!;
  if (WINDOWS.includes(table.phase)) return askAll(view, table, mine);
  const who = table.asked[0] ?? table.active;
  const head = { animal: animalOf(who), ring: ringOf(who) };
  return { ...(who === mine ? askMe(view, table, mine) : tellOf(view, table, who, mine)), head };
}

function names(view: View, table: SlyTable, mine: number | null): Record<string, string> {
  const name = (seat: number | null | undefined) => (seat == null ? "" : nameOf(view.seats[seat], mine));
  return { attacker: name(table.attack?.attacker), target: name(table.attack?.target), next: name(table.next) };
}

/** A window: it lasts the same for everybody, whatever they hold; who holds nothing for it may lean back. */
function askAll(view: View, table: SlyTable, mine: number | null): Asked {
  const filling = names(view, table, mine);
  const isAsked = mine !== null && table.asked.includes(mine);
  const whom = table.phase === "clearing" ? table.next : table.phase === "help" ? table.attack?.target : table.attack?.attacker;
  const isIn = isAsked && !isIdle(view);
  const isLeft = !!view.standing && isAlone(view); // among bots it is passed at once: nothing is asked any more
  const isMeant = isIn && !isLeft && (table.phase === "clearing" || canOf(view)(table.phase)); // not only to challenge meanwhile
  const title = say(`sly.${isMeant ? "ask" : "all"} ${table.phase}${whom === mine ? " me" : ""}` as Key, filling);
  const out = outLine(table, mine);
  const alone = isAlone(view) ? " alone" : "";
  if (out && !isIn) return { title, line: out };
  if (!isAsked) return { title, line: say(`sly.not asked${alone}`) };
  if (view.answer) return { title, line: say(`sly.answered${alone}`, { move: bare(named(view.answer, view)) }) };
  if (view.standing) return { title, line: standingLine(view) };
  if (!isIn) return { title, line: say(`sly.idle${alone}`) };
  return { title, line: alone ? whyAll(view, filling) : `${whyAll(view, filling)} ${say("sly.silence")}` };
}

const standingLine = (view: View): string =>
  view.until_turn ? say("sly.standing turn") : say("sly.standing", { move: bare(named(view.standing ?? "", view)) });

/** What I can do in a window: with which cards, and what else. */
function whyAll(view: View, filling: Record<string, string>): string {
  const can = canOf(view);
  const deeds = (["help", "join"] as const).filter(can).map((key) => say(`sly.why ${key}`, filling));
  const free = freeDeeds(view);
  if (free.length) deeds.push(say(view.table!.phase === "clearing" ? "sly.why clearing" : "sly.free now", { deeds: listedOr(free) }));
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
    return { title: say(`sly.ask respond ${attack?.kind}${none}` as Key, filling), line: `${say(`sly.why respond${none}${alone}`, { card: cardName(cards) })} ${left}`.trim() };
  }
  if (phase === "press") {
    const none = can("add") ? "" : " none";
    return { title: say(`sly.ask press${none}`), line: say(`sly.why press${none}${alone}`, { card: cardName(attack?.matching?.[0] ?? "GOS") }) };
  }
  if (phase === "refill" || phase === "shed") {
    return { title: say(`sly.ask ${phase}`), line: say(`sly.why ${phase}`, { n: table.two_left ? 2 : 3 }) };
  }
  if (phase === "floor") {
    const free = freeDeeds(view);
    return { title: say("sly.ask floor"), line: [free.length ? say("sly.free now", { deeds: listedOr(free) }) : "", say("sly.why floor"), ...warned].join(" ").trim() };
  }
  return { title: say(`sly.ask ${phase}` as Key, filling), line: say(`sly.why ${phase}` as Key, filling) };
}

/** What one had better know now. */
function warnings(table: SlyTable): string[] {
  if (table.two_left) return [say("sly.two left")];
  const count = countOf(table.hand);
  return table.mode === "duel" || count < 9 ? [] : [say(count === 9 ? "sly.nine" : "sly.above nine")];
}

/** What may be done besides, and with what: which pairs can be traded, who can be challenged and why. */
function freeDeeds(view: View): string[] {
  const moves = view.moves ?? [];
  const pairs = new Set(moves.filter(({ say }) => say.key === "trade").map((offer) => keyOf(offer.say.with?.given)));
  const rivals = moves.filter(({ say }) => say.key === "challenge").map((offer) => view.table!.foxes[seatIn(offer) ?? 0]!);
  const deeds: string[] = [];
  if (pairs.size) deeds.push(say("sly.free trade", { pairs: listedOr([...pairs].map((code) => say("sly.free pair", { card: cardName(code) }))) }));
  if (canOf(view)("play idc")) deeds.push(say("sly.free play idc"));
  if (rivals.length) deeds.push(say("sly.free challenge", { rivals: listedOr(rivals.map((fox) => rivalSaid(view, fox))) }));
  if (canOf(view)("ban")) deeds.push(say("sly.free ban"));
  return deeds;
}

const rivalSaid = (view: View, fox: FoxView): string =>
  say(fox.cards === null ? "sly.free challenge many" : "sly.free challenge n", { who: nameOf(view.seats[fox.seat], view.table!.seat), n: fox.cards ?? 0 });

function turnHint(view: View, can: (key: string) => boolean, mine: number): string {
  const free = freeDeeds(view);
  const parts = [say(!can("attack") ? "sly.why draw" : can("draw") ? "sly.why turn" : "sly.why only attack")];
  if (!can("attack")) parts.push(whyNobody(view, new Set(view.table!.hand.flatMap((pack) => view.table!.opens[pack.code] ?? [])), mine));
  if (free.length) parts.push(say("sly.free first", { deeds: listedOr(free) }));
  return parts.join(" ");
}

/** Why there is nobody to attack in one of these ways (R4, R44). */
export function whyNobody(view: View, kinds: ReadonlySet<Kind>, mine: number, key: Key = "sly.nobody"): string {
  if (!kinds.size) return say("sly.no opener");
  const closed = kinds.has("gossip") ? "gossip" : "trap"; // with both kinds only I don't care keeps them out
  const foxes = view.table!.foxes.filter((fox) => fox.live && fox.seat !== mine);
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
  const table = view.table!;
  const winner = table.ranks?.indexOf(1) ?? -1;
  if (table.mode !== "team") return undefined;
  const team = table.foxes[winner]?.team;
  return team ? say(`sly.team wins ${team}`) : undefined;
}

/** Lives; where they do not decide alone, the cards that decide among equals (R82, R107). */
function score(view: View, seat: number): string {
  const table = view.table!;
  const fox = table.foxes[seat]!;
  const lives = say("sly.lives", { n: fox.lives });
  if (!fox.live || !COUNTED.includes(table.reason ?? "")) return lives;
  return say((fox.cards ?? 0) > 9 ? "sly.score above nine" : "sly.score cards", { lives, cards: cardsOf(fox) });
}
const COUNTED = ["victim", "turn_cap", "quiet_woods"];

/**
 * What everybody could still remember: since one's own last turn, and a line that says so. The whole of it when the game
 * is over (R62). Of characters that are turned down again nobody is reminded (R92).
 */
function recall(log: Line[], view: View, mine: number | null): Line[] {
  if (view.phase === "over") return log;
  const turns = log.flatMap((line, i) => (line.say.key === "began" ? [{ i, seat: seatOf(line.say.with?.who) }] : []));
  const table = view.table!;
  const isIn = mine !== null && table.foxes[mine]?.live;
  const own = turns.filter((turn) => turn.seat === mine && turn !== turns.at(-1));
  const since = (isIn ? own.at(-1) : turns.at(-table.players))?.i ?? 0;
  const isTurnedDown = table.turn > 0 && table.players > 4;
  const before = log.slice(0, since).filter((line) => line.of !== "game");
  const after = log.slice(since).filter((line) => !isTurnedDown || line.say.key !== "showed");
  const gap: Line = { of: "table", say: { key: "gap" }, text: say("sly.log gap") };
  return since ? [...before, gap, ...after] : after;
}

export const words: Omit<GameFace<SlyTable>, "table"> = {
  where: (view) => (view.table ? say("sly.turn", { n: Math.max(1, view.table!.turn) }) : ""),
  goal: (view) => view.table?.ending ?? "",
  ask,
  end,
  score,
  describe,
  begins: (line) => ["began", "dealt", "showed"].includes(line.say.key) || line.say.key.startsWith("ended"),
  named,
  recall,
};

