import type { SplitStanding } from "../../music/cue_splits/service.ts";
import type { GrabDeps } from "../deps.ts";

/**
 * Returns the splitting progress of a downloaded album image. `none` if the album consists of tracks or splitting is
 * off.
 */
export async function splitStanding(
  { cueSplits, settings }: Pick<GrabDeps, "cueSplits" | "settings">,
  folder: string,
): Promise<SplitStanding> {
  if (cueSplits === undefined || !settings.current().connections.music.splitCueImages) return { kind: "none" };
  return await cueSplits.standing(folder);
}
