/** Where a list is shown from: where it stood when somebody left it, or a title. */
export type Place = { scroll: number } | { title: number };

const key = (): string => `lathe-place ${location.pathname}${location.search}`;

/**
 * Remembers how far a page is scrolled while it is left, for the way back to it: its height is known only once the script
 * has run, too late for the browser. Answers where to begin.
 */
export function keepPlace(first: number | undefined): Place | undefined {
  history.scrollRestoration = "manual";
  const kept = Number(sessionStorage.getItem(key()));
  const [entry] = performance.getEntriesByType("navigation");
  const isReturn = entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
  const at = key();
  addEventListener("pagehide", () => sessionStorage.setItem(at, String(scrollY)), { once: true });
  if (isReturn && kept > 0) return { scroll: kept };
  return first === undefined ? undefined : { title: first };
}
