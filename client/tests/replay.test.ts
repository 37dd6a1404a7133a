/** A finished game, looked at again: the next step moves, a jump lays the table anew. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Replay } from "../src/lib/replay.svelte";
import type { Step, Why } from "../src/lib/presenter.svelte";
import { browser } from "./browser";
import { line, seats } from "./told";

const LAST = 120;
const reel = vi.fn();
const frames = vi.fn();
vi.mock("../src/lib/http", async () => ({ reels: () => ({ reel, frames }), house: null, Refused: Error }));

const page = async (_eyes: string, first: number) => ({
  first,
  frames: Array.from({ length: Math.min(50, LAST + 1 - first) }, (_, i) => ({ table: { step: first + i } })),
});

let steps: { step: Step; why: Why | undefined }[];
let replay: Replay;

async function opened(at: number): Promise<Replay> {
  const { Replay } = await import("../src/lib/replay.svelte");
  replay = new Replay("t1", "", at);
  await replay.ready;
  return replay;
}

/** A board is put where none lies, and told of what happens. */
function lay(): void {
  if (replay.presenter.stage) return;
  replay.presenter.enter({ show: (step, haste) => void steps.push({ step, why: haste.reason }) });
}

const now = () => (replay.presenter.view?.table as { step: number } | undefined)?.step;

beforeEach(() => {
  browser.isStill = false;
  steps = [];
  reel.mockReset().mockImplementation(async () => ({
    game: "henhouse", title: "Henhouse", version: "1", options: {}, seats, seat: null,
    news: Array.from({ length: LAST + 1 }, (_, i) => [line(`step ${i}`)]),
    result: { ranks: [1, 2], scores: null, reason: { say: { key: "end" }, text: "end" }, returns: [1, -1] },
  }));
  frames.mockReset().mockImplementation(page);
});

describe("opened at a step", () => {
  test("it lies as it was before and takes that step at once, so that the last move is seen", async () => {
    await opened(7);
    expect(now()).toBe(6);
    lay();
    expect(now()).toBe(7);
    expect(steps).toMatchObject([{ why: "jump", step: { news: [{ text: "step 7" }] } }]);
    expect(replay.presenter.log).toHaveLength(8);
  });

  test.each([[-3, 0], [500, LAST]])("%i that is not there, it is the nearest: %i", async (at, nearest) => {
    await opened(at);
    lay();
    expect(replay.at).toBe(nearest);
  });

  test("that cannot be had, it says so", async () => {
    reel.mockRejectedValue(new Error("no-table"));
    await opened(0);
    expect(replay.fault).toMatchObject({ message: "no-table" });
    expect(replay.presenter.view).toBeNull();
  });
});

describe("asked to go on before it is here", () => {
  test.each([
    ["to the end", () => [Infinity], LAST],
    ["to the next step, twice", (replay: Replay) => [replay.wanted + 1, replay.wanted + 2], 9],
    ["back to the start", () => [0], 0],
  ])("%s, it does so when it is", async (_, wishes, there) => {
    const { Replay } = await import("../src/lib/replay.svelte");
    replay = new Replay("t1", "", 7);
    const going = wishes(replay).map((step) => replay.go(step));
    await replay.ready;
    lay();
    await Promise.all(going);
    lay();
    expect(replay.at).toBe(there);
    expect(now()).toBe(there);
  });

  test("it stays away where there is nothing to show", async () => {
    reel.mockRejectedValue(new Error("no-table"));
    const { Replay } = await import("../src/lib/replay.svelte");
    replay = new Replay("t1", "", 0);
    await replay.go(Infinity);
    expect(replay.fault).toMatchObject({ message: "no-table" });
  });
});

describe("going on", () => {
  beforeEach(async () => {
    await opened(7);
    lay();
    steps = [];
  });

  test("to the next step moves at the same table", async () => {
    const { laying } = replay.presenter;
    await replay.go(8);
    expect(steps).toMatchObject([{ why: undefined, step: { news: [{ text: "step 8" }] } }]);
    expect(replay.presenter.laying).toBe(laying);
  });

  test.each([6, 30, LAST])("to step %i, which is not the next, lays another table", async (to) => {
    const { laying } = replay.presenter;
    await replay.go(to);
    expect(replay.presenter.laying).toBe(laying + 1);
    lay();
    expect(now()).toBe(to);
  });

  test("twice, only the last wish counts, whatever comes first", async () => {
    let late = () => {};
    frames.mockImplementationOnce((eyes, first) => new Promise((give) => (late = () => give(page(eyes, first)))));
    const slow = replay.go(100);
    await replay.go(8);
    late();
    await slow;
    expect(now()).toBe(8);
  });

  test("before a step is over has it over at once, and the next one is shown in peace", async () => {
    const whys: (Why | undefined)[] = [];
    replay.presenter.enter({
      show: ({ number }, haste) => new Promise((shown) => haste.addEventListener("abort", () => shown(void (whys[number] = haste.reason)))),
    });
    const eighth = replay.go(8);
    await vi.waitFor(() => expect(replay.presenter.isShowing).toBe(true));
    replay.go(9);
    await eighth;
    await vi.waitFor(() => expect(now()).toBe(9));
    expect([whys[8], replay.presenter.isShowing, replay.presenter.shown.number]).toEqual(["skipped", true, 8]);
  });

  test("past what is here fetches it, each page once, and the next one ahead of time", async () => {
    await replay.go(40);
    lay();
    await vi.waitFor(() => expect(frames.mock.calls.map(([, first]) => first)).toEqual([0, 50]));
    await replay.go(50);
    lay();
    await replay.go(49);
    expect(frames).toHaveBeenCalledTimes(2);
  });

  test("to a page that cannot be had says so, and the next step is that after the one shown", async () => {
    frames.mockRejectedValueOnce(new Error("offline"));
    await replay.go(100);
    expect(replay.fault).toMatchObject({ message: "offline" });
    expect(replay.wanted).toBe(7);
  });

  test("only the last step is the end", async () => {
    await replay.go(LAST);
    expect(replay.presenter.view?.phase).toBe("playing");
    lay();
    expect(replay.presenter.view).toMatchObject({ phase: "over", result: { ranks: [1, 2] } });
  });
});
