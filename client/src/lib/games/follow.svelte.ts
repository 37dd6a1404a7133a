import { onDestroy } from "svelte";
import type { Play } from "../play.svelte";
import type { Sight, Step } from ".";

/**
 * A board follows its line: its stage is told of every step, and while it is busy showing one the next waits.
 * It is busy in the same moment, so that a step that has nothing to show never dims what may be touched.
 */
export function follow(line: Sight, play: Play, push: (step: Step) => void, isBusy: () => boolean): void {
  const wait = () => void (play.isShowing = isBusy());
  const told = (step: Step) => {
    push(step);
    wait();
  };
  line.onstep = told;
  onDestroy(() => line.onstep === told && (line.onstep = null)); // the next table may be laid already
  $effect(wait);
}
