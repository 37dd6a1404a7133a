/** A short explanation of whatever lies on the table: by pointer, long press, focus, or a tap on what cannot be played. */

export interface About {
  title: string;
  text: string;
  rule?: string; // "R17": a link into the rulebook
}

const LINGER = 450; // milliseconds of pointer, finger or focus

/** What is explained at this moment, and beside what. One for the page: `Explanation.svelte` shows it. */
class Explained {
  about: About | null = $state.raw(null);
  anchor: Element | null = $state.raw(null);

  open(about: About, anchor: Element): void {
    this.about = about;
    this.anchor = anchor;
  }

  /** The pointer goes elsewhere; it may be on its way to the link. */
  leave(): void {
    const left = this.anchor;
    setTimeout(() => {
      if (this.anchor === left && !document.querySelector(".explanation .rule:hover")) this.close();
    }, 500);
  }

  close(): void {
    this.about = null;
    this.anchor = null;
  }
}
export const explained = new Explained();

/**
 * `<g {@attach explain(() => ({ title, text, rule }))}>`: the element tells about itself, asked when it is shown.
 * `isButton`: it can be pressed at any time, and no explanation stands in the way of that.
 */
export function explain(tell: () => About | null | undefined, { isButton = false } = {}) {
  return (element: Element): (() => void) => {
    const open = () => {
      const about = tell();
      if (about) explained.open(about, element);
    };
    const node = element as HTMLElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHeld = false; // a long press explains; its click must not play

    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isHeld = true;
        open();
      }, LINGER);
    };
    const stop = () => clearTimeout(timer);
    /** A pointer that moves here, not one under which the table has moved. */
    let isOver = false;
    const move = (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || isOver) return;
      isOver = true;
      soon();
    };
    const down = (event: PointerEvent) => {
      isHeld = false;
      if (event.pointerType === "mouse") stop();
      else soon();
    };
    const leave = (event: PointerEvent) => {
      stop();
      isOver = false;
      if (event.pointerType === "mouse" && explained.anchor === element) explained.leave();
    };
    const focus = () => node.matches(":focus-visible") && soon();
    const close = () => {
      stop();
      queueMicrotask(() => explained.anchor === element && explained.close()); // it may be on its way off the table
    };
    const blur = (event: FocusEvent) => (event.relatedTarget as Element | null)?.closest(".explanation") || close(); // to its link
    const click = (event: MouseEvent) => {
      stop();
      if (!tell()) return;
      const isLong = isHeld && explained.anchor === element && (event as PointerEvent).pointerType === "touch";
      const canPlay = element.matches(".lit, .lit *") || element.querySelector(".lit") !== null;
      if (isLong && isButton) return;
      if (isButton || (canPlay && !isLong)) return explained.close();
      event.stopPropagation();
      open();
    };

    node.addEventListener("pointermove", move);
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointerup", stop);
    node.addEventListener("pointercancel", stop);
    node.addEventListener("pointerleave", leave);
    node.addEventListener("focus", focus);
    node.addEventListener("blur", blur);
    node.addEventListener("click", click, { capture: true });
    return () => {
      close();
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointerup", stop);
      node.removeEventListener("pointercancel", stop);
      node.removeEventListener("pointerleave", leave);
      node.removeEventListener("focus", focus);
      node.removeEventListener("blur", blur);
      node.removeEventListener("click", click, { capture: true });
    };
  };
}
