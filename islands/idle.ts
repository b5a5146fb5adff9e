/** Longer than a page takes until it rests, on a slow machine. */
const PATIENCE_MS = 2_000;
/** Where browsers do not say that they rest (Safari). */
const USUAL_MS = 200;

/** Does what is not needed at once when the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => work(), { timeout: PATIENCE_MS });
  else setTimeout(work, USUAL_MS);
}

/** The same, once a frame was shown: a browser rests before its first one as well, while it waits for styles. */
export function whenSeen(work: () => void): void {
  // A page that nobody looks at draws none.
  if (document.hidden) whenIdle(work);
  else requestAnimationFrame(() => whenIdle(work));
}

/** Puts what `DrawnLater` has kept as text in its place; nothing happens the second time. */
export function drawLater(page: ParentNode): void {
  for (const later of page.querySelectorAll("noscript[data-later]")) later.outerHTML = later.textContent ?? "";
}
