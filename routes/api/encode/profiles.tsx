import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { StreamDecision } from "../../../lib/jobs/schema.ts";
import { Profile, ProfileChange, ProfileInput } from "../../../lib/encode/profiles/schema.ts";
import { EXPORT_FORMAT, exported, readProfiles } from "../../../lib/encode/profiles/import/read_profiles.ts";
import { ImportPreview } from "../../../lib/ui/components/import_preview.tsx";
import { ProfilePreview } from "../../../lib/ui/components/profile_preview.tsx";
import { Page } from "../../../lib/ui/layout.tsx";
import { renderView } from "../../../lib/ui/render.tsx";
import { asFault } from "../../http/problem.ts";
import { body, done, IdParam, json, Ok, problems, router, wantsHtml } from "../../http/router.ts";
import { PreviewInput, type PreviewServices, profilePreview } from "../../data/profile_preview.ts";
import type { Services } from "../../services/services.ts";
import { viewOf } from "../../http/view.ts";

const Preview = z.object({
  command: z.string(),
  args: z.array(z.string()),
  output: z.string(),
  summary: z.array(z.string()),
  warnings: z.array(z.string()),
  sample: z.boolean().describe("True if the plan is for a sample UHD remux"),
  streams: z.array(StreamDecision),
  changes: z.boolean().describe("False if there is nothing to do"),
  reasons: z.array(z.string()).describe("Which rules of a smart profile matched, and why"),
  profile: z.unknown().optional().describe("The recipe that a smart profile selected"),
  estimate: z.object({
    bytes: z.int(),
    low: z.int(),
    high: z.int(),
    sourceBytes: z.int(),
    exact: z.boolean(),
    encodeSeconds: z.number().optional().describe("Absent if there is no earlier job with which to estimate the time"),
    notes: z.array(z.string()),
  }).optional().describe("Estimate for the file; absent for a sample"),
}).meta({ id: "ProfilePreview" });

const list = createRoute({
  method: "get",
  path: "/profiles",
  tags: ["Profiles"],
  summary: "List presets and your profiles",
  responses: { 200: json(z.array(Profile), "All presets and profiles"), ...problems() },
});
const create = createRoute({
  method: "post",
  path: "/profiles",
  tags: ["Profiles"],
  summary: "Create a profile",
  request: body(ProfileInput),
  responses: { 201: json(Profile, "The profile"), ...problems([], { body: true }) },
});
const update = createRoute({
  method: "put",
  path: "/profiles/{id}",
  tags: ["Profiles"],
  summary: "Update a profile; omitted fields are not changed",
  request: { params: IdParam, ...body(ProfileChange) },
  responses: { 200: json(Profile, "The profile"), ...problems(["not_found", "builtin_readonly"], { body: true }) },
});
const remove = createRoute({
  method: "delete",
  path: "/profiles/{id}",
  tags: ["Profiles"],
  summary: "Delete a profile",
  request: { params: IdParam },
  responses: { 200: json(Ok, "Deleted"), ...problems(["not_found", "builtin_readonly", "in_use", "invalid"]) },
});
const clone = createRoute({
  method: "post",
  path: "/profiles/{id}/clone",
  tags: ["Profiles"],
  summary: "Copy a profile or preset; the only way to change a preset",
  request: {
    params: IdParam,
    body: {
      required: false,
      content: { "application/json": { schema: z.object({ name: z.string().trim().min(1).max(120).optional() }) } },
    },
  },
  responses: { 201: json(Profile, "The copy"), ...problems(["not_found"], { body: true }) },
});
const preview = createRoute({
  method: "post",
  path: "/profiles/preview",
  tags: ["Profiles"],
  summary: "Return the command and output name that a profile would produce, for a file or a sample UHD remux",
  request: body(PreviewInput),
  responses: {
    200: json(Preview, "The plan"),
    ...problems([
      "no_profile",
      "not_found",
      "path_not_allowed",
      "upstream_timeout",
      "encoder_missing",
      "nothing_to_do",
      "output_exists",
      "unreadable",
      "tool_missing",
    ], { body: true }),
  },
});

const exportOne = createRoute({
  method: "get",
  path: "/profiles/{id}/export",
  tags: ["Profiles"],
  summary: "Export a profile or preset as a file that can be imported elsewhere",
  request: { params: IdParam },
  responses: {
    200: json(
      z.object({ format: z.literal(EXPORT_FORMAT), version: z.int(), profiles: z.array(ProfileInput) })
        .meta({ id: "ProfileExport" }),
      "The file",
    ),
    ...problems(["not_found", "invalid"]),
  },
});
const importAll = createRoute({
  method: "post",
  path: "/profiles/import",
  tags: ["Profiles"],
  summary: "Import exported profiles or HandBrake presets: preview them, and optionally create them",
  request: body(
    z.object({
      source: z.unknown().describe("The content of the file, as JSON or text"),
      create: z.boolean().default(false).describe("False: only return what would be created"),
      only: z.array(z.int().min(0).max(199)).max(200).optional().describe("Positions in the file; absent = all"),
    }).meta({ id: "ProfileImport" }),
  ),
  responses: {
    200: json(
      z.object({
        from: z.enum(["lathe", "handbrake"]),
        profiles: z.array(z.object({
          name: z.string(),
          profile: ProfileInput.optional(),
          problem: z.string().optional().describe("Why it cannot be imported"),
          notes: z.array(z.string()).describe("What was omitted or converted"),
        })),
        created: z.array(Profile),
      }).meta({ id: "ProfileImportResult" }),
      "The content of the file, and what was created",
    ),
    ...problems([], { body: true }),
  },
});

/** Routes for profiles. */
export function profileRoutes(services: PreviewServices & Pick<Services, "instance" | "health">) {
  const { profiles } = services;
  return router()
    .openapi(list, async (c) => c.json(await profiles.list(), 200))
    .openapi(preview, async (c) => {
      const input = c.req.valid("json");
      if (!wantsHtml(c)) {
        const planned = await profilePreview(services, input);
        const { command, args, output, summary, warnings, streams, nothingToDo, smart, estimate } = planned;
        const decided = { changes: !nothingToDo, reasons: smart?.reasons ?? [], profile: smart?.profile };
        const sample = input.path === undefined;
        return c.json({ command, args, output, summary, warnings, streams, sample, estimate, ...decided }, 200);
      }
      const shown = await profilePreview(services, input).catch((error) => {
        const fault = asFault(error);
        if (fault.code === "internal") throw error;
        const details = fault.fields.map(({ path, message }) => `${path}: ${message}`);
        return { summary: [], warnings: [], streams: [], problem: [fault.message, ...details].join(" ") };
      });
      const preview = <ProfilePreview {...shown} sample={input.path === undefined} />;
      const view = viewOf(c, services);
      // Browsers get the result as HTML. The OpenAPI document describes the JSON response.
      if (c.req.header("hx-request") !== undefined) return c.html(renderView(view, preview)) as never;
      c.set("drawnPage", true);
      const lead = "Based on the current settings of the profile, saved or not. Go back to change them.";
      const page = <Page title="What the profile does" lead={lead}>{preview}</Page>;
      return c.html(`<!doctype html>${renderView(view, page)}`) as never;
    })
    .openapi(create, async (c) => {
      const profile = await profiles.create(c.req.valid("json"));
      c.header("Location", `${services.instance.urlBase}/api/profiles/${profile.id}`);
      return c.json(profile, 201);
    })
    .openapi(importAll, async (c) => {
      const { source, create: isWanted, only } = c.req.valid("json");
      // A request from the profiles page only returns a preview of the import. The form in this preview sends the
      // request that creates the profiles.
      const isShown = c.req.header("hx-request") !== undefined && wantsHtml(c);
      const read = readProfiles(source);
      const created: Profile[] = [];
      for (const [i, { profile }] of read.profiles.entries()) {
        if (isShown || !isWanted || profile === undefined || (only !== undefined && !only.includes(i))) continue;
        created.push(await profiles.create(profile));
      }
      if (isShown) {
        return c.html(renderView(viewOf(c, services), <ImportPreview {...read} />)) as never;
      }
      return c.json({ ...read, created }, 200);
    })
    .openapi(exportOne, async (c) => {
      const profile = await profiles.get(c.req.valid("param").id);
      const name = profile.name.replace(/[^A-Za-z0-9 ._-]+/g, "_");
      c.header("Content-Disposition", `attachment; filename="${name}.json"`);
      return c.json(exported(profile), 200);
    })
    .openapi(update, async (c) => c.json(await profiles.update(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(remove, async (c) => {
      await profiles.remove(c.req.valid("param").id);
      return done(c);
    })
    .openapi(clone, async (c) => {
      const profile = await profiles.clone(c.req.valid("param").id, c.req.valid("json").name);
      c.header("Location", `${services.instance.urlBase}/api/profiles/${profile.id}`);
      return c.json(profile, 201);
    });
}
