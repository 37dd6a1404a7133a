/** Where we are: the address bar, as a page and its argument. */

export type Page = "home" | "new" | "table" | "rules" | "fair";
export interface Place {
  page: Page;
  of: string; // a game, or a table
}

function read(): Place {
  const [page, of = ""] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  return page === "new" || page === "table" || page === "rules" || page === "fair"
    ? { page, of }
    : { page: "home", of: "" };
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

/** A link within Skulk: a plain click stays in this page, anything else is the browser's. */
export function go(event: MouseEvent): void {
  const link = (event.currentTarget as Element).closest("a")!;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  where.go(link.getAttribute("href")!);
}
