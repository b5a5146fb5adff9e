import { Hono } from "hono";
import { compress } from "hono/compress";
import type { Context, MiddlewareHandler } from "hono";
import { Fault } from "../lib/kit/fault.ts";
import { allowedMethods } from "./http/allowed_methods.ts";
import { challenge, loginPath } from "./http/unauthorized.ts";
import { boundedBody } from "./http/middleware/body.ts";
import { formAnswer } from "./http/middleware/form_answer.ts";
import { gate } from "./http/middleware/gate.ts";
import { withFormMethod } from "./http/middleware/form_method.ts";
import { safeHeaders } from "./http/middleware/headers.ts";
import { target } from "./http/middleware/target.ts";
import { pathBelow, rawPath } from "./http/request_path.ts";
import type { App } from "./http/serve.ts";
import { asFault, problemResponse } from "./http/problem.ts";
import { type AppEnv, wantsHtml } from "./http/router.ts";
import { type Group, groupsOf } from "./http/group.ts";
import { GROUPS } from "./groups.ts";
import type { Services } from "./services/services.ts";

/** Creates the HTTP application of Lathe. Each group of routes is loaded at the first request to one of its paths. */
export function createApp(services: Services): App {
  const base = services.instance.urlBase;
  const doors = doorsOf(services);
  const loaded = new Map<Group, Hono<AppEnv>>();
  let app = assemble(services, doors, loaded);

  async function load(groups: Group[]): Promise<void> {
    const made = await Promise.all(groups.map(async (group) => [group, await group.load()] as const));
    for (const [group, routesOf] of made) if (!loaded.has(group)) loaded.set(group, routesOf(services));
    app = assemble(services, doors, loaded);
  }

  return {
    fetch: (received, ...context) => {
      const request = withFormMethod(received);
      const missing = groupsOf(GROUPS, pathBelow(base, rawPath(request.url)) ?? "/").filter((one) => !loaded.has(one));
      if (missing.length === 0) return app.fetch(request, ...context);
      return load(missing).then(() => app.fetch(request, ...context));
    },
  };
}

/** Same as `createApp`, with all groups loaded. */
export async function wholeApp(services: Services): Promise<Hono<AppEnv>> {
  const loaded = await Promise.all(GROUPS.map(async (group) => [group, (await group.load())(services)] as const));
  return assemble(services, doorsOf(services), new Map(loaded));
}

/**
 * Compresses the HTML of pages and fragments with gzip, which reduces it to a tenth. The compressed length reveals no
 * secrets (BREACH), because pages contain neither secrets nor form tokens: requests are checked by their headers. API
 * responses, which contain keys, and the live stream are not compressed. Scripts and styles are compressed at build
 * time.
 */
const compressPages = compress({ encoding: "gzip", contentTypeFilter: /^text\/html\b/ });

/**
 * Stores the ID of the newest stream message before any data is read. A page subscribes from this ID, so it misses no
 * event between rendering and subscribing.
 */
const followedFrom = ({ stream }: Services): MiddlewareHandler<AppEnv> => async (c, next) => {
  c.set("followedFrom", stream.newest());
  await next();
};

/** Middleware that all requests pass before routing. */
const doorsOf = (services: Services): MiddlewareHandler<AppEnv>[] => [
  followedFrom(services),
  safeHeaders(services),
  compressPages,
  target({ base: services.instance.urlBase }),
  gate(services),
];

/**
 * Creates the application from the loaded groups. Routes do not know the base path, which is removed before routing.
 */
function assemble(
  services: Services,
  doors: MiddlewareHandler<AppEnv>[],
  loaded: ReadonlyMap<Group, Hono<AppEnv>>,
): Hono<AppEnv> {
  const base = services.instance.urlBase;
  const app = new Hono<AppEnv>({ getPath: (request) => pathBelow(base, rawPath(request.url)) ?? "/" });

  app.use("*", ...doors);
  app.use("/api/*", formAnswer({ base }), boundedBody());
  app.use("/login", boundedBody());
  // Groups are added in the order of the table, regardless of the order in which they were loaded.
  for (const group of GROUPS) {
    const routes = loaded.get(group);
    if (routes !== undefined) app.route(group.below ?? "/", routes);
  }

  app.notFound((c) => {
    const methods = allowedMethods(app.routes, c.req.path);
    if (methods.length === 0) return answer(c, new Fault("not_found", "There is nothing at this address."));
    c.header("Allow", methods.join(", "));
    return answer(c, new Fault("method_not_allowed", `This address supports ${methods.join(", ")}.`));
  });
  app.onError((error, c) => {
    const { signal } = c.req.raw;
    const fault = signal.aborted && error === signal.reason
      ? new Fault("request_timeout", "The caller ended the request.")
      : asFault(error);
    if (fault.code === "internal") {
      services.log("error", "A request failed.", {
        requestId: c.get("requestId"),
        path: c.req.path,
        ...causeOf(fault),
      });
    }
    return answer(c, fault);
  });
  return app;

  function answer(c: Context<AppEnv>, fault: Fault): Response | Promise<Response> {
    if (fault.code === "unauthorized") {
      const sent = challenge(c, services);
      if (sent !== undefined) return sent;
    }
    const forPerson = wantsHtml(c) && c.req.header("hx-request") === undefined;
    const login =
      fault.code === "unauthorized" && services.settings.current().general.security.authentication === "forms"
        ? loginPath(c, base)
        : undefined;
    if (!forPerson) return problemResponse(c, fault, login);
    return import("./http/error_page.tsx").then(({ errorPage }) => errorPage(c, services, fault));
  }
}

/** Returns the underlying error for the log, which redacts secrets in it. The error is never part of the response. */
const causeOf = ({ cause }: Fault): { error?: string } =>
  cause instanceof Error ? { error: cause.stack ?? cause.message } : {};
