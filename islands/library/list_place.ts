/** Start position of a list: a title, or the scroll position when the user left the page. */
export type Place = { scroll: number } | { title: number };

const key = (): string => `lathe-place ${location.pathname}${location.search}`;

/**
 * Stores the scroll position when the user leaves the page, and returns where to start. The page's height is known only
 * after the script has run, which is too late for the browser's own restoration.
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
