/** Maximum time to wait for an idle page, in milliseconds. It is longer than a page needs on a slow machine. */
const PATIENCE_MS = 2_000;
/** Delay in browsers without `requestIdleCallback` (Safari). */
const USUAL_MS = 200;

/** Runs deferred work when the browser is idle. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => work(), { timeout: PATIENCE_MS });
  else setTimeout(work, USUAL_MS);
}

/**
 * Runs deferred work when the browser is idle, after the first frame was painted. The browser is also idle before that,
 * while it waits for styles.
 */
export function whenSeen(work: () => void): void {
  // Hidden pages paint no frames.
  if (document.hidden) whenIdle(work);
  else requestAnimationFrame(() => whenIdle(work));
}

/** Inserts the content that `DrawnLater` stored as text. Repeated calls do nothing. */
export function drawLater(page: ParentNode): void {
  for (const later of page.querySelectorAll("noscript[data-later]")) later.outerHTML = later.textContent ?? "";
}
