import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { PREFERENCES, profilesByUse, WATCHED_ON } from "../../../lib/encode/profiles/profiles_by_use.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { folderErrors, mediaFolderSettings } from "../../data/media_folders.ts";
import { toolsCheck } from "../../data/system_data.ts";
import { ATTENTION_ROWS } from "../../services/attention_memory.ts";
import { STEP_IDS } from "../../services/setup_memory.ts";
import { body, done, json, Ok, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const Tools = z.object({
  platform: z.string(),
  dismissed: z.boolean(),
  tools: z.array(z.object({
    id: z.string(),
    name: z.string(),
    purpose: z.string(),
    required: z.boolean(),
    available: z.boolean(),
    detail: z.string().optional(),
    steps: z.array(z.object({ label: z.string(), url: z.string().optional(), command: z.string().optional() })),
    note: z.string().optional(),
  })),
}).meta({ id: "SetupTools" });

const tools = createRoute({
  method: "get",
  path: "/setup/tools",
  tags: ["System"],
  summary: "List installed and missing programs, and how to install them",
  responses: { 200: json(Tools, "The tools"), ...problems() },
});

const dismiss = createRoute({
  method: "post",
  path: "/setup/dismiss",
  tags: ["System"],
  summary: "Store that the first-run check was dismissed",
  request: {
    body: {
      required: false,
      content: { "application/json": { schema: z.object({ dismissed: z.boolean().default(true) }) } },
    },
  },
  responses: { 200: json(z.object({ dismissed: z.boolean() }), "The stored state"), ...problems([], { body: true }) },
});

const skip = createRoute({
  method: "post",
  path: "/setup/steps",
  tags: ["System"],
  summary: "Skip one of the first steps, or show it again",
  request: body(z.object({ step: z.enum(STEP_IDS), skipped: z.boolean() })),
  responses: {
    200: json(z.object({ skipped: z.array(z.enum(STEP_IDS)) }), "All skipped steps"),
    ...problems([], { body: true }),
  },
});

const chooseFolders = createRoute({
  method: "post",
  path: "/setup/folders",
  tags: ["System"],
  summary: "Set the media folders, and list their titles under Local",
  request: body(z.object({
    folders: z.array(z.string().trim().min(1).max(4096)).min(1).max(100).describe("Existing folders on this server"),
  })),
  responses: {
    200: json(z.object({ folders: z.array(z.string()) }), "The new media folders"),
    ...problems(["invalid"], { body: true }),
  },
});

const chooseProfiles = createRoute({
  method: "post",
  path: "/setup/profiles",
  tags: ["System"],
  summary: "Set the default profiles by device and preference",
  request: body(z.object({
    watchedOn: z.enum(WATCHED_ON).describe("Device on which the encodes are watched"),
    preference: z.enum(PREFERENCES),
  })),
  responses: {
    200: json(z.object({ defaultProfiles: z.record(z.string(), z.string()) }), "The new default profiles"),
    ...problems(["invalid"], { body: true }),
  },
});

const dismissRow = createRoute({
  method: "post",
  path: "/setup/attention",
  tags: ["System"],
  summary: "Dismiss a row of “Needs attention” until its count rises",
  request: body(z.object({ row: z.enum(ATTENTION_ROWS), count: z.int().min(0) })),
  responses: { 200: json(Ok, "Dismissed"), ...problems([], { body: true }) },
});

/** Routes for the first-run check. */
export const setupRoutes = (
  { media, setup, settings, attention, disks }: Pick<
    Services,
    "media" | "setup" | "settings" | "attention" | "disks"
  >,
) =>
  router()
    .openapi(tools, async (c) => c.json(await toolsCheck({ media, setup }), 200))
    .openapi(skip, async (c) => {
      const { step, skipped } = c.req.valid("json");
      await setup.skip(step, skipped);
      return c.json({ skipped: await setup.skipped() }, 200);
    })
    .openapi(chooseFolders, async (c) => {
      const folders = [...new Set(c.req.valid("json").folders)];
      const fields = await folderErrors(folders, disks);
      if (fields.length > 0) throw new Fault("invalid", "Some folders cannot be used; nothing was saved.", { fields });
      await settings.update(mediaFolderSettings(settings.current(), folders));
      return c.json({ folders }, 200);
    })
    .openapi(chooseProfiles, async (c) => {
      const { watchedOn, preference } = c.req.valid("json");
      const defaultProfiles = { ...profilesByUse(watchedOn, preference) };
      await settings.update({ defaultProfiles });
      await setup.chooseProfiles();
      return c.json({ defaultProfiles }, 200);
    })
    .openapi(dismissRow, async (c) => {
      const { row, count } = c.req.valid("json");
      await attention.dismiss(row, count);
      return done(c);
    })
    .openapi(dismiss, async (c) => {
      // If the request has no body, this is an empty object without the defaults of the schema.
      const { dismissed = true } = c.req.valid("json");
      await setup.dismiss(dismissed);
      return c.json({ dismissed }, 200);
    });
