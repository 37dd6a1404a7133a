/** Slyest Fox in words: what is asked and why, the moves, the end. */
import type { Line, Offer, View } from "../../messages";
import { nameOf } from "../../seats";
import { capital, say, sayOr, type Key } from "../../texts";
import type { Asked, GameFace } from "..";
import { animalOf, keyOf, nextOf, ringOf, seatOf, tableOf, WINDOWS, type SlyTable } from "./table";

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

/** A window: the same words for everybody who is asked, whatever they hold. */
function askAll(view: View, table: SlyTable, mine: number | null): Asked {
  const filling = names(view, table, mine);
  const isAsked = mine !== null && table.asked.includes(mine);
  const whom = table.phase === "clearing" ? nextOf(table) : table.phase === "help" ? table.attack?.target : table.attack?.attacker;
  const title = say(`sly.${isAsked ? "ask" : "all"} ${table.phase}${whom === mine ? " me" : ""}` as Key, filling);
  if (!isAsked) return { title, line: say("sly.not asked") };
  if (view.answer) return { title, line: say("sly.answered", { move: bare(named(view.answer, view)) }) };
  if (view.standing) return { title, line: say("sly.standing", { move: bare(named(view.standing, view)) }) };
  const how = table.phase === "clearing" ? "" : table.attack?.ban ? " banned" : table.extension ? " sneaky" : "";
  return { title, line: `${say(`sly.why ${table.phase}${how}` as Key, filling)} ${say("sly.silence")}` };
}

function askMe(view: View, table: SlyTable, mine: number): Asked {
  const filling = names(view, table, mine);
  const offers = view.moves ?? [];
  const can = (key: string) => offers.some((offer) => offer.say.key === key || offer.say.key.startsWith(`${key} `));
  const { phase, attack } = table;
  const alone = table.mode === "duel" ? " duel" : ""; // nobody else can help or join
  if (phase === "turn") {
    if (attack?.ban) return { title: say("sly.ask banned"), line: say("sly.why attack") };
    if (can("pass")) return { title: say("sly.ask stuck"), line: say("sly.why stuck") };
    return { title: say("sly.ask turn"), line: turnHint(can) };
  }
  if (phase === "respond") {
    const left = table.foxes[mine]!.lives === 1 ? say("sly.last life") : "";
    const cards = attack?.matching?.[1] ?? "FAC";
    return { title: say(`sly.ask respond ${attack?.kind}` as Key, filling), line: `${say(`sly.why respond${alone}`, { card: cardName(cards) })} ${left}`.trim() };
  }
  if (phase === "press") return { title: say("sly.ask press"), line: say(`sly.why press${alone}`, { card: cardName(attack?.matching?.[0] ?? "GOS") }) };
  if (phase === "refill" || phase === "shed") {
    const isTwo = table.foxes.filter((fox) => fox.live).length === 2 && table.mode !== "duel";
    return { title: say(`sly.ask ${phase}`), line: say(`sly.why ${phase}`, { n: isTwo ? 2 : 3 }) };
  }
  return { title: say(`sly.ask ${phase}` as Key, filling), line: say(`sly.why ${phase}` as Key, filling) };
}

function turnHint(can: (key: string) => boolean): string {
  const free = (["trade", "play idc", "challenge", "ban"] as const).filter(can).map((key) => say(`sly.free ${key}`));
  const parts = [say(can("attack") ? "sly.why turn" : "sly.why draw")];
  if (free.length) parts.push(say("sly.free first", { deeds: listedOr(free) }));
  return parts.join(" ");
}

function listedOr(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${say("sly.or")} ${parts.at(-1)}`;
}

function tellOf(view: View, table: SlyTable, who: number, mine: number | null): Asked {
  const filling = { ...names(view, table, mine), who: nameOf(view.seats[who], mine) };
  const isMyFight = table.attack?.attacker === mine && mine !== null;
  const line = isMyFight ? sayOr(`sly.mine ${table.phase}`, "") : sayOr(`sly.others ${table.phase}`, "", filling);
  return { title: say(`sly.they ${table.phase}` as Key, filling), ...(line ? { line } : {}) };
}

// ---- the end, the log

function end(view: View): string | undefined {
  const table = tableOf(view);
  const winner = table.winners[0];
  if (table.mode !== "team" || winner === undefined) return undefined;
  const team = table.foxes[winner]!.team;
  return team ? say(`sly.team wins ${team}`) : undefined;
}

/** What everybody could still remember: since one's own last turn. The whole of it when the game is over (R62). */
function recall(log: Line[], view: View, mine: number | null): Line[] {
  if (view.phase === "over") return log;
  const turns = log.flatMap((line, i) => (line.say.key === "began" ? [{ i, seat: seatOf(line.say.with?.who) }] : []));
  const table = tableOf(view);
  const isIn = mine !== null && table.foxes[mine]?.live;
  const own = turns.filter((turn) => turn.seat === mine && turn !== turns.at(-1));
  const since = (isIn ? own.at(-1) : turns.at(-table.players))?.i ?? 0;
  return log.filter((line, i) => i >= since || line.of !== "game");
}

export const words: Omit<GameFace, "table"> = {
  where: (view) => (view.table ? say("sly.turn", { n: Math.max(1, tableOf(view).turn) }) : ""),
  ask,
  end,
  describe,
  begins: (line) => ["began", "dealt", "showed"].includes(line.say.key) || line.say.key.startsWith("ended"),
  named,
  recall,
  composes: true,
};

