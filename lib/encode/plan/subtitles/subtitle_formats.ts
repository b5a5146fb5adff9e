import type { SubtitleStream } from "../../../media/probe/model.ts";
import { containerFacts } from "../../profiles/containers.ts";
import type { Container } from "../../profiles/schema.ts";
import type { SubtitlePlan } from "../model.ts";

/** Subtitle formats that can be read, decoded, drawn and stored. */

/** Bitmap formats decoded by `lib/media/subtitles`. */
export const READABLE = new Set(["hdmv_pgs_subtitle", "dvd_subtitle"]);

/**
 * Text formats that every ffmpeg can read. ARIB captions require a library. TTML and Blu-ray text are not supported.
 */
export const DECODED = new Set([
  ...["subrip", "ass", "ssa", "mov_text", "webvtt", "text", "eia_608", "microdvd", "mpl2", "jacosub", "sami"],
  ...["realtext", "subviewer", "subviewer1", "pjs", "vplayer", "stl"],
]);
const DRAWN = new Set([...READABLE, "dvb_subtitle", "xsub"]);

/** True if ffmpeg can draw the subtitle into video. */
export const isDrawable = ({ form, codec }: SubtitleStream): boolean =>
  (form === "picture" ? DRAWN : DECODED).has(codec);

const IN_MATROSKA = new Set([
  "subrip",
  "ass",
  "ssa",
  "hdmv_pgs_subtitle",
  "dvd_subtitle",
  "dvb_subtitle",
  "hdmv_text_subtitle",
]);

/** Returns the subtitle encoder for the container. */
export function encoderFor(stream: SubtitleStream, container: Container): SubtitlePlan["encoder"] {
  const text = containerFacts(container).text;
  if (text === "mov_text" || text === "webvtt") return stream.codec === text ? "copy" : text;
  return IN_MATROSKA.has(stream.codec) ? "copy" : "srt";
}
