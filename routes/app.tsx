import { Hono } from "hono";
import type { Context } from "hono";
import { Fault } from "../lib/kit/fault.ts";
import { renderView } from "../lib/ui/render.tsx";
import { allowedMethods } from "./http/allowed_methods.ts";
import { estimateRoutes } from "./api/encode/estimate.tsx";
import { accessRoutes } from "./api/platform/access.ts";
import { autoRoutes } from "./api/library/auto.ts";
import { backupRoutes } from "./api/platform/backups.ts";
import { connectionRoutes } from "./api/platform/connections.ts";
import { eventRoutes } from "./api/platform/events.ts";
import { grabRoutes } from "./api/library/grab.ts";
import { jobRoutes } from "./api/jobs/jobs.ts";
import { libraryRoutes } from "./api/library/library.ts";
import { localRoutes } from "./api/library/local.ts";
import { logRoutes } from "./api/platform/logs.ts";
import { mappingRoutes } from "./api/library/mappings.ts";
import { mediaRoutes } from "./api/encode/media.ts";
import { musicRoutes } from "./api/library/music.ts";
import { musicLibraryRoutes } from "./api/library/music_library.ts";
import { addDocument } from "./api/platform/openapi.tsx";
import { previewRoutes } from "./api/jobs/previews.ts";
import { profileRoutes } from "./api/encode/profiles.tsx";
import { queueRoutes } from "./api/jobs/queue.ts";
import { reportRoutes } from "./api/jobs/reports.tsx";
import { searchRoutes } from "./api/library/search.ts";
import { settingsRoutes } from "./api/platform/settings.ts";
import { setupRoutes } from "./api/platform/setup.ts";
import { selectionRoutes } from "./api/jobs/selections.ts";
import { smartProfileRoutes } from "./api/encode/smart_profiles.ts";
import { systemRoutes } from "./api/platform/system.ts";
import { transcodingRoutes } from "./api/encode/transcoding.tsx";
import { upkeepRoutes } from "./api/platform/upkeep.ts";
import { loginRoutes } from "./login.tsx";
import { challenge, loginPath } from "./http/unauthorized.ts";
import { boundedBody } from "./http/middleware/body.ts";
import { formAnswer } from "./http/middleware/form_answer.ts";
import { gate } from "./http/middleware/gate.ts";
import { safeHeaders } from "./http/middleware/headers.ts";
import { pathBelow, rawPath, target } from "./http/middleware/target.ts";
import { ErrorPage } from "./pages/platform/error.tsx";
import { docsPages } from "./pages/platform/docs.tsx";
import { pageRoutes } from "./pages/platform/pages.tsx";
import { libraryPages } from "./pages/library/video/library_pages.tsx";
import { musicPages } from "./pages/library/music/music_pages.tsx";
import { localPages } from "./pages/library/local/local_pages.tsx";
import { searchPages } from "./pages/library/search/search_pages.tsx";
import { systemPages } from "./pages/platform/system/system_pages.tsx";
import { asFault, problemOf, problemResponse } from "./http/problem.ts";
import { type AppEnv, router, wantsHtml } from "./http/router.ts";
import type { Services } from "./services.ts";
import { viewOf } from "./http/view.ts";

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
