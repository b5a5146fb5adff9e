/** Events that toasts report. */
export const TOAST_EVENTS = [
  "lathe:toast",
  "htmx:response:error",
  "htmx:after:request",
  "htmx:error",
  "notice",
] as const;

/** Event that is sent when the toasts are ready. `detail` is the function that reports an event. */
export const READY = "lathe:toasts";

/**
 * Buffers events that happen before the toasts are loaded, starts loading them at the first event, and then passes the
 * events on.
 */
export function bufferToastEvents(page: EventTarget, call: () => void): void {
  const early: Event[] = [];
  const buffer = (event: Event) => {
    early.push(event);
    // Successful requests are not reported.
    if (event.type !== "htmx:after:request") call();
  };
  for (const type of TOAST_EVENTS) page.addEventListener(type, buffer);
  page.addEventListener(READY, (event) => {
    for (const type of TOAST_EVENTS) page.removeEventListener(type, buffer);
    for (const one of early) (event as CustomEvent<(event: Event) => void>).detail(one);
  }, { once: true });
}
