/** What every card, mark and pile is, in a sentence, with its rule. */
import { say, type Key } from "../../texts";
import type { About } from "../../table/explain.svelte";
import { deckOf, type Deck, type FoxView, type Pack } from "./table";
import { cardName } from "./words";

const RULES: Record<string, string> = {
  GOS: "R12", TRA: "R12", UAT: "R13", WEA: "R34", SAT: "R94", ENO: "R98",
  FAC: "R18", CAU: "R18", UDE: "R18", IDC: "R43", SDE: "R95", STO: "R97",
  GF: "R27", SC: "R27", MT: "R27", IF: "R27",
}; // prettier-ignore

export const aboutCard = (code: string): About => ({
  title: cardName(code),
  text: say(`sly.about ${code}` as Key),
  ...(RULES[code] ? { rule: RULES[code] } : {}),
});

export const about = (what: string, rule: string, filling: Record<string, string | number> = {}): About => ({
  title: say(`sly.title ${what}` as Key, filling),
  text: say(`sly.about ${what}` as Key, filling),
  rule,
});

/** "In the pile: 2 Gossip, Trap." */
export function listPile(pile: Pack[]): string {
  const cards = pile.map((pack) => (pack.count > 1 ? say("sly.so many", { n: pack.count, card: cardName(pack.code) }) : cardName(pack.code)));
  return cards.length ? say("sly.pile holds", { cards: cards.join(", ") }) : say("sly.no pile");
}

export function aboutDeck(deck: Deck, pile: Pack[]): About {
  const deckIs = about(`${deck} deck`, "R8");
  return { ...deckIs, text: `${deckIs.text} ${listPile(pile)}` };
}
export const aboutPile = (code: string): About => ({ title: cardName(code), text: say("sly.about pile", { deck: say(`sly.${deckOf(code)}`) }), rule: "R55" });

export function aboutHand(fox: FoxView): About {
  return { title: say(`sly.title ${fox.band}`), text: say(`sly.about ${fox.band}`), rule: fox.band === "many" ? "R63" : "R62" };
}

export function aboutLives(fox: FoxView): About {
  const closed = fox.gossiped > 1 ? " gossip" : fox.trapped > 1 ? " trap" : "";
  return { title: say("sly.lives", { n: fox.lives }), text: say(`sly.about lives${closed}`), rule: closed ? "R4" : "R3" };
}
