import * as z from "zod";

/** API types of file checks. */

const FileHealthShape = z.object({
  ok: z.boolean(),
  problems: z.array(z.string()),
  streams: z.array(z.object({
    index: z.int(),
    type: z.enum(["video", "audio"]),
    codec: z.string(),
    errors: z.int(),
    endsAtSeconds: z.number().optional(),
  })),
  places: z.array(z.object({
    atSeconds: z.number(),
    stream: z.int().optional(),
    text: z.string(),
    count: z.int(),
  })).describe("Where decoding errors occurred, to within a few seconds"),
  durationSeconds: z.number(),
  seconds: z.number(),
}).meta({ id: "FileHealth" });

/** Check of one file, which is decoded completely. It is queued, running or finished. */
export const FileCheck = z.object({
  path: z.string(),
  state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  percent: z.number().min(0).max(100),
  health: FileHealthShape.optional(),
  error: z.string().optional(),
  checkedAt: z.iso.datetime().optional(),
  missing: z.boolean().optional().describe("The file was damaged when it was checked, and no longer exists"),
}).meta({ id: "FileCheck" });
/** `health` is set if `state` is `done`. `error` is set if `state` is `failed`. */
export type FileCheck = z.infer<typeof FileCheck>;
