import { base } from "../call.ts";

/**
 * Registers the service worker that shows a page while the server is unreachable. Browsers allow it only over HTTPS and
 * on localhost.
 */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator) || document.querySelector(".shell") === null) return;
  // Optional: a failure (private window, ended session) is not reported.
  navigator.serviceWorker.register(`${base()}/service-worker.js`, { scope: `${base()}/`, updateViaCache: "none" })
    .catch(() => {});
}
