// What does not fit: a page wider than the window, text that is cut off or lies on other text, things to touch that
// lie on each other or are too small, and text too small to read. Each fault in a line.
({ overlap = "", small = "" }) => {
  const found = [];
  const TOUCH = "button, a[href], select, summary, input:not([type=checkbox]):not([type=radio]), [role=button], .lit";
  const told = (element) => {
    const words = (element.ariaLabel || element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 50);
    const name = element.getAttribute?.("data-name") ?? "";
    return `<${element.tagName.toLowerCase()}${name && ` ${name}`} .${element.getAttribute("class") ?? ""}> “${words}”`;
  };
  const matches = (element, selector) => selector !== "" && element.closest(selector) !== null;
  const styleOf = new Map();
  const style = (element) => styleOf.get(element) ?? styleOf.set(element, getComputedStyle(element)).get(element);
  const above = function* (element) {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) yield at;
  };
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1) return false;
    if (element.closest(".unseen, [hidden]")) return false;
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const floats = (element) => [...above(element)].some((at) => ["fixed", "sticky"].includes(style(at).position));
  const scrolls = (element, way) => ["auto", "scroll"].includes(style(element)[way]);
  const meet = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];

  // ---- sideways
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} wide in a window of ${innerWidth}`);

  // ---- things to touch
  const things = [...document.querySelectorAll(TOUCH)].filter((one) => isSeen(one) && style(one).pointerEvents !== "none");
  for (const thing of things) {
    const { width, height } = thing.getBoundingClientRect();
    const isInText = thing.matches("a:not(.btn)") && style(thing).display === "inline";
    if (Math.min(width, height) < 43.5 && !isInText && !matches(thing, small))
      found.push(`too small to touch, ${Math.round(width)} × ${Math.round(height)}: ${told(thing)}`);
  }
  const home = [scrollX, scrollY];
  const liesOn = (a, b) => {
    const [one, other] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const left = Math.max(one.left, other.left);
    const top = Math.max(one.top, other.top);
    const [width, height] = meet(one, other);
    scrollTo({ top: scrollY + top + height / 2 - innerHeight / 2, behavior: "instant" });
    const shift = one.top - a.getBoundingClientRect().top;
    let both = 0;
    for (const x of [0.15, 0.5, 0.85])
      for (const y of [0.15, 0.5, 0.85]) {
        const hit = document.elementsFromPoint(left + width * x, top - shift + height * y);
        both += hit.some((at) => a.contains(at)) && hit.some((at) => b.contains(at));
      }
    scrollTo({ left: home[0], top: home[1], behavior: "instant" });
    return both > 0;
  };
  for (let i = 0; i < things.length; i++)
    for (let j = i + 1; j < things.length; j++) {
      const [a, b] = [things[i], things[j]];
      const [width, height] = meet(a.getBoundingClientRect(), b.getBoundingClientRect());
      if (width < 3 || height < 3 || a.contains(b) || b.contains(a)) continue;
      if (floats(a) !== floats(b) || (matches(a, overlap) && matches(b, overlap))) continue;
      if (liesOn(a, b)) found.push(`lie on each other: ${told(a)} and ${told(b)}`);
    }

  // ---- text
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("script, style, option") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    texts.push({ element, rects: [...range.getClientRects()].filter(({ width }) => width > 1) });
    if (parseFloat(style(element).fontSize) < 12 && !element.closest("svg")) found.push(`small text: ${told(element)}`);
  }
  const shownRects = []; // what is left of each text after all that clips it
  for (const { element, rects } of texts)
    for (const rect of rects) {
      let { left, right, top, bottom } = rect;
      let cut = "";
      let [isSideways, isDown] = [false, false]; // whether one can scroll to the rest
      for (const at of above(element)) {
        isSideways ||= scrolls(at, "overflowX");
        isDown ||= scrolls(at, "overflowY");
        const [x, y] = [style(at).overflowX !== "visible", style(at).overflowY !== "visible"];
        if ((!x && !y) || at === document.body || style(at).display === "inline") continue;
        const box = at.getBoundingClientRect();
        if (x && !isSideways && (left < box.left - 2 || right > box.right + 2)) cut ||= told(at);
        if (y && !isDown && (top < box.top - 3 || bottom > box.bottom + 3)) cut ||= told(at);
        if (x) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (y) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      if (!isSideways && (rect.left < -1 || rect.right > innerWidth + 1)) cut ||= "the window";
      if (cut) found.push(`cut off by ${cut}: ${told(element)}`);
      if (right - left > 2 && bottom - top > 2) shownRects.push({ element, rect: { left, right, top, bottom } });
    }
  for (let i = 0; i < shownRects.length; i++)
    for (let j = i + 1; j < shownRects.length; j++) {
      const [a, b] = [shownRects[i], shownRects[j]];
      const [width, height] = meet(a.rect, b.rect);
      if (width < 3 || height < 5 || a.element === b.element) continue;
      if (floats(a.element) !== floats(b.element) || (matches(a.element, overlap) && matches(b.element, overlap))) continue;
      found.push(`text on text: ${told(a.element)} and ${told(b.element)}`);
    }
  return [...new Set(found)];
};
