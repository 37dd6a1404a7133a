/** A board follows its line, and holds it up only while it shows something. */
import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Sight, Step } from "../src/lib/games";
import { follow } from "../src/lib/games/follow.svelte";
import type { Play } from "../src/lib/play.svelte";
import { view } from "./told";

const gone = vi.hoisted((): (() => void)[] => []);
vi.mock("svelte", (real) => real<object>().then((all) => ({ ...all, onDestroy: (done: () => void) => gone.push(done) })));

const step: Step = { news: [], view: view(), jump: false };
const line = { onstep: null } as unknown as Sight;
const play = { isShowing: false } as Play;
const stage = $state({ isRunning: false, steps: 0 });

beforeEach(() => {
  gone.length = 0;
  line.onstep = null;
  Object.assign(stage, { isRunning: false, steps: 0 });
});

const laid = (isLong: boolean) =>
  $effect.root(() =>
    follow(line, play, () => {
      stage.steps += 1;
      stage.isRunning = isLong;
    }, () => stage.isRunning),
  );

test("it is busy in the same moment, until what it shows is over", () => {
  const end = laid(true);
  line.onstep!(step);
  expect([stage.steps, play.isShowing]).toEqual([1, true]);
  stage.isRunning = false;
  flushSync();
  expect(play.isShowing).toBe(false);
  end();
});

test("a step that has nothing to show never makes anybody wait", () => {
  const end = laid(false);
  line.onstep!(step);
  expect(play.isShowing).toBe(false);
  end();
});

test("when it goes, it lets go of its own ear and not of the next board's", () => {
  const ends = [laid(false), laid(false)];
  const next = line.onstep;
  gone[0]!();
  expect(line.onstep).toBe(next);
  gone[1]!();
  expect(line.onstep).toBeNull();
  ends.forEach((end) => end());
});
