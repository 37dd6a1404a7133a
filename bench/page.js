// Watches a page for bench/page.py: from each click to what it shows, and every frame with whether something moved.
window.clicks = [];
window.frames = [];

let open = null;

function painted(done) {
  requestAnimationFrame(() => {
    const line = new MessageChannel();
    line.port1.onmessage = done;
    line.port2.postMessage(0);
  });
}

function note(what) {
  const click = open;
  if (!click || click[what] !== undefined) return;
  click[what] = 0;
  painted(() => (click[what] = performance.now() - click.at));
}

addEventListener("click", (event) => event.isTrusted && clicks.push((open = { at: event.timeStamp })), true);
new MutationObserver(() => note("shown")).observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
});

const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", () => note("confirmed"));
  }
};

let last = 0;
function tick(now) {
  const isMoving = document.getAnimations().some((one) => one.playState === "running");
  if (last) frames.push([now - last, isMoving]);
  last = now;
  requestAnimationFrame(tick);
}
requestAnimationFrame(tick);
