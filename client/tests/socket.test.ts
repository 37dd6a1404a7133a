/** One table over a line that breaks: nothing is lost, nothing happens twice, and the board is told in order. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Connection } from "../src/lib/socket.svelte";
import { browser } from "./browser";
import { laid } from "./line";
import { done, told, welcome } from "./told";

vi.mock("../src/lib/wire", async () => import("./line"));

const newest = () => laid.at(-1)!;
let line: Connection;

beforeEach(async () => {
  vi.useFakeTimers();
  laid.length = 0;
  const { Connection } = await import("../src/lib/socket.svelte");
  line = new Connection("t1");
  await vi.advanceTimersByTimeAsync(0);
});

function greeted(number = 7): void {
  newest().ears.opened();
  newest().say(welcome(number));
}

/** The line breaks, and the next one is opened. */
async function broken(): Promise<void> {
  newest().ears.closed(true);
  await vi.advanceTimersByTimeAsync(10_000);
}

test("a server that knows less than was told is asked for all anew", async () => {
  greeted(7);
  await broken();
  expect(newest().since).toBe(7);
  newest().say({ type: "gone", code: "no-number", text: "" });
  await broken();
  expect(newest().since).toBe(null);
});

describe("deeds", () => {
  test("are sent at once, and their promise comes true when they are confirmed", async () => {
    greeted();
    const answer = line.send({ do: "undo" });
    const [command] = newest().sent;
    expect(command).toMatchObject({ do: "undo" });
    expect(line.pending).toEqual([command]);
    newest().say(done(command!.id));
    expect((await answer).outcome).toBe("applied");
    expect(line.pending).toEqual([]);
  });

  test("that were not confirmed go out again, under the same id, in the same order", async () => {
    greeted();
    line.send({ do: "undo" });
    line.send({ do: "hold" });
    const first = newest().sent;
    await broken();
    expect(newest().sent).toEqual([]); // nothing before it is open
    newest().ears.opened();
    expect(newest().sent).toEqual(first);
  });

  test("done while there is no line wait for one", async () => {
    greeted();
    newest().ears.closed(true);
    line.send({ do: "undo" });
    await vi.advanceTimersByTimeAsync(10_000);
    newest().ears.opened();
    expect(newest().sent).toMatchObject([{ do: "undo" }]);
  });

  test("that are refused say why, until the next one", () => {
    greeted();
    line.send({ do: "undo" });
    newest().say(done(newest().sent[0]!.id, { outcome: "refused", code: "not-now" }));
    expect(line.refusal?.code).toBe("not-now");
    line.send({ do: "undo" });
    expect(line.refusal).toBeNull();
  });

  test("of somebody who has lost the seat are the last: the table is looked at anew", () => {
    greeted();
    line.send({ do: "undo" });
    newest().say(done(newest().sent[0]!.id, { outcome: "refused", code: "lost-seat" }));
    expect(laid).toHaveLength(2);
    expect(newest().since).toBeNull();
  });
});

describe("numbers", () => {
  test("heard already are passed over", () => {
    greeted();
    const numbers: number[] = [];
    line.presenter.watch(({ number }) => numbers.push(number));
    newest().say(told(8), told(8), told(7));
    expect(line.number).toBe(8);
    expect(numbers).toEqual([8]);
  });

  test("that are missing are asked for again, from the last one heard", async () => {
    greeted();
    newest().say(told(8), told(10));
    expect(line.number).toBe(8);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(newest().since).toBe(8);
  });

  test("go on where the line broke", async () => {
    greeted();
    newest().say(told(8));
    await broken();
    expect(newest().since).toBe(8);
    newest().ears.opened();
    newest().say(told(9));
    expect(line.presenter.log.map(({ text }) => text)).toEqual(["step 8", "step 9"]);
  });

  test("of a line that was given up are not heard", async () => {
    greeted();
    const old = newest();
    await broken();
    old.say(told(8));
    expect(line.number).toBe(7);
  });
});

describe("a welcome", () => {
  test("lays the table, and what was told before it is past", () => {
    greeted();
    newest().say(told(8));
    const { laying } = line.presenter;
    line.again();
    greeted(9);
    expect(line.presenter.laying).toBe(laying + 1);
    expect(line.presenter.shown).toMatchObject({ number: 9, log: [] });
  });
});

describe("a line that is lost", () => {
  test("is tried again, later and later, at most 8 seconds apart", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    greeted();
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      newest().ears.closed(true);
      const [count, before] = [laid.length, Date.now()];
      while (laid.length === count) await vi.advanceTimersByTimeAsync(50);
      waits.push(Date.now() - before);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test("is tried at once when the network is back, or somebody looks", async () => {
    greeted();
    newest().ears.closed(true);
    expect(line.health).toBe("away");
    browser.window.dispatchEvent(new Event("online"));
    expect(laid).toHaveLength(2);
    newest().ears.closed(true);
    browser.page.look(true);
    expect(laid).toHaveLength(3);
  });

  test("is not tried again where that would not help", async () => {
    newest().ears.opened();
    newest().say({ type: "gone", code: "no-table", text: "" });
    newest().ears.closed(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(line.health).toBe("lost");
    expect(laid).toHaveLength(1);
  });

  test("is not tried again when the table is closed", async () => {
    greeted();
    line.close();
    expect(newest().isClosed).toBe(true);
    browser.window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(laid).toHaveLength(1);
  });

  test("is found out: one that is silent is asked, and given up if it does not answer", async () => {
    greeted();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(newest().sent).toMatchObject([{ do: "ping" }]);
    newest().ears.signed();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(newest().sent).toHaveLength(2);
    expect(line.health).toBe("open");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(line.health).toBe("away");
    expect(newest().isClosed).toBe(true);
  });

  test("twice in vain is tried the other way, and the way that holds stays", async () => {
    for (const kind of ["socket", "socket", "stream"]) {
      expect(newest().kind).toBe(kind);
      newest().ears.closed(false);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    greeted();
    for (let i = 0; i < 4; i++) {
      newest().ears.closed(false);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(newest().kind).toBe("stream");
    }
  });
});
