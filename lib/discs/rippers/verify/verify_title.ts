import type { ToolLookup } from "../../../media/tools/tools.ts";
import { RipProblem, type TitleCopy } from "../../ripper_model.ts";
import { readFileFacts } from "./stream_facts.ts";
import { titleFaults, type TrackDifference } from "./title_faults.ts";

/** Expected properties of a copied file. */
export interface Verification {
  find(): Promise<ToolLookup>;
  copy: TitleCopy;
  difference: TrackDifference;
  signal: AbortSignal;
}

/**
 * Reads a copied file completely and compares it with the expected title: length, streams, damage. Throws `RipProblem`:
 * `short` with the missing parts, `tool_missing` without ffprobe.
 */
export async function verifyTitle(path: string, { find, copy, difference, signal }: Verification): Promise<void> {
  const { path: ffprobe, error } = await find();
  if (ffprobe === undefined) throw new RipProblem("tool_missing", `A copy cannot be verified. ${error ?? ""}`.trim());
  const faults = titleFaults(await readFileFacts(ffprobe, path, signal), copy, difference);
  if (faults.length === 0) return;
  throw new RipProblem("short", `The copy does not match the title. ${faults.join(" ")}`, {
    remedy: "Clean the disc and copy the title again.",
  });
}
