import type { MiddlewareHandler } from "hono";
import { readCookie } from "../../../lib/platform/auth/request/cookie.ts";
import { decide } from "../../../lib/platform/auth/decision.ts";
import { callerOf } from "../../../lib/platform/auth/request/forwarded.ts";
import { hostAllowed } from "../../../lib/platform/auth/request/host.ts";
import { isForeignPage, sameOriginProof } from "../../../lib/platform/auth/request/same_origin.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { isLoopback } from "../../../lib/kit/address.ts";
import type { AppEnv } from "../router.ts";
import type { Services } from "../../services.ts";

/** The few paths that anyone may ask for: literal, whole, case-sensitive (safety.md, S-AUTH-1). */
const PUBLIC_PATHS = new Set(["/api/health", "/login"]);
const isReading = (method: string): boolean => method === "GET" || method === "HEAD";
const isPublic = (path: string, method: string): boolean =>
  isReading(method)
    ? PUBLIC_PATHS.has(path) || /^\/static\/[\w.-]+$/.test(path)
    : path === "/login" && method === "POST";

/** Foreign host names are told of once an hour each, and no more than this many. */
const HOST_TOLD_MS = 3_600_000;
const MOST_HOSTS = 100;

export type GateServices = Pick<Services, "settings" | "instance" | "clock" | "log" | "auth" | "events" | "sightings">;

/** The one place that decides who may go on, before any routing; nothing opts in or out of it. */
export function gate(services: GateServices): MiddlewareHandler<AppEnv> {
  const { settings, instance, clock, log, auth, events, sightings } = services;
  const toldOf = new Map<string, number>();

  function tellOfHost(named: string, address: string): void {
    log("warn", "A request under a foreign host name was refused.", { host: named, address });
    const now = clock.monotonicMs();
    for (const [host, at] of toldOf) if (now - at > HOST_TOLD_MS) toldOf.delete(host);
    if (toldOf.has(named) || toldOf.size >= MOST_HOSTS) return;
    toldOf.set(named, now);
    events.record({
      level: "warning",
      source: "auth",
      message: `A request for the host ${named.slice(0, 200)} was refused.`,
      details: `From ${address}. If this instance is known by that name, add it to the allowed hosts.`,
    });
  }

  return async function gate(c, next) {
    const { security, host } = settings.current().general;
    const { authentication } = security;
    const { headers } = c.req.raw;
    const { address, local, forwarded } = callerOf(c.env.peer, headers, security.trustedProxies);
    const named = c.get("host") ?? "";
    const { applicationUrl, allowedHosts } = host;
    const origin = {
      method: c.req.method,
      secFetchSite: headers.get("sec-fetch-site"),
      origin: headers.get("origin"),
      host: named,
      applicationUrl,
    };
    const known = hostAllowed(named, { machineName: instance.machineName, applicationUrl, allowedHosts });
    const foreignPage = !known || isForeignPage(origin);
    const caller = { address, local, loopback: !forwarded && isLoopback(address), foreignPage };
    if (forwarded) sightings.forwardedAt = clock.now();
    if (!local) sightings.remoteAt = clock.now();
    // A proxy that is on this network may say that it was asked by HTTPS; that only makes the cookie stricter.
    const secure = c.env.secure || headers.get("x-forwarded-proto") === "https";
    c.set("caller", caller);
    c.set("secure", secure);

    const open = isPublic(c.req.path, c.req.method);
    const key = open ? "none" : auth.key(headers.get("x-api-key"), new URL(c.req.url).searchParams, caller);
    const session = open || authentication !== "forms"
      ? undefined
      : await auth.session(readCookie(headers.get("cookie"), { secure, base: instance.urlBase, tag: auth.tag }));
    const login = session !== undefined
      ? "right"
      : open || authentication !== "basic"
      ? "none"
      : await auth.basic(headers.get("authorization"), caller);
    const decision = decide({
      public: open,
      authentication,
      required: security.authenticationRequired,
      local,
      key,
      login,
    });
    if ("refuse" in decision) throw refusal(authentication);
    const byKey = decision.admit === "key";
    const harmless = decision.admit === "public" && isReading(c.req.method);
    if (!byKey && !harmless) {
      if (!known) {
        tellOfHost(named, address);
        throw new Fault(
          "wrong_host",
          `This instance is not known as ${named}. If it should be, add the name to the allowed hosts in Settings.`,
        );
      }
      if (!sameOriginProof(origin)) {
        throw new Fault("cross_site", "Another site asked for this in your name; it was refused.");
      }
    }
    c.set("admittedBy", decision.admit);
    if (session !== undefined) c.set("session", session);
    await next();
  };
}

const refusal = (authentication: "none" | "basic" | "forms"): Fault =>
  new Fault(
    "unauthorized",
    authentication === "none"
      ? "While authentication is off, only callers on this network are answered without a credential. Send the API key " +
        "as X-Api-Key, or switch authentication on in Settings from a local address."
      : `A credential is needed: ${
        authentication === "forms" ? "log in" : "give user name and password"
      }, or send the API key as X-Api-Key.`,
  );
