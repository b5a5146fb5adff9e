import type { ComponentChildren } from "preact";
import { ago, duration, exactTime } from "../../../../lib/kit/format.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Page, type PageProps } from "../../../../lib/ui/layout.tsx";
import { useLink, useView } from "../../../../lib/ui/render.tsx";

/** Path and title of each page, in tab order. */
export const SYSTEM_PAGES = [
  ["/system", "Status"],
  ["/system/tasks", "Tasks"],
  ["/system/events", "Events"],
  ["/system/logs", "Logs"],
  ["/system/backups", "Backups"],
  ["/system/updates", "Updates"],
  ["/checks", "Checked files"],
] as const;

/** A page in the System area, with tabs for all pages of the area. */
export function SystemPage({ children, ...page }: PageProps) {
  return (
    <Page {...page}>
      <Tabs label="System pages" pages={SYSTEM_PAGES} />
      {children}
    </Page>
  );
}

/** Links to the pages of one area. The current page is marked. */
export function Tabs({ label, pages }: { label: string; pages: readonly (readonly [path: string, label: string])[] }) {
  const link = useLink();
  const { path } = useView();
  return (
    <nav class="tabs" aria-label={label}>
      {pages.map(([page, text]) => <a href={link(page)} aria-current={page === path ? "page" : undefined}>{text}</a>)}
    </nav>
  );
}

/** CSS class for forms and buttons that change the surrounding list. */
export const CHANGES = "changes";

/**
 * Container that reloads `url` into `target` whenever a request from a descendant with the class `CHANGES` finishes.
 */
export function Redrawn({ url, target, children }: { url: string; target: string; children: ComponentChildren }) {
  const trigger = `htmx:finally:request target:.${CHANGES}`;
  return <div class="redrawn" {...hx({ get: url, trigger, target, swap: "outerMorph" })}>{children}</div>;
}

/** One row of a `<dl>`. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Relative time, with the absolute time as tooltip. */
export function When({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at} title={exactTime(at)}>{Date.parse(at) > now.getTime() ? ahead(at, now) : ago(at, now)}</time>
  );
}

/** Returns a relative time such as `in a moment`, `in 4 min`, `in 3 h` or `in 12 days`. */
export function ahead(iso: string, now: Date): string {
  const seconds = (Date.parse(iso) - now.getTime()) / 1000;
  if (seconds < 60) return "in a moment";
  if (seconds < 3600) return `in ${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `in ${Math.round(seconds / 3600)} h`;
  return `in ${Math.round(seconds / 86_400)} days`;
}

/**
 * Returns an interval such as `every 5 min`, `every 12 h`, `every day` or `every 7 days`. 0 means that there is no
 * interval.
 */
export function interval(seconds: number): string {
  if (seconds === 0) return "when something changes";
  const [each, unit]: [number, keyof typeof ONE] = seconds % 86_400 === 0
    ? [seconds / 86_400, "days"]
    : seconds % 3600 === 0
    ? [seconds / 3600, "h"]
    : seconds % 60 === 0
    ? [seconds / 60, "min"]
    : [seconds, "s"];
  return each === 1 ? `every ${ONE[unit]}` : `every ${each} ${unit}`;
}

const ONE = { days: "day", h: "hour", min: "minute", s: "second" };

/** Returns a duration such as `12 ms`, `4.2 s` or `1:20`. */
export function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms / 1000);
}

/** Returns an uptime such as `4 min`, `3 h 20 min` or `12 days 4 h`. */
export function uptime(seconds: number): string {
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
