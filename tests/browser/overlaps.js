// Texts that lie over each other or stick out of what holds them, and things to touch that lie over each other.
() => {
  const seen = (element, box) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === "visible") continue;
      const { left, right, top, bottom } = up.getBoundingClientRect();
      box = { left: Math.max(box.left, left), right: Math.min(box.right, right), top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) };
    }
    return box;
  };
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const found = [];
  const things = [...document.querySelectorAll("main button, main input")].map((element) => [element, seen(element, element.getBoundingClientRect())]);
  const texts = [];
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest(".unseen, svg") || !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    const holder = node.parentElement.closest("button, .panel, .players > li, .ask")?.getBoundingClientRect();
    if (holder && (whole.left < holder.left - 1 || whole.right > holder.right + 1)) found.push(`cut off: ${node.data}`);
    for (const box of range.getClientRects()) texts.push([node, seen(node.parentElement, box)]);
  }
  for (const list of [things, texts])
    list.forEach(([one, a], i) => list.slice(i + 1).forEach(([other, b]) => {
      if (one === other || one.closest?.(".held") || !over(a, b)) return;
      found.push(`over each other: ${one.outerHTML?.slice(0, 70) ?? one.data} / ${other.outerHTML?.slice(0, 70) ?? other.data}`);
    }));
  return found;
};
