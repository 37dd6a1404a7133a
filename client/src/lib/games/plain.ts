/** Any game's table as words: what is called, what is known of it. */

export interface Thing {
  name: string;
  [fact: string]: unknown;
}

export const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && typeof (value as Thing).name === "string";

/** Whether a value says anything. */
export const worth = (value: unknown): boolean =>
  value !== null && value !== false && value !== "" && !(typeof value === "object" && !Object.values(value).some(isSaid));
const isSaid = (value: unknown): boolean => value === 0 || worth(value);

export const spoken = (word: string): string => word.replace(/[_:]/g, " ");

const QUIET = new Set(["name", "character_name", "seat"]);
const TITLES = ["title", "text", "card", "code", "cell", "square", "animal"];

export function titleOf(thing: Thing): string {
  for (const key of TITLES) if (typeof thing[key] === "string") return spoken(thing[key]);
  return spoken(thing.name);
}

/** What is known of a thing, one line for each fact. */
export function facts(value: unknown): string[] {
  if (Array.isArray(value)) return value.length ? [value.map(said).join(", ")] : [];
  if (typeof value !== "object" || value === null) return [said(value)];
  const title = isThing(value) ? titleOf(value) : "";
  return Object.entries(value)
    .filter(([key, fact]) => !QUIET.has(key) && worth(fact) && spoken(String(fact)) !== title && !isOfThings(fact))
    .map(([key, fact]) => (fact === true ? spoken(key) : `${spoken(key)} ${said(fact)}`));
}

function said(value: unknown): string {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(said).join(", ");
  if (typeof value === "object") return facts(value).join(", ");
  return spoken(String(value));
}

const isOfThings = (value: unknown): boolean => thingsOf(value).length > 0;

/** Everything within that bears a name. */
export function thingsOf(value: unknown): Thing[] {
  if (isThing(value)) return [value, ...Object.values(value).flatMap(thingsOf)];
  if (Array.isArray(value)) return value.flatMap(thingsOf);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(thingsOf) : [];
}

/** Whether every part bears a name of its own: then it can be laid out as a hand. */
export const isDistinct = (value: unknown[]): boolean =>
  value.every(isThing) && new Set(value.map((thing) => thing.name)).size === value.length;

/** Piles of hidden cards: a name and how many are left. */
export function pilesOf(value: unknown): { name: string; left: number }[] {
  const found = thingsOf(value);
  const piles = found.flatMap(({ name, left }) => (typeof left === "number" ? [{ name, left }] : []));
  return piles.length === found.length ? piles : [];
}
