/** As much of a browser as the client's logic asks for, new for every test; nothing is drawn. */
import { beforeEach, vi } from "vitest";

class Storage {
  #kept = new Map<string, string>();
  getItem = (name: string) => this.#kept.get(name) ?? null;
  setItem = (name: string, value: string) => void this.#kept.set(name, value);
}

export class Page extends EventTarget {
  hidden = false;
  documentElement = { dataset: {} as Record<string, string>, lang: "en" };

  /** Somebody looks at the page again, or away from it. */
  look(isHere: boolean): void {
    this.hidden = !isHere;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

const fresh = () => ({ page: new Page(), window: new EventTarget(), isStill: true });
const all = globalThis as { browser?: ReturnType<typeof fresh> };
export const browser = (all.browser ??= fresh()); // one, however often modules are read

/** Before any module of the client is read: some look at the browser as they load. */
function open(): void {
  Object.assign(browser, fresh());
  vi.stubGlobal("document", browser.page);
  vi.stubGlobal("localStorage", new Storage());
  vi.stubGlobal("location", new URL("http://skulk.test/"));
  vi.stubGlobal("matchMedia", () => ({ get matches() { return browser.isStill; } }));
  vi.stubGlobal("addEventListener", browser.window.addEventListener.bind(browser.window));
  vi.stubGlobal("removeEventListener", browser.window.removeEventListener.bind(browser.window));
}

open();
beforeEach(() => {
  vi.useRealTimers();
  vi.resetModules(); // what a module remembers is no test's business
  open();
});
