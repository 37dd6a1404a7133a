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

  constructor() {
    addEventListener("popstate", () => (this.#here = read()));
  }

  get here(): Place {
    return this.#here;
  }

  go(path: string, instead = false): void {
    if (instead) history.replaceState(null, "", path);
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
