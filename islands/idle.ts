/** Longer than a page takes until it rests, on a slow machine. */
const PATIENCE_MS = 2_000;
/** Where browsers do not say that they rest (Safari). */
const USUAL_MS = 200;

/** Does what is not needed at once when the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => work(), { timeout: PATIENCE_MS });
  else setTimeout(work, USUAL_MS);
}
