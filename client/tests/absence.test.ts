/** Whoever comes back is told what happened meanwhile, and only that. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Absence } from "../src/lib/absence.svelte";
import type { Told } from "../src/lib/messages";
import type { Step } from "../src/lib/presenter.svelte";
import type { Connection } from "../src/lib/socket.svelte";
import { browser } from "./browser";
import { line, offer, told, view } from "./told";

const between = vi.fn(async (..._: unknown[]): Promise<Told[]> => []);
vi.mock("../src/lib/wire", async () => ({ between: (...about: unknown[]) => between(...about), socket: null, stream: null }));

let absence: Absence;
let hear: (step: Step) => void;
const sawLast = async () => (await import("../src/lib/keep.svelte")).keep.sawLast("t1", 0);

beforeEach(async () => {
  between.mockReset().mockResolvedValue([]);
  const { keep } = await import("../src/lib/keep.svelte");
  keep.remember({ table: "t1", game: "fox_grove", title: "Fox Grove" });
  const line = { table: "t1", seat: 0, presenter: { watch: (ear: typeof hear) => (hear = ear) }, about: { game: "fox_grove", names: [] } };
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
  [13, 14].forEach((number) => hear(told(number)));
  expect(numbers()).toEqual([12, 13, 14]);
  expect(await sawLast()).toBe(12); // not seen yet
  browser.page.hidden = false;
  hear(told(15));
  expect(numbers()).toEqual([12, 13, 14]);
  absence.forget();
  expect(numbers()).toEqual([]);
  expect(await sawLast()).toBe(15);
});

test("of a long absence the last forty steps are kept", async () => {
  await absence.greet(1, view());
  browser.page.hidden = true;
  for (let number = 2; number < 100; number++) hear(told(number));
  expect(numbers()).toEqual(Array.from({ length: 40 }, (_, i) => 60 + i));
});

describe("shown again", () => {
  const steps: number[] = [];

  /** Steps 12 to 14 were told, 12 was the last that one saw; a board lies there. */
  async function recalled(takes: number) {
    vi.useFakeTimers();
    browser.isStill = false;
    steps.length = 0;
    const log = [12, 13, 14].map((number) => line(`step ${number}`));
    const { Recall } = await import("../src/lib/absence.svelte");
    const missed = [told(12), told(13, { moves: [offer(0)] }), told(14)];
    const recall = new Recall({ table: "t1", seat: 0, welcome: { game: "henhouse" }, presenter: { told: log } } as unknown as Connection, missed);
    recall.presenter.enter({ show: ({ number }) => (steps.push(number), new Promise((shown) => setTimeout(shown, takes))) });
    return recall;
  }

  test("it begins with what was seen last, and ends with what was told last", async () => {
    const recall = await recalled(100);
    expect(recall.presenter.log.map(({ text }) => text)).toEqual(["step 12"]);
    const run = recall.run();
    await vi.runAllTimersAsync();
    await run;
    expect(steps).toEqual([13, 14]);
    expect(recall.presenter.shown.number).toBe(14);
    expect(recall.presenter.log.map(({ text }) => text)).toEqual(["step 12", "step 13", "step 14"]);
  });

  test("nothing can be done there", async () => {
    const recall = await recalled(100);
    recall.run();
    await vi.advanceTimersByTimeAsync(500);
    expect(recall.presenter.view).toMatchObject({ moves: [] });
  });

  test.each([[100, [500, 1000]], [2000, [500, 2500]]])("steps that take %i ms begin at %j", async (takes, begin) => {
    const recall = await recalled(takes);
    const began = Date.now();
    const at: number[] = [];
    recall.presenter.watch(() => at.push(Date.now() - began));
    recall.run();
    await vi.runAllTimersAsync();
    expect(at).toEqual(begin);
  });

  test("stopped, it is over at once", async () => {
    const recall = await recalled(2000);
    const over = vi.fn();
    recall.run().then(over);
    await vi.advanceTimersByTimeAsync(600);
    recall.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect([steps, over.mock.calls.length]).toEqual([[13], 1]);
  });
});
