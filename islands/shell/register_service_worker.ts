import { base } from "../call.ts";

/**
 * Registers the service worker, which shows the offline page while the server is unreachable. Browsers allow it only
 * over HTTPS and on localhost.
 */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator) || document.querySelector(".shell") === null) return;
  // The service worker is optional, so a failure, for example in a private window or after the session has ended, is
  // not reported.
  navigator.serviceWorker.register(`${base()}/service-worker.js`, { scope: `${base()}/`, updateViaCache: "none" })
    .catch(() => {});
}
