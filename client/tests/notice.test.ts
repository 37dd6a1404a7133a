/** "Your turn" is told to whoever asked for it and looks elsewhere, and to nobody else. */
import { beforeEach, expect, test, vi } from "vitest";
import { browser } from "./browser";

const shown: { title: string; onclick?: () => void; close: ReturnType<typeof vi.fn> }[] = [];

function allow(permission: string, isSecure = true): void {
  class Notification {
    static permission = permission;
    close = vi.fn();
    constructor(readonly title: string) {
      shown.push(this);
    }
  }
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("isSecureContext", isSecure);
}

beforeEach(() => void (shown.length = 0));

test.each([
  ["granted", false, true, 1],
  ["granted", true, true, 0], // one sees it
  ["granted", false, false, 0], // no browser shows any over plain HTTP
  ["default", false, true, 0],
  ["denied", false, true, 0],
])("permission %s, looking %s, secure %s: %i shown", async (permission, looks, isSecure, count) => {
  allow(permission, isSecure);
  browser.page.hidden = !looks;
  const { tellWhenMyTurn } = await import("../src/lib/notice.svelte");
  tellWhenMyTurn("Fox Grove");
  expect(shown).toHaveLength(count);
});

test("a click on it comes back to the table", async () => {
  allow("granted");
  const focus = vi.fn();
  vi.stubGlobal("focus", focus);
  browser.page.hidden = true;
  const { tellWhenMyTurn } = await import("../src/lib/notice.svelte");
  tellWhenMyTurn("Fox Grove");
  shown[0]!.onclick!();
  expect(focus).toHaveBeenCalled();
  expect(shown[0]!.close).toHaveBeenCalled();
});
