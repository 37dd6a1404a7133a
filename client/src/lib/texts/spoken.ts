/** What the server says, in the language that is spoken here: keys and parameters become words of its catalogues. */
import type { Line, Offer, Said, SaidPart, SeatView, View } from "../messages";
import { botName, nameOf } from "../seats";
import { capital, sayOr } from ".";
import { tongue, type Catalogue } from "./tongue.svelte";

/** Of which table something is said: its game, and who sits there. */
export interface About {
  game: string;
  names: string[];
}

/** Names of the seats; of people who are called alike the later ones bear a number. */
export function namesOf(seats: SeatView[]): string[] {
  return seats.map((seat, i) => {
    const before = seats.slice(0, i).filter((other) => seat.kind === "human" && other.name === seat.name).length;
    return before && seat.name ? `${seat.name} ${before + 1}` : nameOf(seat, null);
  });
}

/** Who of them are people, under which name; null: a bot, or nobody. */
export function peopleOf(seats: SeatView[]): (string | null)[] {
  const names = namesOf(seats);
  return seats.map((seat, i) => (seat.kind === "human" ? names[i]! : null));
}

/** A phrase that names a seat by its number is whoever sits there. */
const SEATS = new Set(["seat", "fox"]);

/** As `render` in skulk/engine/phrase.py; undefined where a word is missing. */
function render(part: SaidPart, names: string[], words: Catalogue, inner = words): string | undefined {
  if (Array.isArray(part)) {
    const parts = part.map((one) => render(one, names, inner));
    return parts.includes(undefined) ? undefined : parts.join(", ");
  }
  if (typeof part !== "object") return String(part);
  const sits = SEATS.has(part.key) && names[Number(part.with?.seat)];
  if (sits) return sits;
  const text = words[part.key];
  if (text === undefined) return undefined;
  let isWhole = true;
  const filled = text.replace(/\{(\w+)\}/g, (hole, name) => {
    const value = part.with?.[name];
    const words = value === undefined ? undefined : render(value, names, inner);
    isWhole &&= words !== undefined;
    return words ?? hole;
  });
  return isWhole ? filled : undefined;
}

/** A phrase of a game in words; `text` is what the server says in English. */
export function spoken(said: Said, text: string, { game, names }: About): string {
  const words = tongue.words(game);
  return (words && render(said, names, words)) ?? text;
}

const lines = new WeakMap<Line, { of: string; line: Line }>();

/** A line of the log as it reads here. The house has words of its own, which may speak of the game. */
export function spokenLine(line: Line, { game, names: now }: About): Line {
  const names = line.then?.map((name, seat) => name ?? botName(seat)) ?? now; // of those who sat there then
  const of = [tongue.code, ...names].join();
  const known = lines.get(line);
  if (known?.of === of) return known.line;
  const words = tongue.words(game);
  const house = tongue.words("server");
  if (!words || !house) return line;
  const text = line.of === "game" ? render(line.say, names, words) : render(line.say, [], house, words);
  const told = { ...line, text: text ?? line.text };
  lines.set(line, { of, line: told });
  return told;
}

/** A view as it reads here: moves, answers and the reason of the end. */
export function spokenView<T>(view: View<T>, about: About): View<T> {
  const moves = view.moves?.map((offer) => spokenOffer(offer, about));
  const told = (text: string | null | undefined) => moves?.[view.moves!.findIndex((offer) => offer.text === text)]?.text ?? text;
  return {
    ...view,
    seats: view.seats.map((seat, i) => ({ ...seat, name: about.names[i]! })),
    ...(moves && { moves }),
    ...(view.answer && { answer: told(view.answer)! }),
    ...(view.standing && { standing: told(view.standing)! }),
    ...(view.result && { result: { ...view.result, reason: reasonOf(view.result.reason, about) } }),
  };
}

const spokenOffer = (offer: Offer, about: About): Offer => ({ ...offer, text: spoken(offer.say, offer.text, about) });
const reasonOf = (reason: { say: Said; text: string }, about: About) => ({ ...reason, text: spoken(reason.say, reason.text, about) });

/** Why something was refused, as a sentence; the rule stands beside it. */
export function whyNot(refusal: { code?: string; text?: string; say?: Said | null }, about?: About): string {
  const { code = "", text = "", say } = refusal;
  const parts = Object.fromEntries(Object.entries(say?.with ?? {}).map(([name, part]) => [name, String(part)]));
  const why = say && about ? spoken(say, text, about) : sayOr(`refused.${code}`, text || sayOr("refused", ""), parts);
  return sentence(why);
}

const sentence = (text: string): string => capital(text.replace(/ \([RT]\d+\)$/, "").replace(/([^.!?])$/, "$1."));
