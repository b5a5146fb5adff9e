import type { VideoStream } from "../../../media/probe/model.ts";
import type { Recipe } from "../../profiles/schema.ts";

/** What happens to pictures that are made of fields. Pure. */

/**
 * - `frame-rate`: one picture out of two fields.
 * - `field-rate`: one picture out of each field, twice as many: all of the motion.
 * - `detelecine`: film of 24 pictures a second is taken out of 60 fields.
 * - `soft-telecine`: film whose pictures are whole and only timed as 60 fields; it gets its even times back.
 */
export type FieldHandling = "none" | "frame-rate" | "field-rate" | "detelecine" | "soft-telecine";

/** What looking at the pictures found. */
export interface FieldFinding {
  kind: "progressive" | "interlaced" | "telecined";
  /** Which field comes first; absent when that could not be seen. */
  order?: "tff" | "bff";
}

/** `fieldOrder`: top or bottom field first; absent when fields stay as they are or their order was not measured. */
export interface FieldPlan {
  fieldHandling: FieldHandling;
  fieldOrder?: "tff" | "bff";
  /** Pictures a second of the result, as a fraction. */
  frameRate: [number, number];
}

/** Decides by the recipe, by what was seen, and without that by what the file says of itself. */
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
  // The filter that undoes telecine knows 8 bits only.
  if (kind === "telecined" && stream.bitDepth === 8) return as("detelecine");
  return as(deinterlace === "field-rate" ? "field-rate" : "frame-rate");
}

const FILM: [number, number] = [24_000, 1001];

function rateAfter([numerator, denominator]: [number, number], handling: FieldHandling): [number, number] {
  if (handling === "detelecine" || handling === "soft-telecine") return FILM;
  return handling === "field-rate" ? [numerator * 2, denominator] : [numerator, denominator];
}

/** The filters of a field plan, in order. */
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
      // What finds no partner stays marked as interlaced and is deinterlaced; then the fifth picture goes.
      return [`fieldmatch=order=${order}:combmatch=full`, bwdif("send_frame", "interlaced"), "decimate"];
  }
}
