import type { AutoStatus } from "../../lib/library/auto/model.ts";
import type { Services } from "../services/services.ts";

/** Returns the state of auto transcode and its next scheduled run. */
export async function autoStatus({ auto, tasks }: Pick<Services, "auto" | "tasks">): Promise<AutoStatus> {
  const [state, all] = await Promise.all([auto.status(), tasks.list()]);
  const nextScanAt = all.find(({ id }) => id === "auto")?.nextRun;
  return state.enabled && nextScanAt !== undefined ? { ...state, nextScanAt } : state;
}
