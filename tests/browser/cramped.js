// What is too wide for the window, too small to read or too small to touch.
() => {
  const found = [];
  const TOUCH = "button, a.btn, select, input:not([type=checkbox]):not([type=radio])";
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).visibility !== "hidden";
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const told = (element) => element.outerHTML.slice(0, 90);

  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) found.push(`the page is ${width} wide`);
  for (const element of document.querySelectorAll(TOUCH)) {
    const { width, height } = element.getBoundingClientRect();
    if (isSeen(element) && Math.min(width, height) < 43.5)
      found.push(`touch ${Math.round(width)} × ${Math.round(height)}: ${told(element)}`);
  }
  for (const element of document.querySelectorAll("body *"))
    if (isSeen(element) && hasText(element) && parseFloat(getComputedStyle(element).fontSize) < 12)
      found.push(`small text: ${told(element)}`);
  return found;
};
