/** Choosing a table's options: what does not go together gives way, and only the last answer counts. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Fitted, GameInfo } from "../src/lib/messages";

const fit = vi.fn();
vi.mock("../src/lib/http", async () => ({ fit, house: null }));

const game = {
  name: "henhouse",
  options: [
    { name: "players", values: [2, 3], default: 2, count: null },
    { name: "yard", values: ["small", "big"], default: "small", count: null },
  ],
} as unknown as GameInfo;

const fitted = (options: object, more: object = {}): Fitted =>
  ({ options, choices: { players: [2, 3], yard: ["small", "big"] }, changed: [], objection: "", parts: [], ...more }) as Fitted;

const choosing = async () => new (await import("../src/lib/setup/options.svelte")).Choosing(game);
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => void fit.mockReset().mockImplementation(async ({ options }) => fitted(options)));

test("a choice shows at once, before the server has answered", async () => {
  const made = await choosing();
  await settled();
  made.set("players", 3);
  expect([made.players, made.isAsking]).toEqual([3, true]);
  await settled();
  expect(made.isAsking).toBe(false);
  expect(fit).toHaveBeenLastCalledWith({ game: "henhouse", options: { players: 3, yard: "small" }, last: "players" });
});

test("what gives way is taken from the answer", async () => {
  const made = await choosing();
  await settled();
  fit.mockImplementation(async () => fitted({ players: 3, yard: "big" }, { changed: ["yard"] }));
  made.set("players", 3);
  await settled();
  expect(made.options).toEqual({ players: 3, yard: "big" });
});

test("an answer to an earlier choice comes too late", async () => {
  const made = await choosing();
  await settled();
  let late = (_: Fitted) => {};
  fit.mockImplementationOnce(() => new Promise((give) => (late = give)));
  made.set("players", 3);
  made.set("players", 2);
  await settled();
  late(fitted({ players: 3, yard: "big" }));
  await settled();
  expect(made.options).toEqual({ players: 2, yard: "small" });
});

test("an objection is shown beside what was chosen, and a silent server changes nothing", async () => {
  const made = await choosing();
  await settled();
  fit.mockImplementation(async ({ options }) => fitted({ ...options, yard: "big" }, { objection: "too many foxes" }));
  made.set("players", 3);
  await settled();
  expect([made.fitted.objection, made.options.yard]).toEqual(["too many foxes", "small"]);
  fit.mockRejectedValue(new Error("offline"));
  made.set("yard", "big");
  await settled();
  expect([made.options.yard, made.isAsking]).toEqual(["big", false]);
});
