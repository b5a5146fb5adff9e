import { createRoute, z } from "@hono/zod-openapi";
import { findSource } from "../../lib/jobs/source_file.ts";
import { detectMqa } from "../../lib/music/mqa.ts";
import { asFault } from "../problem.ts";
import { body, json, problems, router } from "../router.ts";
import type { Services } from "../services.ts";

const Status = z.object({
  available: z.boolean(),
  path: z.string().optional(),
  version: z.string().optional(),
  encoders: z.array(z.string()),
  error: z.string().optional(),
}).meta({ id: "EncodertoolStatus" });

const Finding = z.union([
  z.object({ isMqa: z.boolean(), studio: z.boolean(), originalRate: z.int().optional() }),
  z.object({ error: z.string() }),
]).meta({ id: "MqaFinding" });

const encodertool = createRoute({
  method: "get",
  path: "/music/encodertool",
  tags: ["Music"],
  summary: "The audio encoder tool (fre:ac): version and encoders",
  request: { query: z.object({ refresh: z.enum(["0", "1"]).default("0") }) },
  responses: { 200: json(Status, "What is known of it"), ...problems(["invalid"]) },
});
const mqa = createRoute({
  method: "post",
  path: "/music/mqa",
  tags: ["Music"],
  summary: "Listen to files for an MQA signal",
  request: body(z.object({ paths: z.array(z.string().min(1).max(4096)).min(1).max(200) }).meta({ id: "MqaInput" })),
  responses: {
    200: json(z.record(z.string(), Finding), "By path: what was heard, or why it could not be"),
    ...problems(["tool_missing"], { body: true }),
  },
});

/** Routes of music files and the tool that encodes them. */
export function musicRoutes(services: Pick<Services, "encodertool" | "media" | "settings" | "storage">) {
  const { media, settings, storage } = services;
  const listen = async (localPath: string, ffmpegPath: string): Promise<z.infer<typeof Finding>> => {
    try {
      const { mediaRoots } = settings.current().general.security;
      const { path } = await findSource({ kind: "track", localPath }, { mediaRoots, storage });
      const stream = (await media.probe(path)).streams.find((one) => one.kind === "audio");
      if (!stream) return { error: "The file has no sound." };
      const { isMqa, studio, originalRate } = await detectMqa({ ffmpegPath, path, stream });
      return { isMqa, studio, ...(originalRate === undefined ? {} : { originalRate }) };
    } catch (error) {
      const fault = asFault(error);
      if (fault.code === "internal") throw error;
      return { error: fault.message };
    }
  };
  return router()
    .openapi(encodertool, async (c) => {
      const { refresh } = c.req.valid("query");
      return c.json(await services.encodertool.status({ refresh: refresh === "1" }), 200);
    })
    .openapi(mqa, async (c) => {
      const { ffmpegPath } = await media.paths();
      const answers: [string, z.infer<typeof Finding>][] = [];
      for (const path of c.req.valid("json").paths) answers.push([path, await listen(path, ffmpegPath)]);
      return c.json(Object.fromEntries(answers), 200);
    });
}
