/** Every game's board, with steps as a server told them: whenever haste begins, it ends as the server says. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Stage, Step } from "../src/lib/presenter.svelte";
import type { FoxTable } from "../src/lib/games/fox_on_the_run/table";
import type { GroveTable } from "../src/lib/games/fox_grove/table";
import type { OutfoxedTable } from "../src/lib/games/outfoxed/table";
import type { SlyTable } from "../src/lib/games/sly_fox/table";
import type { ForestTable } from "../src/lib/games/oh_fox/table";
import { browser } from "./browser";
import { played } from "./steps";
import foxGrove from "../src/lib/games/fox_grove/steps.json";
import foxOnTheRun from "../src/lib/games/fox_on_the_run/steps.json";
import ohFox from "../src/lib/games/oh_fox/steps.json";
import outfoxed from "../src/lib/games/outfoxed/steps.json";
import slyFox from "../src/lib/games/sly_fox/steps.json";

const FRAME = 50; // milliseconds
const MOMENTS = [0, 300, 1e6]; // milliseconds after which haste begins: at once, on the way, never

beforeEach(() => {
  vi.useFakeTimers();
  browser.isStill = false;
  vi.stubGlobal("window", { matchMedia });
  vi.stubGlobal("requestAnimationFrame", (draw: (now: number) => void) => setTimeout(() => draw(performance.now()), FRAME));
});

/** Show a step, with haste after so long; null: from the start. How long it took. */
async function show<T>(stage: Stage<T>, step: Step<T>, ms: number | null): Promise<number> {
  const haste = new AbortController();
  const began = Date.now();
  if (ms === null) haste.abort("behind");
  else setTimeout(() => haste.abort("skipped"), ms);
  const shown = stage.show(step, haste.signal);
  if (ms === null) expect(shown, `step ${step.number} takes its time in haste`).toBeUndefined();
  let took = 0;
  await Promise.all([Promise.resolve(shown).then(() => (took = Date.now() - began)), vi.runAllTimersAsync()]);
  return took;
}

/** All steps, each checked when it has been shown; how long they took together. */
async function showAll<T>(stage: Stage<T>, steps: Step<T>[], ms: number | null, check: (step: Step<T>) => void): Promise<number> {
  let took = 0;
  for (const step of steps) {
    took += await show(stage, step, ms);
    check(step);
  }
  return took;
}

/** A DOMRect that lies nowhere in particular. */
const somewhere = () => ({ left: 0, top: 0, width: 50, height: 50 }) as DOMRect;

describe("Fox on the Run", () => {
  const { laid, steps, seat } = played<FoxTable>(foxOnTheRun);

  async function lay() {
    const { Stage } = await import("../src/lib/games/fox_on_the_run/stage.svelte");
    const mine = laid.view.table!.characters.filter((one) => one.seat === seat).map(({ name }) => name);
    const stage = new Stage(laid.view.table!, [...laid.log], () => mine);
    const squares = (all: { name: string; square: string }[]) => Object.fromEntries(all.map(({ name, square }) => [name, square]));
    const check = ({ view, number }: Step<FoxTable>) => {
      const { characters, tiles } = view.table!;
      expect(squares(stage.pawns), `step ${number}`).toEqual(squares(characters));
      const faces = Object.fromEntries(stage.tiles.map(({ square, face, used }) => [square, { face, used }]));
      expect(faces, `step ${number}`).toEqual(Object.fromEntries(tiles.map(({ square, face, used }) => [square, { face, used: !!used }])));
    };
    return { stage, check };
  }

  test.each([...MOMENTS, null])("hurried after %s ms, it ends as the server says", async (ms) => {
    const { stage, check } = await lay();
    await showAll(stage, steps, ms, check);
  });

  test("a walk is seen step by step", async () => {
    const { stage, check } = await lay();
    const walked = ({ news }: Step<FoxTable>) => news.map(({ say }) => say).filter(({ key }) => key === "stepped" || key === "followed");
    const walk = steps.findIndex((step) => walked(step).length > 2 && new Set(walked(step).map((say) => say.with?.who)).size === 1);
    await showAll(stage, steps.slice(0, walk), null, check);
    const way = walked(steps[walk]!).map((say) => String(say.with?.square));
    const mover = String(walked(steps[walk]!)[0]!.with?.who);
    const seen: string[] = [];
    const shown = stage.show(steps[walk]!, new AbortController().signal);
    for (let i = 0; i < 60; i++) {
      const { square } = stage.pawns.find(({ name }) => name === mover)!;
      if (seen.at(-1) !== square) seen.push(square);
      await vi.advanceTimersByTimeAsync(60);
    }
    await shown;
    expect(seen).toEqual(way);
  });
});

describe("Fox Grove", () => {
  const { laid, steps } = played<GroveTable>(foxGrove);

  async function lay(places: (spot: string) => DOMRect | null = somewhere) {
    const { Stage } = await import("../src/lib/games/fox_grove/stage.svelte");
    const stage = new Stage(laid.view.table!, [...laid.log], places);
    const names = (cards: { name: string }[]) => cards.map(({ name }) => name).sort();
    const check = ({ view, number }: Step<GroveTable>) => {
      const table = view.table!;
      expect(stage.table, `step ${number}`).toEqual(table);
      const lying = stage.laid.filter(({ how }) => how !== "discarded").map(({ card }) => card);
      expect(names(lying), `step ${number}`).toEqual(names(table.table));
      expect([stage.flights, stage.isRoundOver, stage.isCounting]).toEqual([[], false, false]);
    };
    return { stage, check };
  }

  test.each([...MOMENTS, null])("hurried after %s ms, it ends as the server says", async (ms) => {
    const { stage, check } = await lay();
    await showAll(stage, steps, ms, check);
  });

  test("what is changed on the way is what the server then says", async () => {
    const { stage, check } = await lay();
    for (const step of steps) {
      await show(stage, step, 1e6);
      const stores = step.view.table!.seats.map(({ resources, levels, berries }) => ({ resources, levels, berries }));
      expect(stage.table.seats.map(({ resources, levels, berries }) => ({ resources, levels, berries }))).toEqual(stores);
      check(step);
    }
  });

  test("where nothing has a place on the page, nothing flies and it ends the same", async () => {
    const { stage, check } = await lay(() => null);
    await showAll(stage, steps, 1e6, check);
  });

  test("the points are counted again for whoever wants to see it", async () => {
    const { stage, check } = await lay();
    await showAll(stage, steps, null, check);
    const all = stage.counted;
    stage.again();
    expect([stage.isCounting, stage.counted]).toEqual([true, 0]);
    stage.again(); // once is enough
    await vi.runAllTimersAsync();
    expect([stage.isCounting, stage.counted]).toEqual([false, all]);
  });
});

describe("Outfoxed", () => {
  const { laid, steps, seat } = played<OutfoxedTable>(outfoxed);

  async function lay() {
    const { Stage } = await import("../src/lib/games/outfoxed/stage.svelte");
    const stage = new Stage(laid.view.table!, [...laid.log], seat);
    const check = ({ view, number }: Step<OutfoxedTable>) => {
      const table = view.table!;
      const { fox, bear, vixen, arrow, crow, eagle, sun } = table;
      expect(stage.table, `step ${number}`).toBe(table);
      expect(stage.pieces, `step ${number}`).toEqual({ fox, bear, vixen, arrow, crow, eagle, sun });
      const floor = stage.cards.map(({ cell, isUp }) => `${cell} ${isUp}`).sort();
      expect(floor, `step ${number}`).toEqual(table.cells.map(({ cell, side }) => `${cell} ${side === "up"}`).sort());
      expect([stage.flights, stage.hunt, stage.isRoll]).toEqual([[], null, false]);
    };
    return { stage, check };
  }

  test.each([...MOMENTS, null])("hurried after %s ms, it ends as the server says", async (ms) => {
    const { stage, check } = await lay();
    await showAll(stage, steps, ms, check);
  });

  test("a bird flies along the rim space by space", async () => {
    const { stage, check } = await lay();
    const far = steps.findIndex(({ news }) => news.some(({ say }) => say.key === "crow flew"));
    await showAll(stage, steps.slice(0, far), null, check);
    const from = stage.pieces.crow;
    const { rimBetween } = await import("../src/lib/games/outfoxed/table");
    const to = Number(steps[far]!.news.find(({ say }) => say.key === "crow flew")!.say.with?.space);
    const seen = [from];
    stage.show(steps[far]!, new AbortController().signal);
    for (let i = 0; i < 100; i++) {
      if (seen.at(-1) !== stage.pieces.crow) seen.push(stage.pieces.crow);
      await vi.advanceTimersByTimeAsync(60);
    }
    expect(seen).toEqual([from, ...rimBetween(from, to)]);
  });

  test("two tables of one page know nothing of each other", async () => {
    const [one, other] = [(await lay()).stage, (await lay()).stage];
    one.held = "fox";
    one.isVixenCalled = true;
    expect([other.held, other.isVixenCalled]).toEqual([null, false]);
  });
});

describe("Slyest Fox", () => {
  const { laid, steps, seat } = played<SlyTable>(slyFox);

  async function lay() {
    const { Stage } = await import("../src/lib/games/sly_fox/stage.svelte");
    const stage = new Stage(laid.view.table!, [...laid.log], seat);
    const check = ({ view, number }: Step<SlyTable>) => {
      const table = view.table!;
      expect(stage.table, `step ${number}`).toBe(table);
      expect(stage.flights, `step ${number}`).toEqual([]);
    };
    return { stage, check };
  }

  test.each([...MOMENTS, null])("hurried after %s ms, it ends as the server says", async (ms) => {
    const { stage, check } = await lay();
    await showAll(stage, steps, ms, check);
  });

  test("in a window the table lies there from the first moment, and cards fly over it until the next step", async () => {
    const { stage, check } = await lay();
    const at = steps.findIndex(({ view, news }) => view.pace === "window" && news.some(({ say }) => say.key === "drew card"));
    await showAll(stage, steps.slice(0, at), null, check);
    const haste = AbortSignal.abort("window");
    expect(stage.show(steps[at]!, haste)).toBeUndefined();
    expect(stage.table).toBe(steps[at]!.view.table!);
    expect(stage.flights.map(({ to }) => to)).toContain("hand");
    stage.show(steps[at + 1]!, AbortSignal.abort("still"));
    expect(stage.flights).toEqual([]);
  });

  test("cards that flew over a window are gone when they have arrived", async () => {
    const { stage, check } = await lay();
    const at = steps.findIndex(({ view, news }) => view.pace === "window" && news.some(({ say }) => say.key === "drew card"));
    await showAll(stage, steps.slice(0, at), null, check);
    stage.show(steps[at]!, AbortSignal.abort("window"));
    await vi.runAllTimersAsync();
    expect(stage.flights).toEqual([]);
  });
});

describe("Oh, Fox!", () => {
  const { laid, steps } = played<ForestTable>(ohFox);

  async function lay() {
    const { Stage } = await import("../src/lib/games/oh_fox/stage.svelte");
    const stage = new Stage(laid.view.table!);
    const check = ({ view, number }: Step<ForestTable>) => {
      expect(stage.table, `step ${number}`).toBe(view.table!);
      expect([stage.isEnding, stage.isUnmasking, stage.isVeiled], `step ${number}`).toEqual([false, false, false]);
      expect(stage.film?.isOver ?? true).toBe(true);
    };
    return { stage, check };
  }

  test.each([...MOMENTS, null])("hurried after %s ms, it ends as the server says", async (ms) => {
    const { stage, check } = await lay();
    await showAll(stage, steps, ms, check);
    expect(stage.film!.stop).toBe(stage.film!.last);
  });

  test("the last step is over when the film has been seen: held, it is not", async () => {
    const { stage, check } = await lay();
    const last = steps.findIndex(({ view }) => view.phase === "over");
    await showAll(stage, steps.slice(0, last), null, check);
    const over = vi.fn();
    const haste = new AbortController();
    Promise.resolve(stage.show(steps[last]!, haste.signal)).then(over);
    while (!stage.film) await vi.advanceTimersByTimeAsync(100);
    expect([stage.isVeiled, over.mock.calls]).toEqual([true, []]);
    stage.film.hold();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(over).not.toHaveBeenCalled();
    haste.abort("hidden");
    await vi.advanceTimersByTimeAsync(0);
    expect(over).toHaveBeenCalledOnce();
    check(steps[last]!);
  });
});
