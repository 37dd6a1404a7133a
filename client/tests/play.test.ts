/** What touching a thing does: the only move that touches it is made, of several one is picked. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Seen } from "../src/lib/games";
import type { Play } from "../src/lib/play.svelte";
import type { Connection } from "../src/lib/socket.svelte";
import type { Command } from "../src/lib/messages";
import { offer, view } from "./told";

const [steal, low, high] = [offer(0, "coop"), offer(1, "egg:4", "nest:1"), offer(2, "egg:4", "nest:2")];
let play: Play;
let hand: { presenter: { shown: object; isShowing: boolean }; pending: Command[]; send: ReturnType<typeof vi.fn> };

beforeEach(async () => {
  vi.useFakeTimers();
  const { Play } = await import("../src/lib/play.svelte");
  hand = { presenter: { shown: { view: view({ moves: [steal, low, high] }), number: 9, log: [] }, isShowing: false }, pending: [], send: vi.fn() };
  play = new Play(hand as unknown as Seen, hand as unknown as Connection);
});

const made = () => hand.send.mock.calls.map(([deed]) => deed);

describe("touching", () => {
  test("a thing of one move makes it, for the position that is shown", () => {
    play.touch("coop");
    expect(made()).toEqual([{ do: "move", move: 0, on: 9 }]);
  });

  test("a thing of several moves picks it; the next touch chooses among what is left", () => {
    play.touch("egg:4");
    expect(made()).toEqual([]);
    expect(play.left).toEqual([low, high]);
    expect([...play.lit]).toEqual(["egg:4", "nest:1", "nest:2"]);
    play.touch("coop"); // no longer lit
    expect(made()).toEqual([]);
    play.touch("nest:2");
    expect(made()).toEqual([{ do: "move", move: 2, on: 9 }]);
    expect(play.picked).toEqual([]);
  });

  test("it again puts it back", () => {
    play.touch("egg:4");
    vi.advanceTimersByTime(400);
    play.touch("egg:4");
    expect(play.picked).toEqual([]);
    expect(play.isLit("coop")).toBe(true);
  });

  test("twice quickly is one touch", () => {
    play.touch("egg:4");
    vi.advanceTimersByTime(100);
    play.touch("egg:4");
    expect(play.picked).toEqual(["egg:4"]);
  });

  test("what nothing touches does nothing", () => {
    play.touch("moon");
    expect([made(), play.picked]).toEqual([[], []]);
  });
});

describe("while one has to wait", () => {
  test.each([
    ["a move is on its way", () => hand.pending.push({ do: "move", move: 0, id: "a" })],
    ["a step is being shown", () => (hand.presenter.isShowing = true)],
  ])("because %s, nothing lights up and nothing is made", (_, begin) => {
    begin();
    expect(play.isWaiting).toBe(true);
    expect([...play.lit]).toEqual([]);
    play.touch("coop");
    play.make(steal);
    expect(made()).toEqual([]);
  });

  test("other deeds on their way do not count", () => {
    hand.pending.push({ do: "chat", text: "well", id: "a" });
    expect(play.isWaiting).toBe(false);
  });
});

test("who looks on may point at things and make nothing", async () => {
  const { Play } = await import("../src/lib/play.svelte");
  const guest = new Play(hand as unknown as Seen);
  expect(guest.moves).toEqual([]);
  guest.make(steal);
  guest.point("coop");
  expect(guest.isHere("coop")).toBe(true);
  expect(made()).toEqual([]);
});

test("a move of two halves keeps the second for when the game asks", () => {
  play.spread = (offers) => offers.map((one) => ({ ...one, then: "nest:1" }));
  play.make(play.moves[0]!);
  expect(play.next).toBe("nest:1");
});

test("focus that leaves a thing leaves it a moment later, unless it is elsewhere by then", async () => {
  play.point("coop");
  play.leave("coop");
  play.point("egg:4");
  await Promise.resolve();
  expect(play.here).toBe("egg:4");
  play.leave("egg:4");
  expect(play.here).toBe("egg:4");
  await Promise.resolve();
  expect(play.here).toBeNull();
});
