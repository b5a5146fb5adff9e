import type { Plan } from "../../encode/plan/model.ts";
import { mayBeOnePart } from "../../encode/plan/segment_choice.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { segmentFolder, unverifiedSegments } from "./segment_files.ts";

/**
 * True if a video that is not split is encoded as one segment, because another machine may encode it, or has done so in
 * an earlier attempt.
 */
export async function isOnePart(
  plan: Plan,
  probe: Probe,
  { deps: { remoteMachines, settings, storage }, jobStore, run }: Pick<Attempt, "deps" | "jobStore" | "run">,
): Promise<boolean> {
  const { video } = plan;
  if (!remoteMachines || !video || !settings.current().agents.enabled || !mayBeOnePart(probe, plan)) return false;
  if ((await jobStore.segments.ofJobs([run.id])).length > 0) return true;
  if ((await unverifiedSegments(segmentFolder(storage.folders.transcodes), run.id)).size > 0) return true;
  return (await remoteMachines.available({ encoder: video.encoder }).catch(() => [])).length > 0;
}
