import type { Group } from "../http/group.ts";
import type { router } from "../http/router.ts";

export type ApiGroup = Group<ReturnType<typeof router>>;

const api = (at: readonly string[], load: ApiGroup["load"]): ApiGroup => ({
  at: at.map((path) => `/api${path}`),
  below: "/api",
  load,
});

/** All route groups below `/api`, in the order of the OpenAPI document. */
export const API_GROUPS: readonly ApiGroup[] = [
  api(["/health"], async () => (await import("./platform/health.ts")).healthRoutes),
  api(["/system"], async () => (await import("./platform/system.ts")).systemRoutes),
  api(
    ["/system/tasks", "/system/events", "/system/updates"],
    async () => (await import("./platform/upkeep.ts")).upkeepRoutes,
  ),
  api(["/system/logs"], async () => (await import("./platform/logs.ts")).logRoutes),
  api(["/system/backups"], async () => (await import("./platform/backups.ts")).backupRoutes),
  api(["/setup"], async () => (await import("./platform/setup.ts")).setupRoutes),
  api(
    ["/settings/test", "/settings/arr-options", "/notifications"],
    async () => (await import("./platform/connections.ts")).connectionRoutes,
  ),
  api(["/settings/oidc"], async () => (await import("./platform/oidc.ts")).oidcRoutes),
  api(["/auth", "/image"], async () => (await import("./platform/access.ts")).accessRoutes),
  api(["/jobs/undo", "/bin"], async () => (await import("./jobs/bin.ts")).binRoutes),
  // Precedes the routes of single jobs, which would treat "failures" as the ID of a job.
  api(["/jobs"], async () => (await import("./jobs/failures.ts")).failureRoutes),
  api(["/jobs"], async () => (await import("./jobs/jobs.ts")).jobRoutes),
  api(["/selections"], async () => (await import("./jobs/selections.ts")).selectionRoutes),
  api(["/views"], async () => (await import("./library/views.ts")).viewRoutes),
  api(["/library"], async () => (await import("./library/library.ts")).libraryRoutes),
  api(["/animedb"], async () => (await import("./library/anime.ts")).animeRoutes),
  api(["/metadata"], async () => (await import("./library/metadata.ts")).metadataRoutes),
  api(["/local"], async () => (await import("./library/local.ts")).localRoutes),
  api(["/policies"], async () => (await import("./library/policies.tsx")).policyRoutes),
  api(["/auto", "/webhook"], async () => (await import("./library/auto.ts")).autoRoutes),
  api(["/disc/rips", "/disc/batches"], async () => (await import("./discs/rips.ts")).ripRoutes),
  api(["/disc"], async () => (await import("./discs/drives.ts")).driveRoutes),
  api(["/disc/makemkv"], async () => (await import("./discs/makemkv.ts")).makemkvRoutes),
  api(["/search"], async () => (await import("./library/search.ts")).searchRoutes),
  api(["/search/grab"], async () => (await import("./library/grab.ts")).grabRoutes),
  api(["/barcode", "/scan"], async () => (await import("./library/barcodes.ts")).barcodeRoutes),
  api(["/wanted"], async () => (await import("./library/wanted.ts")).wantedRoutes),
  api(["/queue"], async () => (await import("./jobs/queue.ts")).queueRoutes),
  api(["/jobs"], async () => (await import("./jobs/previews.ts")).previewRoutes),
  api(["/jobs"], async () => (await import("./jobs/job_clips.ts")).jobClipRoutes),
  api(["/media", "/fs"], async () => (await import("./encode/media.ts")).mediaRoutes),
  api(["/preview"], async () => (await import("./encode/preview.ts")).encodePreviewRoutes),
  api(["/estimate"], async () => (await import("./encode/estimate.tsx")).estimateRoutes),
  api(["/jobs", "/savings", "/media"], async () => (await import("./jobs/reports.tsx")).reportRoutes),
  api(["/transcoding"], async () => (await import("./encode/transcoding.tsx")).transcodingRoutes),
  api(["/music"], async () => (await import("./library/music.ts")).musicRoutes),
  api(["/music", "/catalog"], async () => (await import("./library/music_library.ts")).musicLibraryRoutes),
  api(["/profiles"], async () => (await import("./encode/profiles.tsx")).profileRoutes),
  api(["/smart-profiles"], async () => (await import("./encode/smart_profiles.ts")).smartProfileRoutes),
  api(["/settings"], async () => (await import("./platform/settings.ts")).settingsRoutes),
  api(["/settings/path-mappings"], async () => (await import("./library/mappings.ts")).mappingRoutes),
  api(["/agents"], async () => (await import("./farm/agents.tsx")).agentRoutes),
  api(["/players"], async () => (await import("./players/players.ts")).playerRoutes),
  api(["/widget", "/mqtt"], async () => (await import("./dashboards/dashboards.ts")).dashboardRoutes),
  api(["/events"], async () => (await import("./platform/events.ts")).eventRoutes),
];
