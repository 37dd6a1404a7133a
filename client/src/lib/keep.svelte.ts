/** What this browser remembers between visits: a name, the look, the language, the tables. Seats are cookies. */
import type { Join } from "./messages";
import { ofThisBrowser, tongue } from "./texts/tongue.svelte";

export interface Kept {
  table: string;
  game: string;
  title: string;
  saw?: [seat: number, number: number]; // what one was told last there
  guide?: boolean; // a guided table, which is gone on with
  over?: number; // when it ended, in seconds of the time of day
}

const MOST = 12;
const GUESTS = ["Robin", "Rowan", "Ash", "Hazel", "Wren", "Jay", "Heather", "Linden"]; // no bot is called so

export function read<T>(name: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(`skulk.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // storage is closed to us, or holds what we did not write
  }
}

export function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(`skulk.${name}`, JSON.stringify(value));
  } catch {
    // a browser that remembers nothing can still play
  }
}

type Theme = "system" | "light" | "dark";

class Keep {
  #name: string = $state(read("name", ""));
  #theme: Theme = $state(read("theme", "system"));
  #isListOpen: boolean = $state(read("list", false));
  #tables: Kept[] = $state.raw(read("tables", []));

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    write("name", name);
  }

  /** The name of whoever gives none: the same on every visit, and never "somebody", which could be anyone. */
  get guest(): string {
    const guest = read("guest", "") || GUESTS[Math.floor(Math.random() * GUESTS.length)]!;
    write("guest", guest);
    return guest;
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    write("theme", theme);
    this.dress();
  }

  get language(): string {
    return read("language", "") || ofThisBrowser();
  }

  set language(code: string) {
    write("language", code);
    tongue.speak(code);
  }

  /** Whether the list of moves lies open where it could be folded. */
  get isListOpen(): boolean {
    return this.#isListOpen;
  }

  set isListOpen(isOpen: boolean) {
    this.#isListOpen = isOpen;
    write("list", isOpen);
  }

  get isDark(): boolean {
    return this.#theme === "dark" || (this.#theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  dress(): void {
    const root = document.documentElement;
    if (this.#theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.#theme;
  }

  get tables(): Kept[] {
    return this.#tables;
  }

  remember(kept: Kept): void {
    const known = this.#tables.find((other) => other.table === kept.table);
    this.#tables = [{ ...known, ...kept }, ...this.#tables.filter((other) => other !== known)].slice(0, MOST);
    write("tables", this.#tables);
  }

  /** The number up to which somebody at this seat has seen what happened; 0 for who has not been here. */
  sawLast(table: string, seat: number | null): number {
    const saw = this.#tables.find((other) => other.table === table)?.saw;
    return saw && saw[0] === seat ? saw[1] : 0;
  }

  see(table: string, seat: number, number: number): void {
    this.#tables = this.#tables.map((other) => (other.table === table ? { ...other, saw: [seat, number] } : other));
    write("tables", this.#tables);
  }

  /** The guided table of a game, where one has begun to learn it. */
  guideOf(game: string): string | undefined {
    return this.#tables.find((other) => other.guide && other.game === game)?.table;
  }

  /** A game is over: the first time that is seen is its date. */
  end(table: string): void {
    this.#tables = this.#tables.map((other) => (other.table === table ? { ...other, over: other.over ?? Date.now() / 1000 } : other));
    write("tables", this.#tables);
  }

  forget(table: string): void {
    this.#tables = this.#tables.filter((other) => other.table !== table);
    write("tables", this.#tables);
  }
}

export const keep = new Keep();

/** The seat that this tab has asked for at a running table, as long as the people there have not answered. */
export const wish = {
  of(table: string): Join | null {
    try {
      return JSON.parse(sessionStorage.getItem(`skulk.wish.${table}`) ?? "null");
    } catch {
      return null;
    }
  },
  keep(table: string, wanted: Join | null): void {
    try {
      if (wanted) sessionStorage.setItem(`skulk.wish.${table}`, JSON.stringify(wanted));
      else sessionStorage.removeItem(`skulk.wish.${table}`);
    } catch {
      // it is asked again by hand
    }
  },
};
