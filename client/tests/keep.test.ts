/** What this browser remembers; one that remembers nothing can still play. */
import { describe, expect, test, vi } from "vitest";

const kept = (table: string) => ({ table, game: "fox_grove", title: "Fox Grove" });
const opened = async () => (await import("../src/lib/keep.svelte")).keep;

/** The same browser, visited again. */
async function again() {
  vi.resetModules();
  return opened();
}

test("the last twelve tables, the newest first, each once", async () => {
  const keep = await opened();
  for (let i = 0; i < 15; i++) keep.remember(kept(`t${i}`));
  keep.remember(kept("t5"));
  const back = await again();
  expect(back.tables.map(({ table }) => table).slice(0, 3)).toEqual(["t5", "t14", "t13"]);
  expect(back.tables).toHaveLength(12);
});

test("up to where somebody has seen a table, for that seat alone", async () => {
  const keep = await opened();
  keep.remember(kept("t1"));
  keep.see("t1", 0, 17);
  keep.remember(kept("t1"));
  const back = await again();
  expect([back.sawLast("t1", 0), back.sawLast("t1", 1), back.sawLast("t2", 0)]).toEqual([17, 0, 0]);
});

test("a table that is forgotten is gone", async () => {
  const keep = await opened();
  keep.remember(kept("t1"));
  keep.forget("t1");
  expect((await again()).tables).toEqual([]);
});

test("a guest's name is the same on every visit", async () => {
  const { guest } = await opened();
  expect((await again()).guest).toBe(guest);
});

describe("a storage", () => {
  test("that is closed to us keeps nothing and breaks nothing", async () => {
    const closed = () => {
      throw new DOMException("", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: closed, setItem: closed });
    const keep = await opened();
    keep.name = "Ada";
    keep.remember(kept("t1"));
    expect([keep.name, keep.tables.length]).toEqual(["Ada", 1]);
  });

  test("that holds what we did not write is passed over", async () => {
    localStorage.setItem("skulk.tables", "{not json");
    expect((await opened()).tables).toEqual([]);
  });
});
