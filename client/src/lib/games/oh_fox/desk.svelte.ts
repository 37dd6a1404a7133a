/** What the frame's words have to know of the table that is drawn: which card or pawn is taken up, and whether the film still runs. */
import type { Choice } from "./choice.svelte";
import type { Pawns } from "./pawns.svelte";
import type { Stage } from "./stage.svelte";

class Desk {
  #stage: Stage | null = $state.raw(null);
  #choice: Choice | null = $state.raw(null);
  #pawns: Pawns | null = $state.raw(null);

  /** Set up for one table; what comes back clears it away again, unless another table has taken its place. */
  lay(stage: Stage, choice: Choice, pawns: Pawns): () => void {
    [this.#stage, this.#choice, this.#pawns] = [stage, choice, pawns];
    return () => {
      if (this.#stage === stage) [this.#stage, this.#choice, this.#pawns] = [null, null, null];
    };
  }

  /** The kind of the card that is taken up. */
  get held(): string | null {
    return this.#choice?.held?.slice(5) ?? null;
  }

  /** The seat whose pawn is in hand. */
  get placing(): number | null {
    return this.#pawns?.placing ?? null;
  }

  /** The guess and who everybody is are being shown; the film comes next. */
  get isUnmasking(): boolean {
    return this.#stage?.isUnmasking ?? false;
  }

  /** The game is over and the film has not been seen: nothing may tell how it ends. */
  get isVeiled(): boolean {
    return this.#stage?.isVeiled ?? false;
  }
}
export const desk = new Desk();
