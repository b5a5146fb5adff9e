/** `2026-11-20 20:32` where this browser is: the date as ISO writes it, and 24 hours; as a clock shows it, only `20:32`. */
export function localTime(
  iso: string,
  { clock = false, timeZone }: { clock?: boolean; timeZone?: string } = {},
): string {
  const shape = clock ? {} : { dateStyle: "short" } as const;
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat("sv-SE", { ...shape, timeStyle: "short", timeZone }).format(new Date(iso));
}

/** Makes the times on the page, which the server writes in UTC, those of this browser. */
export function showLocalTimes(page: ParentNode): void {
  for (const time of page.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const text = localTime(time.dateTime, { clock: time.dataset.local === "clock" });
    if (time.textContent !== text) time.textContent = text;
  }
}
