/** The next game of the same people: whoever asked for it, all who want it go there from their own seat. */
import { follow } from "./http";
import { where } from "./place.svelte";
import type { Connection } from "./socket.svelte";

export class Rematch {
  #isWanted = $state(false);

  /** For the life of the component that makes it. */
  constructor(readonly line: Connection) {
    $effect(() => {
      if (this.#next && this.#isWanted) this.#go(this.#next);
    });
  }

  get #next(): string | null | undefined {
    return this.line.presenter.shown.view?.next;
  }

  want(): void {
    this.#isWanted = true;
    if (!this.#next) this.line.send({ do: "rematch" });
  }

  #go(next: string): void {
    follow(this.line.table)
      .catch(() => {}) // whoever has no seat there looks on
      .finally(() => where.go(`/table/${next}`));
  }
}
