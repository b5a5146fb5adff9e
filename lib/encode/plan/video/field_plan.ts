import type { VideoStream } from "../../../media/probe/model.ts";
import type { Recipe } from "../../profiles/schema.ts";

/** Plans the processing of interlaced and telecined video. Pure. */

/**
 * - `frame-rate`: one frame from two fields.
 * - `field-rate`: one frame from each field, doubling the frame rate and keeping all motion.
 * - `detelecine`: recovers 24 fps film from 60 fields.
 * - `soft-telecine`: progressive film that is only timed as 60 fields; restores even timestamps.
 */
export type FieldHandling = "none" | "frame-rate" | "field-rate" | "detelecine" | "soft-telecine";

/** Result of the field measurement. */
export interface FieldFinding {
  kind: "progressive" | "interlaced" | "telecined";
  /** Field order. Absent if it could not be determined. */
  order?: "tff" | "bff";
}

/**
 * Processing of the fields. `fieldOrder` is the top or bottom field first, and absent if fields stay as they are or
 * their order was not measured.
 */
export interface FieldPlan {
  fieldHandling: FieldHandling;
  fieldOrder?: "tff" | "bff";
  /** Frame rate of the result as a fraction. */
  frameRate: [number, number];
}

/** Plans the processing from the recipe and the measurement. Without a measurement, uses the flags of the file. */
export function planFields(
  stream: VideoStream,
  { deinterlace }: Pick<Recipe["video"], "deinterlace">,
  seen: FieldFinding | undefined,
): FieldPlan {
  const as = (fieldHandling: FieldHandling): FieldPlan => ({
    fieldHandling,
    ...(seen?.order && fieldHandling !== "none" ? { fieldOrder: seen.order } : {}),
    frameRate: rateAfter(stream.frameRate, fieldHandling),
  });
  if (deinterlace === "off") return as("none");
  if (deinterlace === "on") return as("frame-rate");
  if (stream.softTelecine) return as("soft-telecine");
  const kind = seen?.kind ?? (stream.interlaced ? "interlaced" : "progressive");
  if (kind === "progressive") return as("none");
  // The inverse telecine filter supports only 8 bits.
  if (kind === "telecined" && stream.bitDepth === 8) return as("detelecine");
  return as(deinterlace === "field-rate" ? "field-rate" : "frame-rate");
}

const FILM_RATE: [number, number] = [24_000, 1001];

function rateAfter([numerator, denominator]: [number, number], handling: FieldHandling): [number, number] {
  if (handling === "detelecine" || handling === "soft-telecine") return FILM_RATE;
  return handling === "field-rate" ? [numerator * 2, denominator] : [numerator, denominator];
}

/** Returns the filters of a field plan, in order. */
export function fieldFilters({ fieldHandling, fieldOrder }: Omit<FieldPlan, "frameRate">): string[] {
  const order = fieldOrder ?? "auto";
  const bwdif = (mode: string, which: string) => `bwdif=mode=${mode}:parity=${order}:deint=${which}`;
  switch (fieldHandling) {
    case "none":
    case "soft-telecine":
      return [];
    case "frame-rate":
      return [bwdif("send_frame", "all")];
    case "field-rate":
      return [bwdif("send_field", "all")];
    case "detelecine":
      // Frames without a match are still marked as interlaced and are deinterlaced. Then every fifth frame is dropped.
      return [`fieldmatch=order=${order}:combmatch=full`, bwdif("send_frame", "interlaced"), "decimate"];
  }
}
