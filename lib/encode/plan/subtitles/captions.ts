import type { VideoStream } from "../../../media/probe/model.ts";
import { containerFacts } from "../../profiles/containers.ts";
import { videoEncoder } from "../../profiles/encoders.ts";
import type { Recipe } from "../../profiles/schema.ts";
import type { SubtitlePlan, VideoPlan } from "../model.ts";

/** Closed captions (EIA-608 in ATSC A/53 user data), which are stored in the frames. Pure. */

/**
 * True if captions are kept by the encode. Each frame contains two bytes of text, so no frame may be dropped or
 * duplicated.
 */
function carries({ encoder, fieldHandling }: VideoPlan): boolean {
  const onePerFrame = fieldHandling !== "detelecine" && fieldHandling !== "field-rate";
  return onePerFrame && (videoEncoder(encoder).writesCaptions ?? false);
}

/**
 * Part of a plan for closed captions. `subtitle` is absent if the captions stay in the video, cannot be kept or contain
 * no text.
 */
export interface CaptionPart {
  subtitle?: SubtitlePlan;
  warnings: string[];
}

const NONE: CaptionPart = { warnings: [] };

/**
 * Plans the captions of one video stream. `seen` is true if a check found text, and undefined if there was no check.
 */
export function planCaptions(
  { closedCaptions }: VideoStream,
  video: VideoPlan,
  { container, subtitles }: Recipe,
  seen?: boolean,
): CaptionPart {
  if (!closedCaptions || video.encoder === "copy" || carries(video)) return NONE;
  const because = `${video.encoder} cannot preserve them` +
    (video.fieldHandling === "none" ? "" : " with this field processing");
  if (seen === false) {
    return { warnings: [`The closed captions are removed because ${because}; no text was found in them.`] };
  }
  const { text } = containerFacts(container);
  if (text === "none" || (subtitles.mode !== "copy" && subtitles.mode !== "copy-text")) {
    return { warnings: [`The closed captions are lost: ${because}, and the profile does not keep text.`] };
  }
  const encoder = text === "mov_text" || text === "webvtt" ? text : "srt";
  return {
    subtitle: {
      index: video.index,
      captions: true,
      encoder,
      codec: encoder === "srt" ? "subrip" : encoder,
      title: "Closed captions",
      default: false,
      forced: false,
      hearingImpaired: true,
      commentary: false,
    },
    warnings: [`The closed captions are converted to a text subtitle because ${because}.`],
  };
}
