/** One step after the other, each when the one before it has been seen; and no time wasted where there is none. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Laid, Presenter, Stage, Step, Why } from "../src/lib/presenter.svelte";
import type { Page } from "../src/lib/page";
import type { View } from "../src/lib/messages";
import { line, seats, view } from "./told";

const step = (number: number, more: Partial<View> = {}): Step => ({ number, news: [line(`step ${number}`)], view: view(more) });
const laid = (number: number, more: Partial<View> = {}): Laid => ({ number, log: [], view: view(more) });

/** A board that shows each step until it is told that it has been seen, or haste is made. */
class Slow implements Stage {
  shown: { number: number; why: Why | undefined; end: () => void; fail: (fault: Error) => void }[] = [];
  isDeaf = false; // to haste

  show({ number }: Step, haste: AbortSignal): Promise<void> | void {
    const one = { number, why: haste.reason as Why | undefined, end: () => {}, fail: (_: Error) => {} };
    this.shown.push(one);
    if (haste.aborted) return;
    return new Promise((end, fail) => {
      Object.assign(one, { end, fail });
      haste.addEventListener("abort", () => {
        one.why = haste.reason;
        if (!this.isDeaf) end();
      });
    });
  }

  get numbers(): number[] {
    return this.shown.map(({ number }) => number);
  }

  get whys(): (Why | undefined)[] {
    return this.shown.map(({ why }) => why);
  }

  end(): Promise<unknown> {
    this.shown.at(-1)!.end();
    return settled();
  }
}

/** What follows from a promise has followed. */
const settled = () => vi.advanceTimersByTimeAsync(0);

class Room implements Page {
  hidden = false;
  still = false;
  ears = new Set<() => void>();
  isHidden = () => this.hidden;
  isStill = () => this.still;
  watch(changed: () => void): () => void {
    this.ears.add(changed);
    return () => this.ears.delete(changed);
  }
  hide(): void {
    this.hidden = true;
    this.ears.forEach((hear) => hear());
  }
}

let page: Room;
let board: Slow;
let presenter: Presenter;

beforeEach(async () => {
  vi.useFakeTimers();
  const { Presenter } = await import("../src/lib/presenter.svelte");
  page = new Room();
  board = new Slow();
  presenter = new Presenter(() => "henhouse", page);
  presenter.lay(laid(7));
  presenter.enter(board);
});

const texts = (log: readonly { text: string }[]) => log.map(({ text }) => text);

describe("order", () => {
  test("the next step comes when the one before has been seen", async () => {
    presenter.take(step(8));
    presenter.take(step(9));
    expect(board.numbers).toEqual([8]);
    expect([presenter.isShowing, presenter.number, presenter.shown.number]).toEqual([true, 8, 7]);
    expect(texts(presenter.log)).toEqual(["step 8"]);
    expect(texts(presenter.shown.log)).toEqual([]);
    expect(texts(presenter.heard)).toEqual(["step 8", "step 9"]); // whoever reads need not wait
    await board.end();
    expect(board.numbers).toEqual([8, 9]);
    expect(presenter.shown.number).toBe(8);
    await board.end();
    expect([presenter.isShowing, presenter.shown.number]).toEqual([false, 9]);
    expect(texts(presenter.shown.log)).toEqual(["step 8", "step 9"]);
  });

  test("a step without motion has been shown in the same moment", () => {
    presenter.enter({ show: () => {} });
    presenter.take(step(8));
    expect([presenter.isShowing, presenter.shown.number]).toEqual([false, 8]);
  });

  test("where no board lies, as before the deal, all is shown at once", () => {
    presenter.lay(laid(7));
    presenter.take(step(8));
    presenter.take(step(9));
    expect(presenter.shown.number).toBe(9);
  });

  test("whoever took a step is told when it has been shown", async () => {
    const over = vi.fn();
    presenter.take(step(8)).then(over);
    await settled();
    expect(over).not.toHaveBeenCalled();
    await board.end();
    expect(over).toHaveBeenCalledOnce();
  });

  test("whoever watches hears each step as it comes to the board, until they stop", async () => {
    const heard: number[] = [];
    const stop = presenter.watch(({ number }) => heard.push(number));
    presenter.take(step(8));
    presenter.take(step(9));
    expect(heard).toEqual([8]);
    await board.end();
    expect(heard).toEqual([8, 9]);
    stop();
    await board.end();
    presenter.take(step(10));
    expect(heard).toEqual([8, 9]);
  });

  test("what was done keeps the names of those who did it", () => {
    page.still = true;
    presenter.take(step(8));
    const others = [{ ...seats[0]!, name: "Cleo" }, seats[1]!];
    presenter.take(step(9, { seats: others }));
    expect(presenter.log.map(({ then }) => then)).toEqual([["Ada", "Ben"], undefined]);
  });
});

describe("laid anew", () => {
  test("what was being shown and what waits is past, and nobody waits for it", async () => {
    const over = vi.fn();
    const all = [8, 9].map((number) => presenter.take(step(number)).then(over));
    presenter.lay(laid(12));
    await Promise.all(all);
    expect(over).toHaveBeenCalledTimes(2);
    expect(board.whys).toEqual(["jump"]);
    expect([presenter.isShowing, presenter.number, presenter.shown.number, presenter.laying]).toEqual([false, 12, 12, 2]);
  });

  test("the step that led here waits for the board, and others for that step", () => {
    presenter.lay(laid(11), step(12));
    presenter.take(step(13));
    expect(presenter.number).toBe(11);
    const next = new Slow();
    presenter.enter(next);
    expect(next.shown).toMatchObject([{ number: 12, why: "jump" }, { number: 13, why: undefined }]);
    expect(presenter.shown.number).toBe(12);
  });

  test("a board that goes leaves nothing unshown", () => {
    const leave = presenter.enter(board);
    presenter.take(step(8));
    presenter.take(step(9));
    leave();
    expect([presenter.isShowing, presenter.shown.number, presenter.stage]).toEqual([false, 9, null]);
  });

  test("a board that goes after the next has come takes nothing with it", () => {
    const leave = presenter.enter(board);
    const next = new Slow();
    presenter.enter(next);
    leave();
    presenter.take(step(8));
    expect([board.numbers, next.numbers]).toEqual([[], [8]]);
  });
});

describe("haste", () => {
  test("nobody looks: what is shown is over, and what follows is shown to nobody", async () => {
    presenter.take(step(8));
    presenter.take(step(9));
    page.hide();
    await settled();
    expect(presenter.shown.number).toBe(9);
    expect(board.whys).toEqual(["hidden", "hidden"]);
    expect(page.ears.size).toBe(0);
  });

  test("less motion is asked for", () => {
    page.still = true;
    presenter.take(step(8));
    expect([presenter.shown.number, board.whys]).toEqual([8, ["still"]]);
  });

  test("a window never waits: what comes before it and the window itself", async () => {
    presenter.take(step(8));
    presenter.take(step(9));
    presenter.take(step(10, { pace: "window" }));
    await settled();
    expect(board.whys).toEqual(["window", "window", "window"]);
    presenter.take(step(11));
    expect(board.whys.at(-1)).toBeUndefined(); // what comes of it may be seen
  });

  test("five that wait are too many", async () => {
    [8, 9, 10, 11, 12, 13, 14].forEach((number) => presenter.take(step(number)));
    expect(board.whys).toEqual([undefined]);
    await board.end();
    expect(board.whys).toEqual([undefined, "behind", undefined]); // four wait behind the third
  });

  test("whoever says so", async () => {
    presenter.take(step(8));
    presenter.take(step(9));
    presenter.hurry("skipped");
    await settled();
    expect(board.whys).toEqual(["skipped", "skipped"]);
    presenter.take(step(10));
    expect(board.whys.at(-1)).toBeUndefined();
  });

  test("a step that is taken so from the start", () => {
    presenter.take(step(8), "jump");
    expect([presenter.shown.number, board.whys]).toEqual([8, ["jump"]]);
  });
});

describe("a board that fails", () => {
  const log = vi.spyOn(console, "error");
  beforeEach(() => void log.mockReset().mockImplementation(() => {}));

  /** The table lies there as the server says, for another board. */
  function expectAnew(): void {
    expect([presenter.isShowing, presenter.shown.number, presenter.laying, presenter.stage]).toEqual([false, 8, 2, null]);
    expect(log).toHaveBeenCalledOnce();
  }

  test("at once is laid anew", () => {
    presenter.enter({
      show() {
        throw new Error("no such square");
      },
    });
    presenter.take(step(8));
    expectAnew();
  });

  test("on the way is laid anew, and the next step goes on", async () => {
    const over = presenter.take(step(8));
    board.shown[0]!.fail(new Error("no such square"));
    await over;
    expectAnew();
    const next = new Slow();
    presenter.enter(next);
    presenter.take(step(9));
    expect(next.numbers).toEqual([9]);
  });

  test("to end in haste is laid anew after two seconds, and not before", async () => {
    board.isDeaf = true;
    presenter.take(step(8));
    presenter.hurry("skipped");
    await vi.advanceTimersByTimeAsync(1999);
    expect([presenter.shown.number, log.mock.calls]).toEqual([7, []]);
    await vi.advanceTimersByTimeAsync(1);
    expectAnew();
  });

  test("without haste has all the time it wants", async () => {
    presenter.take(step(8));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(presenter.isShowing).toBe(true);
    expect(log).not.toHaveBeenCalled();
  });
});

describe("a note", () => {
  test("is read at once, though a step is still being shown", async () => {
    presenter.take(step(8));
    presenter.note("Ben is here");
    expect(texts(presenter.shown.log)).toEqual(["Ben is here"]);
    expect(texts(presenter.log)).toEqual(["step 8", "Ben is here"]);
    await board.end();
    expect(texts(presenter.shown.log)).toEqual(["step 8", "Ben is here"]);
  });
});
