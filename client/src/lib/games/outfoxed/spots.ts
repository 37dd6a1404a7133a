/** The forty-nine places of the board, each with its name, what a reader hears, and what it tells about itself. */
import { capital, listed, say, type Key } from "../../texts";
import type { About } from "../../table/explain.svelte";
import { aboutCard, nameOfCard } from "./cards";
import { RIM, ROUNDS, SIDES, spotOnRim, type CardView, type OutfoxedTable } from "./table";
import { lies } from "./words";

export interface Place {
  name: string;
  says: string;
  about: About;
  isDeadly?: boolean; // whoever touches it loses the game
}

const PIECES = ["fox", "bear", "vixen"] as const;
const BIRDS = ["crow", "eagle", "sun"] as const;
const RULES = { fox: "R21", bear: "R64", vixen: "R63", crow: "R74", eagle: "R72", sun: "R73" };
type PieceName = keyof typeof RULES;

/** Pieces tell about themselves first, and then of what they stand on. */
function aboutPieces(pieces: readonly PieceName[], beneath: About): About {
  if (!pieces.length) return beneath;
  const told = pieces.map((piece) => say(`out.${piece} says`));
  const title = capital(listed(pieces.map((piece) => say(`out.${piece}`))));
  return { title, text: [...told, say("out.beneath", { what: beneath.title }), beneath.text].join(" "), rule: RULES[pieces[0]!] };
}

/** Row by row, from the corner beside space 0. */
export function placesOf(table: OutfoxedTable, mine: number | null, face: string | null): Place[] {
  const places: Place[] = [];
  const put = ([column, row]: readonly [number, number], place: Place) => (places[row * 7 + column] = place);
  put([0, 0], sun(table));
  put([6, 0], deck(table));
  put([6, 6], discards(table));
  put([0, 6], die(face));
  for (let space = 0; space < RIM; space++) put(spotOnRim(space), rim(table, space, mine));
  for (const cell of table.cells) put([Number(cell.cell![2]), Number(cell.cell![0])], floor(table, cell, mine));
  return places;
}

function floor(table: OutfoxedTable, card: CardView, mine: number | null): Place {
  const cell = card.cell!;
  const standing = PIECES.filter((piece) => table[piece] === cell);
  const names = listed(standing.map((piece) => say(`out.${piece}`)));
  const stands = standing.length ? [capital(say("out.stands", { names, n: standing.length }))] : [];
  const says = [`${say("out.cell", { row: cell[0]!, column: cell[2]! })}: ${lies(table, cell)}.`, ...known(card, mine), ...stands];
  return { name: `cell:${cell}`, says: says.join(" "), about: aboutPieces(standing, aboutFloor(table, card, mine)) };
}

function aboutFloor(table: OutfoxedTable, card: CardView, mine: number | null): About {
  const fixed = card.fixed ? [say("out.fixed says")] : [];
  if (!card.card) return { title: say("out.back"), text: [...unknown(table, card), ...known(card, mine), say("out.back says"), ...fixed].join(" "), rule: "R31" };
  const printed = table.box[card.card];
  const isDown = card.side === "down";
  const down = isDown ? [say(card.back !== "plain" ? "out.down back" : mine === null ? "out.down" : "out.down says"), ...known(card, mine)] : [];
  return aboutCard(card.card, printed, [...down, ...(printed?.includes("NS") ? [] : fixed)].join(" "), { isDown, isFixed: card.fixed });
}

/** Without aid to memory the table does not say who knows a card. */
const unknown = (table: OutfoxedTable, card: CardView): string[] =>
  card.known.length || table.memory === "unaided" ? [] : [say("out.back nobody")];

/** What all may see of a face-down card. */
function known(card: CardView, mine: number | null): string[] {
  if (card.side === "up") return [];
  const said = card.known.filter((side) => side !== SIDES[mine ?? -1] && card.back === "plain").map((side) => say(`out.back ${side}` as Key));
  if (card.no_rabbit && !card.card) said.push(say("out.back rabbit"));
  if (card.stirred) said.push(say("out.back stirred"));
  return said;
}

function rim(table: OutfoxedTable, space: number, mine: number | null): Place {
  const [column, row] = spotOnRim(space);
  const isColumn = row === 0 || row === 6;
  const here = BIRDS.filter((bird) => table[bird] === space);
  const names = listed(here.map((bird) => say(`out.${bird}`)));
  const text = isColumn ? say("out.rim column", { n: column }) : say("out.rim row", { n: row });
  const sits = here.length ? [capital(say("out.sits", { names, n: here.length }))] : [];
  const title = say("out.rim", { n: space });
  const winner = table.wins[`rim:${space}`];
  const isDeadly = !!winner && winner !== SIDES[mine ?? -1];
  return { name: `rim:${space}`, says: [`${title}.`, ...sits].join(" "), about: aboutPieces(here, { title, text, rule: "R4" }), isDeadly };
}

function sun(table: OutfoxedTable): Place {
  const title = say("out.round title", { n: table.round, all: ROUNDS });
  return { name: "round", says: `${title}.`, about: { title, text: say("out.sun says"), rule: "R73" } };
}

function deck(table: OutfoxedTable): Place {
  const title = say("out.deck", { n: table.deck });
  const back = table.deck_back ? [say("out.deck back", { card: nameOfCard(table.deck_back) })] : [];
  return { name: "deck", says: [`${title}.`, ...back].join(" "), about: { title, text: [say("out.deck says"), ...back].join(" "), rule: "R77" } };
}

function discards(table: OutfoxedTable): Place {
  const cards = cardsSaid(table.discards);
  const n = Object.values(table.discards).reduce((sum, count) => sum + count, 0);
  const title = say("out.discards", { n });
  return { name: "discards", says: `${title}.`, about: { title, text: cards ? say("out.discards says", { cards }) : say("out.discards none"), rule: "R80" } };
}

function die(face: string | null): Place {
  const shows = face ? [say("out.die shows", { face: say(`out.face ${face}` as Key) })] : [];
  return { name: "die", says: [`${say("out.die")}.`, ...shows].join(" "), about: { title: say("out.die"), text: [...shows, say("out.die says")].join(" "), rule: "R39" } };
}

export function cardsSaid(counts: Record<string, number>): string {
  return listed(Object.entries(counts).map(([card, n]) => (n > 1 ? say("out.times", { card: nameOfCard(card), n }) : nameOfCard(card))));
}
