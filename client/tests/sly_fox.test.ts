/** What Slyest Fox asks, and in which words. */
import { expect, test } from "vitest";
import type { SlyTable } from "../src/lib/games/sly_fox/table";
import { told, words } from "../src/lib/games/sly_fox/words";
import type { Offer, SeatView } from "../src/lib/messages";
import { view } from "./told";

const deed = (key: string, action: number): Offer => ({ action, text: key, say: { key }, touches: [] });
const seats: SeatView[] = ["Ada", "Jimmy", "Liz", "Bo"].map((name, seat) => ({ seat, kind: seat ? "bot" : "human", name }));
const foxes = seats.map(({ seat, name }) => ({ seat, name, live: true, ghost: false, lives: 3 }));
const table = { mode: "ffa", players: 4, phase: "help", turn: 3, active: 1, seat: 0, asked: [0], foxes, attack: { attacker: 1, target: 3 } } as unknown as SlyTable;
const window = { pace: "window", seats, table, moves: [deed("pass", 0), deed("help", 1)] } as const;

test("whoever may help is asked", () => {
  expect(words.ask!(view({ ...window, moves: [...window.moves] }), 0, null)?.title).toBe("Help Bo?");
});

test("whoever passes until the next turn is asked nothing in between: among bots it is passed at once", () => {
  const asked = words.ask!(view({ ...window, moves: [...window.moves], standing: "pass", until_turn: true }), 0, null);
  expect(asked).toEqual({ title: "Will anybody help Bo?", line: "You pass until it is your turn or somebody attacks you." });
});

test("a sentence ends with a full stop, and one that is told with its own", () => {
  expect(words.named!("fox 1 lays “I don't care”", view({ seats }))).toBe("Jimmy lays “I don't care”.");
  expect(words.named!("fox 1 attacks fox 3 with Trap: “The well is quite shallow, have a look.”", view({ seats }))).toMatch(/have a look\.”$/);
});

test("what I do and what is done to me is told as such, the rest by names", () => {
  const fox = (seat: number) => ({ key: "fox", with: { seat } });
  const attacked = { of: "game" as const, text: "fox 1 attacks fox 0 with Trap: “…”", say: { key: "attacked", with: { who: fox(1), target: fox(0), card: { key: "TRA" }, kind: { key: "trap" } } } };
  expect(told(attacked, view({ seats }), 0)).toBe("Jimmy attacks you with Trap.");
  expect(told(attacked, view({ seats }), 1)).toBe("You attack Ada with Trap.");
  expect(told(attacked, view({ seats }), 2)).toBe("Jimmy attacks Ada with Trap.");
  const moved = { of: "game" as const, text: "fox 0 gives fox 1 Facts and Trap", say: { key: "moved", with: { giver: fox(0), taker: fox(1) } } };
  expect(told(moved, view({ seats }), 0)).toBe("You give Jimmy Facts and Trap.");
  expect(told(moved, view({ seats }), 1)).toBe("Ada gives you Facts and Trap.");
});

test("nobody is asked for what they do not hold", () => {
  const press = { ...table, hand: [], phase: "press", attack: { attacker: 0, target: 3, kind: "gossip", matching: ["GOS", "FAC"] } } as unknown as SlyTable;
  const asked = (moves: Offer[]) => words.ask!(view({ seats, acting: [0], table: { ...press, asked: [0] }, moves }), 0, null)?.title;
  expect(asked([deed("rest", 0)])).toBe("All square, and you have nothing to add.");
  expect(asked([deed("add", 1), deed("rest", 0)])).toBe("All square. Add to your attack?");
});
