import type { AutoMemoryRow } from "../../db/schema_catalogue.ts";
import type { Job } from "../jobs/schema.ts";
import type { Candidate } from "./decide.ts";

/** What is remembered, as it is stored. Pure. */

/** A remux that was dealt with. */
export const memoryOf = (
  { localPath, arr, fileId, sizeBytes, profileVersion }: Candidate,
  reason: AutoMemoryRow["reason"],
  at: Date,
): AutoMemoryRow => ({
  localPath,
  arr,
  fileId,
  sizeBytes,
  reason,
  profile: reason === "nothing" ? profileVersion ?? null : null,
  at: at.getTime(),
});

/** What a job of video wrote; undefined when it wrote nothing. Which manager takes it in is known when it did. */
export function outputOf(
  { status, outputPath, outputSizeBytes, source: { kind, arr } }: Job,
  at: Date,
): AutoMemoryRow | undefined {
  if (status !== "done" || outputPath === undefined || outputSizeBytes === undefined) return undefined;
  if (kind === "album" || kind === "track" || arr === "music") return undefined;
  return {
    localPath: outputPath,
    arr: arr === "series" ? "series" : "movie",
    fileId: 0,
    sizeBytes: outputSizeBytes,
    reason: "output",
    profile: null,
    at: at.getTime(),
  };
}
