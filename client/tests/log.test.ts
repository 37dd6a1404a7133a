/** What was taken back stays in the log, marked. */
import { expect, test } from "vitest";
import { marked } from "../src/lib/undone";
import { line } from "./told";

const back = (lines: number) => line("back", { of: "table", say: { key: "taken back by Ada", with: { lines } } });
const undone = (log: Parameters<typeof marked>[0]) => marked(log).map((one) => Boolean(one.undone));

test("as many lines of the game before it are marked as it says", () => {
  expect(undone([line("a"), line("b"), line("c"), back(2)])).toEqual([false, true, true, false]);
});

test("what people said stays unmarked and is not counted", () => {
  expect(undone([line("a"), line("b"), line("oops", { of: "chat" }), back(2)])).toEqual([true, true, false, false]);
});

test("each undo counts by itself, and lines that are gone from the log do no harm", () => {
  expect(undone([line("a"), back(1), line("b"), back(5)])).toEqual([true, false, true, false]);
});

test("the lines that came in are left as they are", () => {
  const log = [line("a"), back(1)];
  marked(log);
  expect(log[0]).toEqual(line("a"));
});
