/** State of the queue, as shown by the icon of the tab. */
export interface QueueBadge {
  /** Mean progress of the running encodes. */
  percent?: number;
  paused: boolean;
}

/** Shows the state of the queue on the icon of the tab, and follows the page's own live updates. */
export function faviconBadge(page: Document): void {
  const icon = page.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const title = page.querySelector("title");
  if (!icon || !title) return;
  const plain = icon.href;
  let shown = "";
  const draw = () => {
    const badge = badgeOf(title.textContent ?? "", page.querySelector("#queue-summary")?.textContent ?? "");
    const mark = badgeSvg(badge);
    if (mark === shown) return;
    shown = mark;
    icon.href = mark === "" ? plain : `data:image/svg+xml,${encodeURIComponent(mark)}`;
  };
  new MutationObserver(draw).observe(title, { childList: true, characterData: true, subtree: true });
  page.addEventListener("htmx:after:swap", draw);
  draw();
}

/** Reads the state from the title and the summary of the queue, which the server keeps up to date. Pure. */
export function badgeOf(title: string, summary: string): QueueBadge {
  const [, percent] = /^(?:\d+ encodes, )?(\d+) % · /.exec(title) ?? [];
  return { paused: summary.startsWith("Paused"), ...(percent === undefined ? {} : { percent: Number(percent) }) };
}

const RADIUS = 12;
const LENGTH = 2 * Math.PI * RADIUS;

/** Returns the icon as SVG: a ring for the progress, bars for a paused queue. Empty if nothing is to be shown. Pure. */
export function badgeSvg({ percent, paused }: QueueBadge): string {
  if (percent === undefined && !paused) return "";
  const done = (Math.min(100, percent ?? 0) / 100) * LENGTH;
  const ring = `<circle cx="16" cy="16" r="${RADIUS}" stroke="#5b5f66"/>` +
    `<circle cx="16" cy="16" r="${RADIUS}" stroke="#e0a84a" stroke-dasharray="${done.toFixed(1)} ${
      LENGTH.toFixed(1)
    }" ` +
    'transform="rotate(-90 16 16)"/>';
  const bars = paused ? '<path d="M13 11v10M19 11v10" stroke="#e0a84a" stroke-linecap="round"/>' : "";
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1b1d21"/>' +
    `<g fill="none" stroke-width="4">${ring}${bars}</g></svg>`;
}
