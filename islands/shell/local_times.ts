/**
 * Formats a time in the browser's time zone as `2026-11-20 20:32`: ISO date, 24-hour clock. The short form is `20:32`.
 */
export function localTime(
  iso: string,
  { clock = false, timeZone }: { clock?: boolean; timeZone?: string } = {},
): string {
  const shape = clock ? {} : { dateStyle: "short" } as const;
  // Swedish uses the ISO 8601 date format.
  return new Intl.DateTimeFormat("sv-SE", { ...shape, timeStyle: "short", timeZone }).format(new Date(iso));
}

/** Converts the times on the page from UTC, as rendered by the server, to the browser's time zone. */
export function showLocalTimes(page: ParentNode): void {
  for (const time of page.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const text = localTime(time.dateTime, { clock: time.dataset.local === "clock" });
    if (time.textContent !== text) time.textContent = text;
  }
}
