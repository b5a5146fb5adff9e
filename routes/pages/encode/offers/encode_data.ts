import { originalOf } from "../../../../lib/ui/components/jobs/original_choice.tsx";
import { allEnded } from "../../../../lib/kit/async.ts";
import { refusal } from "../../../../lib/encode/decision/offer.ts";
import { measuredOffer } from "../../../data/measured_offer.ts";
import { findSource, isMissingFile } from "../../../../lib/jobs/intake/source_file.ts";
import type { FaultCode } from "../../../../lib/kit/fault.ts";
import { asFault } from "../../../http/problem.ts";
import type { Services } from "../../../services/services.ts";
import type { EncodeData, ProfileOffer } from "./encode_model.ts";
import { kindOf, type SourceKind } from "./recommended.ts";
import { videoEncoderObstacle } from "../../../../lib/encode/profiles/choices/obstacles.ts";

/** Returns the result of every profile for the first chosen file. */
export async function encodeData(
  { media, profiles, settings, storage, disks, decisionContext, reports, hardware, estimates }: Services,
  { paths, selectionId, audioOnly }: Pick<EncodeData, "paths" | "selectionId" | "audioOnly">,
): Promise<EncodeData> {
  const { general, defaultProfiles } = settings.current();
  const empty = { paths, selectionId, audioOnly, offers: [], defaultProfileId: defaultProfiles.movie };
  const [first] = paths;
  if (first === undefined) return empty;
  const base = { ...empty, encodedHere: await reports.encodedHere(paths.slice(0, MAX_MARKED)) };
  try {
    const { mediaRoots } = general.security;
    const { path, identity } = await findSource({ kind: "file", localPath: first }, { mediaRoots, storage, disks });
    const [probe, capabilities, smart, plain, around, machine, samples] = await allEnded([
      media.probe(path),
      media.capabilities(),
      profiles.smart.list(),
      profiles.list(),
      decisionContext({ path }),
      hardware.machine(),
      estimates.measured(identity),
    ]);
    const offers = await Promise.all([...smart, ...plain].map(async (profile): Promise<ProfileOffer> => {
      const { id, name, mediaType, builtin } = profile;
      const choice = { id, name, mediaType, smart: "rules" in profile, own: !builtin };
      try {
        const recipe = await profiles.recipe(profile.id);
        const file = { probe, identity, samples };
        const outcome = measuredOffer(file, recipe, capabilities, { audioOnly, ...around });
        const reason = outcome.plan.video && videoEncoderObstacle(outcome.plan.video.encoder, machine);
        const shown = { ...choice, original: originalOf(recipe) };
        return reason === undefined ? { profile: shown, outcome } : { profile: shown, reason };
      } catch (error) {
        const reason = refusal(error);
        if (reason === undefined) throw error;
        return { profile: choice, reason };
      }
    }));
    const kind = kindOf(probe, around.known);
    return { ...base, probe, kind, defaultProfileId: defaultProfiles[DEFAULT_OF[kind]], offers };
  } catch (error) {
    const fault = asFault(error);
    if (fault.code === "internal") throw error;
    return { ...base, error: fault.message, remedy: REMEDIES[isMissingFile(fault) ? "not_found" : fault.code] };
  }
}

/**
 * Maximum number of chosen files that are checked for being encodes of Lathe. Checking thousands of files on a network
 * share would delay the page.
 */
const MAX_MARKED = 500;

const DEFAULT_OF = {
  movie: "movie",
  uhd: "movie",
  dvd: "movie",
  series: "tv",
  anime: "anime",
  music: "music",
} as const satisfies Record<SourceKind, string>;

/** Advice for each reason why a file cannot be used. */
const REMEDIES: Partial<Record<FaultCode, string>> = {
  unreadable:
    "Check the file: it may be truncated or damaged. If it does not play anywhere, download or rip it again; a manager can " +
    "search for another release.",
  path_not_allowed: "Add its folder to the media folders in Settings, or move the file into one of them.",
  not_found: "Check whether the file was moved or renamed, and whether its disk is mounted.",
  upstream_timeout: "The disk did not respond in time. It may be spinning up; try again in a moment.",
  tool_missing: "Set the path of FFmpeg in Settings.",
};
