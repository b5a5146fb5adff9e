import { type AutoMemoryRow, REPLACED } from "../../../db/schema/library.ts";
import type { Job } from "../../jobs/schema.ts";
import type { Recallable } from "./candidate.ts";
import { titleKeyOf } from "./identity.ts";

/** Builds the stored rows. Pure. */

/** Returns the row of a processed file. */
export const memoryOf = (
  candidate: Recallable & { profileVersion?: string },
  reason: AutoMemoryRow["reason"],
  at: Date,
): AutoMemoryRow => ({
  localPath: candidate.localPath,
  arr: candidate.arr,
  fileId: candidate.fileId,
  sizeBytes: candidate.sizeBytes,
  reason,
  profile: reason === "nothing" ? candidate.profileVersion ?? null : null,
  at: at.getTime(),
  titleKey: titleKeyOf(candidate),
  fingerprint: candidate.fingerprint ?? null,
});

/**
 * Returns the rows for the output of a video job and for the original that it replaced. Returns an empty array if the
 * job wrote no file. The manager's file ID is unknown until it imports the output.
 */
export function outputsOf(
  { status, outputPath, outputSizeBytes, inputSizeBytes, source }: Job,
  at: Date,
): AutoMemoryRow[] {
  if (status !== "done" || outputPath === undefined || outputSizeBytes === undefined) return [];
  if (source.kind === "album" || source.kind === "track" || source.arr === "music") return [];
  const common = {
    arr: source.arr === "series" ? "series" as const : "movie" as const,
    profile: null,
    at: at.getTime(),
    titleKey: source.arr === undefined ? null : titleKeyOf({ ...source, arr: source.arr }),
    fingerprint: null,
  };
  const output = { ...common, localPath: outputPath, fileId: 0, sizeBytes: outputSizeBytes, reason: "output" as const };
  if (source.localPath !== outputPath || inputSizeBytes === undefined) return [output];
  return [output, {
    ...common,
    localPath: `${REPLACED}${outputPath}`,
    fileId: source.fileId ?? 0,
    sizeBytes: inputSizeBytes,
    reason: "queued",
  }];
}
