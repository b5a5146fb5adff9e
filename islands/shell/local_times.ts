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

/**
 * Formats a time relative to `now` in the browser's time zone: `20:10` today, `Fri 20:10` within six days, otherwise as
 * `localTime` does.
 */
export function nearTime(iso: string, now: Date, timeZone?: string): string {
  const [date, clock] = localTime(iso, { timeZone }).split(" ");
  if (date === localTime(now.toISOString(), { timeZone }).split(" ")[0]) return clock ?? "";
  if (Math.abs(Date.parse(iso) - now.getTime()) > NEAR_MS) return `${date} ${clock}`;
  return `${new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone }).format(new Date(iso))} ${clock}`;
}

/** Within six days, a weekday is unambiguous. */
const NEAR_MS = 6 * 86_400_000;

/** Converts the times on the page from UTC, as rendered by the server, to the browser's time zone. */
export function showLocalTimes(page: ParentNode): void {
  for (const time of page.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const { dateTime, dataset: { local } } = time;
    const text = local === "near" ? nearTime(dateTime, new Date()) : localTime(dateTime, { clock: local === "clock" });
    if (time.textContent !== text) time.textContent = text;
  }
}
