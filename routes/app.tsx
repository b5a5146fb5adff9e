import { Hono } from "hono";
import type { Context } from "hono";
import { Fault } from "../lib/kit/fault.ts";
import { renderView } from "../lib/ui/render.tsx";
import { allowedMethods } from "./allowed_methods.ts";
import { estimateRoutes } from "./api/estimate.tsx";
import { accessRoutes } from "./api/access.ts";
import { autoRoutes } from "./api/auto.ts";
import { backupRoutes } from "./api/backups.ts";
import { connectionRoutes } from "./api/connections.ts";
import { eventRoutes } from "./api/events.ts";
import { grabRoutes } from "./api/grab.ts";
import { jobRoutes } from "./api/jobs.ts";
import { libraryRoutes } from "./api/library.ts";
import { localRoutes } from "./api/local.ts";
import { logRoutes } from "./api/logs.ts";
import { mappingRoutes } from "./api/mappings.ts";
import { mediaRoutes } from "./api/media.ts";
import { musicRoutes } from "./api/music.ts";
import { musicLibraryRoutes } from "./api/music_library.ts";
import { addDocument } from "./api/openapi.tsx";
import { previewRoutes } from "./api/previews.ts";
import { profileRoutes } from "./api/profiles.tsx";
import { queueRoutes } from "./api/queue.ts";
import { reportRoutes } from "./api/reports.tsx";
import { searchRoutes } from "./api/search.ts";
import { settingsRoutes } from "./api/settings.ts";
import { setupRoutes } from "./api/setup.ts";
import { selectionRoutes } from "./api/selections.ts";
import { smartProfileRoutes } from "./api/smart_profiles.ts";
import { systemRoutes } from "./api/system.ts";
import { transcodingRoutes } from "./api/transcoding.tsx";
import { upkeepRoutes } from "./api/upkeep.ts";
import { loginRoutes } from "./login.tsx";
import { challenge, loginPath } from "./unauthorized.ts";
import { boundedBody } from "./middleware/body.ts";
import { formAnswer } from "./middleware/form_answer.ts";
import { gate } from "./middleware/gate.ts";
import { safeHeaders } from "./middleware/headers.ts";
import { pathBelow, rawPath, target } from "./middleware/target.ts";
import { ErrorPage } from "./pages/error.tsx";
import { docsPages } from "./pages/docs.tsx";
import { pageRoutes } from "./pages/pages.tsx";
import { libraryPages } from "./pages/library_pages.tsx";
import { musicPages } from "./pages/music_pages.tsx";
import { localPages } from "./pages/local_pages.tsx";
import { searchPages } from "./pages/search_pages.tsx";
import { systemPages } from "./pages/system_pages.tsx";
import { asFault, problemOf, problemResponse } from "./problem.ts";
import { type AppEnv, router, wantsHtml } from "./router.ts";
import type { Services } from "./services.ts";
import { viewOf } from "./view.ts";

/** The whole of what Lathe answers over HTTP. Routes know nothing of the URL base: it is taken off before routing. */
export function createApp(services: Services): Hono<AppEnv> {
  const base = services.instance.urlBase;
  const app = new Hono<AppEnv>({ getPath: (request) => pathBelow(base, rawPath(request.url)) ?? "/" });

  app.use("*", safeHeaders(services), target({ base }), gate(services));
  app.use("/api/*", formAnswer({ base }), boundedBody());
  app.use("/login", boundedBody());
  app.route("/api", apiRoutes(services));
  app.route("/", loginRoutes(services));
  app.get(
    "/metrics",
    async (c) => c.body(await services.metrics.text(), 200, { "Content-Type": services.metrics.contentType }),
  );
  app.route("/", pageRoutes(services));
  app.route("/", libraryPages(services));
  app.route("/", musicPages(services));
  app.route("/", localPages(services));
  app.route("/", searchPages(services));
  app.route("/", systemPages(services));
  app.route("/", docsPages(services, services.instance.docs));

  app.notFound((c) => {
    const methods = allowedMethods(app.routes, c.req.path);
    if (methods.length === 0) return answer(c, new Fault("not_found", "There is nothing at this address."));
    c.header("Allow", methods.join(", "));
    return answer(c, new Fault("method_not_allowed", `This address answers ${methods.join(", ")}.`));
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

  function answer(c: Context<AppEnv>, fault: Fault): Response {
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
    const { status, title, detail, requestId } = problemOf(c, fault);
    const page = <ErrorPage status={status} title={title} detail={detail} requestId={requestId} />;
    return c.html("<!doctype html>" + renderView(viewOf(c, services), page), fault.status);
  }
}

/** Everything below `/api`, with the document that describes it. */
export function apiRoutes(services: Services): ReturnType<typeof router> {
  const api = router();
  const areas = [
    systemRoutes(services),
    upkeepRoutes(services),
    logRoutes(services),
    backupRoutes(services),
    setupRoutes(services),
    connectionRoutes(services),
    accessRoutes(services),
    jobRoutes(services),
    selectionRoutes(services),
    libraryRoutes(services),
    localRoutes(services),
    autoRoutes(services),
    searchRoutes(services),
    grabRoutes(services),
    queueRoutes(services),
    previewRoutes(services),
    mediaRoutes(services),
    estimateRoutes(services),
    reportRoutes(services),
    transcodingRoutes(services),
    musicRoutes(services),
    musicLibraryRoutes(services),
    profileRoutes(services),
    smartProfileRoutes(services),
    settingsRoutes(services),
    mappingRoutes(services),
    eventRoutes(services),
  ];
  for (const area of areas) api.route("/", area);
  addDocument(api, services);
  return api;
}

/** The text of what really happened; for the log, which redacts, never for the answer. */
const causeOf = ({ cause }: Fault): { error?: string } =>
  cause instanceof Error ? { error: cause.stack ?? cause.message } : {};
