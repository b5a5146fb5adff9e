import { whenIdle } from "../idle.ts";

/** What people change before htmx is there; forms and links work without it. */
const KEPT = ["input", "change"] as const;

/**
 * Loads htmx once the page is seen and answers, as looking over its whole markup takes longer than all that comes before, and
 * tells it of what was changed until it listens.
 */
export function loadHtmx(page: Document): void {
  const early: Event[] = [];
  const keep = (event: Event) => void early.push(event);
  for (const type of KEPT) page.addEventListener(type, keep);
  page.addEventListener("htmx:after:process", () => {
    for (const type of KEPT) page.removeEventListener(type, keep);
    for (const { type, target } of early) target?.dispatchEvent(new Event(type, { bubbles: true }));
  }, { once: true });
  whenIdle(() => void import("../htmx.ts"));
}
