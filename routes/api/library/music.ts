import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { MqaFound } from "../../../lib/library/music_model.ts";
import { asFault } from "../../http/problem.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const Status = z.object({
  available: z.boolean(),
  path: z.string().optional(),
  version: z.string().optional(),
  encoders: z.array(z.string()),
  error: z.string().optional(),
}).meta({ id: "EncodertoolStatus" });

const Finding = z.union([MqaFound, z.object({ error: z.string() })]).meta({ id: "MqaFinding" });

const MqaInput = z.object({
  albumId: z.int().positive().optional().describe("Every file of an album in Lidarr"),
  paths: z.array(z.string().min(1).max(4096)).min(1).max(200).optional(),
}).refine(({ albumId, paths }) => (albumId === undefined) !== (paths === undefined), {
  error: "Specify either albumId or paths.",
  path: ["paths"],
}).meta({ id: "MqaInput" });

const encodertool = createRoute({
  method: "get",
  path: "/music/encodertool",
  tags: ["Music"],
  summary: "Return the version and encoders of the audio encoder tool (fre:ac)",
  request: { query: z.object({ refresh: z.enum(["0", "1"]).default("0") }) },
  responses: { 200: json(Status, "The status of the tool"), ...problems(["invalid"]) },
});
const mqa = createRoute({
  method: "post",
  path: "/music/mqa",
  tags: ["Music"],
  summary: "Check files for an MQA signal",
  request: body(MqaInput),
  responses: {
    200: json(
      z.record(z.string(), Finding),
      "For each path, the result, or the reason why the file could not be checked",
    ),
    ...problems(["not_found", "tool_missing"], { body: true }),
  },
});

/** Routes for music files and the tool that encodes them. */
export function musicRoutes({ encodertool: tool, media, mqa: listening, music }: MusicServices) {
  const listen = async (path: string): Promise<z.infer<typeof Finding>> => {
    try {
      return await listening.listen(path);
    } catch (error) {
      const fault = asFault(error);
      if (fault.code === "internal") throw error;
      return { error: fault.message };
    }
  };
  return router()
    .openapi(encodertool, async (c) => {
      const { refresh } = c.req.valid("query");
      return c.json(await tool.status({ refresh: refresh === "1" }), 200);
    })
    .openapi(mqa, async (c) => {
      const { albumId, paths } = c.req.valid("json");
      // A missing ffmpeg is reported once, not for each file.
      await media.paths();
      const files = paths ??
        (await music.albumFiles(albumId ?? 0)).flatMap(({ source: { localPath } }) => localPath ?? []);
      const answers: [string, z.infer<typeof Finding>][] = [];
      for (const path of files) answers.push([path, await listen(path)]);
      return c.json(Object.fromEntries(answers), 200);
    });
}

type MusicServices = Pick<Services, "encodertool" | "media" | "mqa" | "music">;
