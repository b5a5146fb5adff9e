import { createRoute, z } from "@hono/zod-openapi";
import { VERSION } from "../../lib/kit/version.ts";
import { checkTools } from "../../lib/system/tools_check.ts";
import { body, json, problems, router } from "../router.ts";
import type { Services } from "../services.ts";

const health = createRoute({
  method: "get",
  path: "/health",
  tags: ["System"],
  summary: "Public: that the server answers, and its version",
  responses: {
    200: json(z.object({ ok: z.literal(true), version: z.string() }).meta({ id: "Health" }), "It answers"),
    ...problems(),
  },
});

const ffmpeg = createRoute({
  method: "get",
  path: "/system/ffmpeg",
  tags: ["System"],
  summary: "What the ffmpeg at hand can do, and what profiles miss",
  responses: {
    200: json(
      z.object({
        available: z.boolean(),
        path: z.string().optional(),
        version: z.string().optional(),
        videoEncoders: z.array(z.string()),
        audioEncoders: z.array(z.string()),
        hwaccels: z.array(z.string()),
        missing: z.array(z.object({ encoder: z.string(), profiles: z.array(z.string()) })),
        error: z.string().optional(),
      }).meta({ id: "FfmpegStatus" }),
      "The encoders",
    ),
    ...problems(),
  },
});

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
  summary: "Which programs are here, which are missing, and how to install them",
  responses: { 200: json(Tools, "The tools"), ...problems() },
});

const dismiss = createRoute({
  method: "post",
  path: "/setup/dismiss",
  tags: ["System"],
  summary: "Remember that the first-run check was seen",
  request: body(z.object({ dismissed: z.boolean() })),
  responses: { 200: json(z.object({ dismissed: z.boolean() }), "What is remembered"), ...problems([], { body: true }) },
});

/** Routes of the instance itself, as far as they exist. */
export const systemRoutes = ({ media, profiles, setup }: Pick<Services, "media" | "profiles" | "setup">) =>
  router()
    .openapi(health, (c) => c.json({ ok: true, version: VERSION } as const, 200))
    .openapi(ffmpeg, async (c) => {
      const found = await media.tools();
      const error = found.ffmpeg.error ?? found.ffprobe.error;
      const missing = new Map<string, string[]>();
      for (const { name, missingEncoders } of await profiles.list()) {
        for (const encoder of missingEncoders) missing.set(encoder, [...(missing.get(encoder) ?? []), name]);
      }
      const known = error === undefined ? await media.capabilities() : undefined;
      return c.json({
        available: error === undefined,
        path: found.ffmpeg.path,
        version: known?.version,
        videoEncoders: known?.videoEncoders ?? [],
        audioEncoders: known?.audioEncoders ?? [],
        hwaccels: known?.hwaccels ?? [],
        missing: [...missing].map(([encoder, profiles]) => ({ encoder, profiles })),
        error,
      }, 200);
    })
    .openapi(tools, async (c) => c.json(await toolsOf({ media, setup }), 200))
    .openapi(dismiss, async (c) => {
      const { dismissed } = c.req.valid("json");
      await setup.dismiss(dismissed);
      return c.json({ dismissed }, 200);
    });

/** The first-run check, for the route and its page. */
export const toolsOf = async ({ media, setup }: Pick<Services, "media" | "setup">) =>
  await checkTools({ media, platform: Deno.build.os, dismissed: await setup.dismissed() });
