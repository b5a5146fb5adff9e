import { base } from "../call.ts";

/** Registers the worker that shows a page while the server is away; browsers allow it over HTTPS and on localhost only. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator) || document.querySelector(".shell") === null) return;
  // Without it everything works: a refusal (a private window, an ended session) is nothing to tell.
  navigator.serviceWorker.register(`${base()}/service-worker.js`, { scope: `${base()}/`, updateViaCache: "none" })
    .catch(() => {});
}
