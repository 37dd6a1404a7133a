/** The catalogue of texts: one file for the frame and one for each game, in each language's folder. */
import { tongue } from "./tongue.svelte";
import foxGrove from "./en/fox_grove.json";
import foxOnTheRun from "./en/fox_on_the_run.json";
import frame from "./en/frame.json";
import ohFox from "./en/oh_fox.json";
import outfoxed from "./en/outfoxed.json";
import setup from "./en/setup.json";
import slyFox from "./en/sly_fox.json";

const en = { ...frame, ...setup, ...foxOnTheRun, ...outfoxed, ...foxGrove, ...slyFox, ...ohFox };

export type Key = keyof typeof en;
type Filling = Record<string, string | number>;

/** A text of the catalogue, its {holes} filled in. "one|many" texts are chosen by {n}. */
export function say(key: Key, filling: Filling = {}): string {
  return fill(tongue.texts[key] ?? en[key], filling);
}

/** The same for a key that may not be there, such as an option of a game we do not know yet. */
export function sayOr(key: string, otherwise: string, filling: Filling = {}): string {
  const text = tongue.texts[key] ?? (en as Record<string, string>)[key];
  return text === undefined ? otherwise : fill(text, filling);
}

function fill(text: string, filling: Filling): string {
  const [one, many] = text.split("|");
  const chosen = many !== undefined && filling.n !== 1 ? many : one;
  return chosen!.replace(/\{(\w+)\}/g, (hole, name) => String(filling[name] ?? hole));
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Ada, Olek and Mira" */
export function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${say("and")} ${names.at(-1)}`;
}

/** Numbers up to ten as words, as one would say them at a table. */
export function counted(n: number): string {
  return say("numbers").split(" ")[n] ?? String(n);
}
