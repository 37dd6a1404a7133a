/** Whoever comes back is told what happened meanwhile, and only that. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Absence } from "../src/lib/absence.svelte";
import type { Told } from "../src/lib/messages";
import type { Connection } from "../src/lib/socket.svelte";
import { browser } from "./browser";
import { told, view } from "./told";

const between = vi.fn(async (..._: unknown[]): Promise<Told[]> => []);
vi.mock("../src/lib/wire", async () => ({ between: (...about: unknown[]) => between(...about), socket: null, stream: null }));

let absence: Absence;
let line: { table: string; seat: number | null; ontold: (told: Told) => void; about: object };
const sawLast = async () => (await import("../src/lib/keep.svelte")).keep.sawLast("t1", 0);

beforeEach(async () => {
  between.mockReset().mockResolvedValue([]);
  const { keep } = await import("../src/lib/keep.svelte");
  keep.remember({ table: "t1", game: "fox_grove", title: "Fox Grove" });
  line = { table: "t1", seat: 0, ontold: () => {}, about: { game: "fox_grove", names: [] } };
  const { Absence } = await import("../src/lib/absence.svelte");
  absence = new Absence(line as unknown as Connection);
});

const numbers = () => absence.missed.map(({ number }) => number);

test("on a first visit there is nothing to tell", async () => {
  await absence.greet(12, view());
  expect(between).not.toHaveBeenCalled();
  expect(numbers()).toEqual([]);
  expect(await sawLast()).toBe(12);
});

test("on the next visit it is asked for from what was seen last", async () => {
  await absence.greet(12, view());
  between.mockResolvedValue([told(12), told(13), told(14)]);
  await absence.greet(14, view());
  expect(between).toHaveBeenLastCalledWith("t1", 11, 14);
  expect(numbers()).toEqual([12, 13, 14]);
  expect(absence.news.flat().map(({ text }) => text)).toEqual(["step 13", "step 14"]);
});

test("a server that does not answer leaves nothing to tell", async () => {
  await absence.greet(12, view());
  between.mockRejectedValue(new Error("offline"));
  await absence.greet(14, view());
  expect(numbers()).toEqual([]);
});

test("what is told to a hidden page is kept, after what was seen last", async () => {
  await absence.greet(12, view());
  browser.page.hidden = true;
  [13, 14].forEach((number) => line.ontold(told(number)));
  expect(numbers()).toEqual([12, 13, 14]);
  expect(await sawLast()).toBe(12); // not seen yet
  browser.page.hidden = false;
  line.ontold(told(15));
  expect(numbers()).toEqual([12, 13, 14]);
  absence.forget();
  expect(numbers()).toEqual([]);
  expect(await sawLast()).toBe(15);
});

test("of a long absence the last forty steps are kept", async () => {
  await absence.greet(1, view());
  browser.page.hidden = true;
  for (let number = 2; number < 100; number++) line.ontold(told(number));
  expect(numbers()).toEqual(Array.from({ length: 40 }, (_, i) => 60 + i));
});
