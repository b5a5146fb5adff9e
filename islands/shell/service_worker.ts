/**
 * Opens the page of a notification, and shows the offline page if a page cannot be loaded because the server is
 * unreachable. Caches only that page, its style sheet and its icon: pages and API responses contain data for logged-in
 * users only and are soon outdated. Scripts are always loaded from the server, so that no old script is used after an
 * update.
 */

/**
 * Added to the start of this script by the server. If other files are cached, the script changes, which browsers treat
 * as an update.
 */
declare const KEPT: { base: string; offline: string; files: string[] };

/** The part of a service worker's global scope that is used here. */
interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { openWindow(address: string): Promise<unknown> };
}
/** Click on a notification, whose data is the address of its page. */
interface NotificationEvent extends LifeEvent {
  notification: { data: string; close(): void };
}
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as WorkerScope;
/** Prefix of this instance's caches. Instances with different base paths share the caches of one origin. */
const OWN = `lathe-offline|${KEPT.base}|`;
const CACHE = OWN + KEPT.files.join("|");

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const address of [KEPT.offline, ...KEPT.files]) {
    const answer = await fetch(address, { cache: "no-cache" });
    // If the server returns the login page instead, it is not cached. The browser tries again when the next page is
    // opened.
    if (!answer.ok || answer.redirected) throw new Error(`${address} cannot be cached.`);
    await cache.put(address, answer);
  }
  await worker.skipWaiting();
}

async function dropOlder(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
}

const kept = async (address: string): Promise<Response> =>
  await (await caches.open(CACHE)).match(address) ?? Response.error();

worker.addEventListener("install", (event) => (event as LifeEvent).waitUntil(keepFiles()));
worker.addEventListener("activate", (event) => (event as LifeEvent).waitUntil(dropOlder()));
worker.addEventListener("notificationclick", (event) => {
  const { notification, waitUntil } = event as NotificationEvent;
  notification.close();
  waitUntil.call(event, worker.clients.openWindow(notification.data));
});
worker.addEventListener("fetch", (event) => {
  const { request, respondWith } = event as RequestEvent;
  const answer = (work: Promise<Response>) => respondWith.call(event, work);
  if (request.method !== "GET") return;
  if (request.mode === "navigate") answer(fetch(request).catch(() => kept(KEPT.offline)));
  else {
    const { pathname } = new URL(request.url);
    if (KEPT.files.includes(pathname)) answer(fetch(request).catch(() => kept(pathname)));
  }
});
