// Things to touch that overlap each other, and text that is cut off.
() => {
  const found = [];
  const told = (element) => element.outerHTML.slice(0, 90);
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true }); // folded away is not seen
  };
  const things = [...document.querySelectorAll("main button, main summary")].filter(isSeen);
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  for (let i = 0; i < things.length; i++)
    for (let j = i + 1; j < things.length; j++) {
      const [a, b] = [boxes[i], boxes[j]];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push(`overlap: ${told(things[i])} | ${told(things[j])}`);
    }
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  for (const element of document.querySelectorAll("main *:not(.unseen)")) {
    if (!isSeen(element) || !hasText(element) || element.closest("svg, .page")) continue;
    const cut = element.scrollWidth - element.clientWidth;
    if (element.clientWidth && cut > 1) found.push(`cut off by ${cut}: ${told(element)}`);
  }
  return found;
};
