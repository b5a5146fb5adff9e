import type { VideoStream } from "../../../media/probe/model.ts";
import type { Capabilities } from "../../../media/tools/capabilities.ts";
import type { Container } from "../../profiles/schema.ts";
import type { DynamicHdrPlan, VideoPlan } from "../model.ts";

/** Per-frame HDR metadata that is kept, and warnings about all other metadata. */
export interface DynamicHdrDecision {
  plan?: DynamicHdrPlan;
  warnings: string[];
}

/**
 * Decides whether Dolby Vision and HDR10+ are kept. They describe individual frames, so this requires that the encode
 * has the same frames at the same positions, and that the tools to write them are installed. Pure.
 */
export function decideDynamicHdr(
  stream: VideoStream,
  video: VideoPlan,
  container: Container,
  tools: Capabilities["dynamicHdr"],
): DynamicHdrDecision {
  const { dolbyVision, hdr10Plus } = stream;
  const warnings: string[] = [];
  if (!dolbyVision && !hdr10Plus) return { warnings };
  const obstacle = obstacleOf(stream, video, container, tools);
  const plan: DynamicHdrPlan = {};
  if (dolbyVision) {
    const base = BASES.get(dolbyVision.baseCompatible) ?? "HDR10";
    const why = obstacle ?? doviObstacle(base, tools);
    if (why === undefined) {
      plan.dolbyVision = { to81: base === "HDR10", cropped: video.crop !== undefined };
      if (dolbyVision.hasEnhancementLayer) {
        warnings.push("The Dolby Vision enhancement layer is removed; its metadata is kept.");
      }
    } else {warnings.push(
        `The Dolby Vision metadata is removed; the ${base} video is kept.`,
        because("Dolby Vision", why),
      );}
  }
  if (hdr10Plus) {
    const why = obstacle ??
      (tools?.hdr10plusToolPath ? undefined : "hdr10plus_tool was not found; install it or set its path");
    if (why === undefined) plan.hdr10Plus = true;
    else warnings.push("The HDR10+ metadata is removed; HDR10 is kept.", because("HDR10+", why));
  }
  return Object.keys(plan).length > 0 ? { plan, warnings } : { warnings };
}

const because = (what: string, why: string): string => `${what} is not kept: ${why}.`;

/** Dolby Vision base layers, keyed by the compatibility ID of the configuration record. UHD discs use ID 6. */
const BASES: ReadonlyMap<number, string> = new Map([[1, "HDR10"], [2, "SDR"], [4, "HLG"], [6, "HDR10"]]);

const doviObstacle = (base: string, tools: Capabilities["dynamicHdr"]): string | undefined => {
  if (base === "SDR") return "players do not use Dolby Vision with an SDR base layer";
  return tools?.doviToolPath ? undefined : "dovi_tool was not found; install it or set its path";
};

function obstacleOf(
  { codec, variableFrameRate }: VideoStream,
  { codec: result, hdr, scale, fieldHandling }: VideoPlan,
  container: Container,
  tools: Capabilities["dynamicHdr"],
): string | undefined {
  if (hdr === "sdr") return "the output is SDR";
  if (codec !== "hevc" || result !== "hevc") return "the tools read and write HEVC only";
  if (container !== "mkv") return "it is written to mkv files only";
  if (scale) return "it only applies to the video at its full size";
  if (fieldHandling !== "none" || variableFrameRate) return "the output does not have the same frames as the source";
  return tools ? undefined : "mkvmerge (package mkvtoolnix) was not found";
}
