/** What is chosen at a table otherwise than usual, in words: for whoever is invited to it. */
import type { GameInfo, OptionInfo, Options, Value } from "../messages";
import { capital, say, sayOr } from "../texts";

export function chosenOf(game: GameInfo | undefined, options: Options): string[] {
  return (game?.options ?? [])
    .filter((option) => option.name !== "players" && JSON.stringify(options[option.name]) !== JSON.stringify(option.default))
    .map((option) => said(game!.name, option, options[option.name] ?? null));
}

function said(game: string, option: OptionInfo, value: Value): string {
  const key = `${game}.${option.name}`;
  const label = sayOr(key, capital(option.name.replace(/_/g, " "))).split(":")[0]!;
  return say("setup.chosen", { option: label, value: worded(key, value) });
}

function worded(key: string, value: Value): string {
  if (value === null) return say("setup.none");
  if (Array.isArray(value)) return say("setup.chosen list");
  if (value === "on" || value === "off") return say(`setup.${value}`);
  return sayOr(`${key}.${value}`, capital(String(value).replace(/_/g, " ")));
}
