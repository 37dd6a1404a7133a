/** Arrow keys walk from one thing of a group to the next: `<ul onkeydown={walk}>`. */
const WAYS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function walk(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  if (!way) return;
  const things = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-name]")];
  const at = things.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  things[(at + way + things.length) % things.length]?.focus();
}
