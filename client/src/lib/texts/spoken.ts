/** What the server says, in the language that is spoken here: keys and parameters become words of its catalogues. */
import type { Line, Offer, Said, SaidPart, View } from "../messages";
import { capital, sayOr } from ".";
import { tongue, type Catalogue } from "./tongue.svelte";

/** As `render` in skulk/engine/phrase.py; undefined where a word is missing. */
function render(part: SaidPart, words: Catalogue, inner = words): string | undefined {
  if (Array.isArray(part)) {
    const parts = part.map((one) => render(one, inner));
    return parts.includes(undefined) ? undefined : parts.join(", ");
  }
  if (typeof part !== "object") return String(part);
  const text = words[part.key];
  if (text === undefined) return undefined;
  let isWhole = true;
  const filled = text.replace(/\{(\w+)\}/g, (hole, name) => {
    const value = part.with?.[name];
    const words = value === undefined ? undefined : render(value, inner);
    isWhole &&= words !== undefined;
    return words ?? hole;
  });
  return isWhole ? filled : undefined;
}

/** A phrase of a game in words; `text` is what the server says in English. */
export function spoken(said: Said, text: string, game: string): string {
  const words = tongue.words(game);
  return (words && render(said, words)) ?? text;
}

const lines = new WeakMap<Line, { code: string; line: Line }>();

/** A line of the log as it reads here. The house has words of its own, which may speak of the game. */
export function spokenLine(line: Line, game: string): Line {
  const known = lines.get(line);
  if (known?.code === tongue.code) return known.line;
  const words = tongue.words(game);
  const house = tongue.words("server");
  if (!words || !house) return line;
  const text = line.of === "game" ? render(line.say, words) : render(line.say, house, words);
  const told = { ...line, text: text ?? line.text };
  lines.set(line, { code: tongue.code, line: told });
  return told;
}

/** A view as it reads here: moves, answers and the reason of the end. */
export function spokenView(view: View, game: string): View {
  const moves = view.moves?.map((offer) => spokenOffer(offer, game));
  const told = (text: string | null | undefined) => moves?.[view.moves!.findIndex((offer) => offer.text === text)]?.text ?? text;
  return {
    ...view,
    ...(moves && { moves }),
    ...(view.answer && { answer: told(view.answer)! }),
    ...(view.standing && { standing: told(view.standing)! }),
    ...(view.result && { result: { ...view.result, reason: reasonOf(view.result.reason, game) } }),
  };
}

const spokenOffer = (offer: Offer, game: string): Offer => ({ ...offer, text: spoken(offer.say, offer.text, game) });
const reasonOf = (reason: { say: Said; text: string }, game: string) => ({ ...reason, text: spoken(reason.say, reason.text, game) });

/** Why something was refused, as a sentence; the rule stands beside it. */
export function whyNot(refusal: { code?: string; text?: string; say?: Said | null }, game = ""): string {
  const { code = "", text = "", say } = refusal;
  const why = say && game ? spoken(say, text, game) : sayOr(`refused.${code}`, text || sayOr("refused", ""));
  return sentence(why);
}

const sentence = (text: string): string => capital(text.replace(/ \([RT]\d+\)$/, "").replace(/([^.!?])$/, "$1."));
