/** `2026-11-20 20:32` where this browser is: the date as ISO writes it, and 24 hours. */
export function localTime(iso: string, timeZone?: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone }).format(new Date(iso));
}

/** Makes the times on the page, which the server writes in UTC, those of this browser. */
export function showLocalTimes(page: ParentNode): void {
  for (const time of page.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const text = localTime(time.dateTime);
    if (time.textContent !== text) time.textContent = text;
  }
}
