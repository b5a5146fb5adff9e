/** What the toasts tell of. */
export const TOLD = ["lathe:toast", "htmx:response:error", "htmx:after:request", "htmx:error", "notice"] as const;

/** Sent by the toasts once they are there; its `detail` is what tells of an event. */
export const READY = "lathe:toasts";

/** Keeps what happens before the toasts are there, calls for them with the first of it, and hands it over when they came. */
export function keepForToasts(page: EventTarget, call: () => void): void {
  const early: Event[] = [];
  const keep = (event: Event) => {
    early.push(event);
    // Requests that went well are told of by nobody.
    if (event.type !== "htmx:after:request") call();
  };
  for (const type of TOLD) page.addEventListener(type, keep);
  page.addEventListener(READY, (event) => {
    for (const type of TOLD) page.removeEventListener(type, keep);
    for (const one of early) (event as CustomEvent<(event: Event) => void>).detail(one);
  }, { once: true });
}
