/** Where we are: the address bar, as a page and its argument. */

export type Page = "home" | "new" | "table" | "replay" | "rules" | "fair";
export interface Place {
  page: Page;
  of: string; // a game, a table, or "file/…"
}

const PAGES: Page[] = ["new", "table", "replay", "rules", "fair"];

function read(): Place {
  const [page, ...of] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  return PAGES.includes(page as Page) ? { page: page as Page, of: of.join("/") } : { page: "home", of: "" };
}

class Where {
  #here: Place = $state.raw(read());

  #layers: (() => void)[] = []; // what lies open over the page, the topmost last: how to close it
  #isBackOurs = false;

  constructor() {
    addEventListener("popstate", () => {
      if (this.#isBackOurs) this.#isBackOurs = false;
      else if (this.#layers.length) this.#layers.pop()!();
      else this.#here = read();
    });
  }

  /** Something is opened over the page: Back closes it, and leaves the page only the next time. What comes back closes it otherwise. */
  open(close: () => void): () => void {
    history.pushState({ layer: this.#layers.length + 1 }, "");
    this.#layers.push(close);
    return () => {
      if (!this.#layers.includes(close)) return; // Back has closed it
      this.#layers = this.#layers.filter((other) => other !== close);
      if (!history.state?.layer) return; // we are elsewhere by now
      this.#isBackOurs = true;
      history.back();
    };
  }

  get here(): Place {
    return this.#here;
  }

  go(path: string, instead = false): void {
    const isCovered = this.#layers.length > 0 || this.#isBackOurs;
    this.#layers = [];
    if (instead || isCovered) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#here = read();
    if (!instead) scrollTo(0, 0);
  }
}

export const where = new Where();

/** `{@attach inSight}`: the one that is chosen in a row that scrolls. */
export function inSight(chosen: HTMLElement): void {
  const row = chosen.parentElement!;
  row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}

/** A link within Skulk: a plain click stays in this page, anything else is the browser's. */
export function go(event: MouseEvent): void {
  const link = (event.currentTarget as Element).closest("a")!;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  where.go(link.getAttribute("href")!);
}
