import type { Context, MiddlewareHandler } from "hono";
import { decide } from "../../lib/auth/decision.ts";
import { type Caller, callerOf } from "../../lib/auth/forwarded.ts";
import { hostAllowed } from "../../lib/auth/host.ts";
import { createKeyCheck, presentedKey } from "../../lib/auth/key.ts";
import { sameOriginProof } from "../../lib/auth/same_origin.ts";
import { createThrottle } from "../../lib/auth/throttle.ts";
import { Fault } from "../../lib/kit/fault.ts";
import type { AppEnv } from "../router.ts";
import type { Services } from "../services.ts";

/** The few paths that anyone may read: literal, whole, case-sensitive (safety.md, S-AUTH-1). */
const PUBLIC_PATHS = new Set(["/api/health"]);
const isPublic = (path: string, method: string): boolean =>
  (method === "GET" || method === "HEAD") && (PUBLIC_PATHS.has(path) || /^\/static\/[\w.-]+$/.test(path));

/** The one place that decides who may go on, before any routing; nothing opts in or out of it. */
export function gate(services: Pick<Services, "settings" | "instance" | "clock" | "log">): MiddlewareHandler<AppEnv> {
  const { settings, instance, clock, log } = services;
  const matches = createKeyCheck();
  const throttle = createThrottle({ clock });

  function keyState(c: Context<AppEnv>, caller: Caller): "none" | "right" | "wrong" {
    const shown = presentedKey(c.req.header("x-api-key") ?? null, c.req.queries("apikey") ?? []);
    if (shown.kind === "none") return "none";
    const wait = throttle.waitSeconds(caller.address);
    if (wait > 0) {
      throw new Fault("throttled", `Too many wrong keys from ${caller.address}. Wait ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    }
    if (shown.kind === "key" && matches(shown.value, settings.current().general.security.apiKey)) {
      throttle.succeeded(caller.address);
      return "right";
    }
    throttle.failed(caller.address);
    log("warn", "A wrong API key was refused.", { address: caller.address });
    return "wrong";
  }

  return async function gate(c, next) {
    const { security, host } = settings.current().general;
    const { headers } = c.req.raw;
    const caller = callerOf(c.env.peer, headers, security.trustedProxies);
    const open = isPublic(c.req.path, c.req.method);
    const decision = decide({
      public: open,
      authentication: security.authentication,
      required: security.authenticationRequired,
      local: caller.local,
      key: open ? "none" : keyState(c, caller),
    });
    if ("refuse" in decision) throw refusal(security.authentication);
    if (decision.admit === "local") {
      const named = headers.get("host") ?? "";
      const { applicationUrl, allowedHosts } = host;
      if (!hostAllowed(named, { machineName: instance.machineName, applicationUrl, allowedHosts })) {
        log("warn", "A request under a foreign host name was refused.", { host: named, address: caller.address });
        throw new Fault(
          "wrong_host",
          `This instance is not known as ${named}. If it should be, add the name to the allowed hosts in Settings.`,
        );
      }
      const proven = sameOriginProof({
        method: c.req.method,
        secFetchSite: headers.get("sec-fetch-site"),
        origin: headers.get("origin"),
        host: named,
        applicationUrl,
      });
      if (!proven) throw new Fault("cross_site", "Another site asked for this in your name; it was refused.");
    }
    c.set("admittedBy", decision.admit);
    await next();
  };
}

const refusal = (authentication: "none" | "basic" | "forms"): Fault =>
  new Fault(
    "unauthorized",
    authentication === "none"
      ? "While authentication is off, only callers on this network are answered without a credential. Send the API key " +
        "as X-Api-Key, or switch authentication on in Settings from a local address."
      : "A credential is needed: send the API key as X-Api-Key.",
  );
