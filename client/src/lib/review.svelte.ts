import { reels, type Refused } from "./http";
import type { Decision, Review } from "./messages";
import { rest } from "./motion";

const AGAIN = 400; // milliseconds until it is asked again how far the review is

/** The review of a finished game: begun when somebody asks, waited for, then here. */
export class Reviewed {
  review: Review | null = $state.raw(null);
  fault: Refused | null = $state.raw(null);
  isComing = $state(false);
  /** How much of it is done, from 0 to 1. */
  part = $state(0);
  #isClosed = false;

  constructor(readonly of: string) {}

  async ask(): Promise<void> {
    if (this.isComing || this.review) return;
    this.isComing = true;
    this.fault = null;
    try {
      while (!this.#isClosed) {
        const told = await reels(this.of).review();
        if ("decisions" in told) {
          this.review = told;
          return;
        }
        this.part = told.of ? told.done / told.of : 0;
        await rest(AGAIN);
      }
    } catch (refused) {
      this.fault = refused as Refused;
    } finally {
      this.isComing = false;
    }
  }

  /** What was decided in a step of the replay. */
  at(step: number): Decision[] {
    return this.review?.decisions.filter((one) => one.step === step) ?? [];
  }

  close(): void {
    this.#isClosed = true;
  }
}

export const percent = (share: number): number => Math.round(100 * share);
