/** Tells about something that can always be pressed: by pointer, focus or a long press, and never in the way of its click. */
import { explained, type About } from "../../table/explain.svelte";

const LINGER = 450; // milliseconds

export function hint(tell: () => About) {
  return (node: HTMLElement): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const soon = () => {
      stop();
      timer = setTimeout(() => explained.open(tell(), node), LINGER);
    };
    const close = () => {
      stop();
      queueMicrotask(() => explained.anchor === node && explained.close());
    };
    const isMouse = (event: Event) => (event as PointerEvent).pointerType === "mouse";
    const deeds: Record<string, (event: Event) => void> = {
      pointerenter: (event) => isMouse(event) && soon(),
      pointerdown: (event) => (isMouse(event) ? stop() : soon()),
      pointerup: stop,
      pointercancel: stop,
      pointerleave: (event) => {
        stop();
        if (isMouse(event) && explained.anchor === node) explained.leave();
      },
      focus: () => node.matches(":focus-visible") && soon(),
      blur: close,
    };
    for (const [name, deed] of Object.entries(deeds)) node.addEventListener(name, deed);
    return () => {
      close();
      for (const [name, deed] of Object.entries(deeds)) node.removeEventListener(name, deed);
    };
  };
}
