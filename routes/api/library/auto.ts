import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { AutoScan, AutoStatus } from "../../../lib/library/auto/model.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { managerKind } from "../../../lib/platform/managers/kinds.ts";
import { changedTitleId } from "../../../lib/library/managers/wire/webhook.ts";
import { done, json, Ok, problems, router } from "../../http/router.ts";
import { autoStatus } from "../../data/auto_status.ts";
import type { Services } from "../../services/services.ts";

const status = createRoute({
  method: "get",
  path: "/auto/status",
  tags: ["Auto transcode"],
  summary: "Return whether new remuxes are queued automatically, and what the last scan did",
  responses: { 200: json(AutoStatus, "The status"), ...problems() },
});
const scan = createRoute({
  method: "post",
  path: "/auto/scan",
  tags: ["Auto transcode"],
  summary: "Search for new remuxes now; with dryRun=1, only return what would be queued",
  request: { query: z.object({ dryRun: z.enum(["0", "1"]).default("0") }) },
  responses: {
    200: json(AutoScan, "The remuxes that were found, and what was done with them"),
    ...problems(["invalid"]),
  },
});
const reset = createRoute({
  method: "post",
  path: "/auto/reset",
  tags: ["Auto transcode"],
  summary: "Reset the scan history; the next scan creates a new baseline",
  responses: { 200: json(Ok, "The history was reset"), ...problems() },
});
const webhook = createRoute({
  method: "post",
  path: "/webhook/{arr}",
  tags: ["Auto transcode"],
  summary:
    "Webhook for changes in Radarr or Sonarr: the title is refreshed, and an import starts a scan 15 seconds later",
  request: {
    params: z.object({ arr: z.string().max(32) }),
    body: {
      required: false,
      content: {
        "application/json": {
          schema: z.looseObject({ eventType: z.string().max(100).default("") }).meta({ id: "Webhook" }),
        },
      },
    },
  },
  responses: {
    200: json(
      z.union([
        z.object({
          accepted: z.literal(true),
          scanInSeconds: z.int().optional().describe(
            "Absent while auto transcode is disabled, because no scan follows",
          ),
        }),
        z.object({ ok: z.literal(true) }),
      ]),
      "Accepted, or ignored because it is not an import",
    ),
    ...problems(["not_found"], { body: true }),
  },
});

/** Routes for auto transcode. */
export const autoRoutes = ({ auto, grab, library, tasks }: Pick<Services, "auto" | "grab" | "library" | "tasks">) =>
  router()
    .openapi(status, async (c) => c.json(await autoStatus({ auto, tasks }), 200))
    .openapi(scan, async (c) => c.json(await auto.scan("manual", { dryRun: c.req.valid("query").dryRun === "1" }), 200))
    .openapi(reset, async (c) => {
      await auto.reset();
      return done(c);
    })
    .openapi(webhook, async (c) => {
      const kind = managerKind(c.req.valid("param").arr);
      if (kind !== "movie" && kind !== "series") throw new Fault("not_found", "Only Radarr and Sonarr send webhooks.");
      const event = c.req.valid("json");
      const id = changedTitleId(kind, event);
      if (id !== undefined) library.refreshSoon(kind, id);
      // All other webhook events are accepted without effect, because the manager would disable the webhook after an
      // error.
      if (event.eventType !== "Download") return c.json({ ok: true } as const, 200);
      auto.imported();
      grab.followSoon();
      const { enabled } = await auto.status();
      return c.json({ accepted: true, ...(enabled ? { scanInSeconds: 15 } : {}) } as const, 200);
    });
