import { audioEncoder } from "../../profiles/encoders.ts";
import { channelsOf, PLAIN_FLAC } from "../../profiles/encoders/layouts.ts";
import type { AudioEncoder, Container } from "../../profiles/schema.ts";

/** Channel layouts of streams, by their ffmpeg names. Pure. */

/** Layouts that are assumed for WAVE files without a layout, by number of channels. */
const ASSUMED: Record<number, string> = {
  1: "mono",
  2: "stereo",
  3: "3.0",
  4: "quad",
  5: "5.0",
  6: "5.1",
  7: "6.1",
  8: "7.1",
};

/**
 * Returns the layout that a stream is assumed to have. Undefined if it specifies none and its number of channels is
 * unusual.
 */
export function layoutOf({ layout, channels }: { layout?: string; channels: number }): string | undefined {
  return channelsOf(layout)?.length === channels ? layout : ASSUMED[channels];
}

/** Containers that store FLAC without its tags, and therefore without its channel mask. */
const WITHOUT_MASK: readonly Container[] = ["mp4", "mov", "ogg"];

/** Returns the layouts that `encoder` preserves in `container`. */
export const layoutsKept = (encoder: AudioEncoder, container: Container): readonly string[] =>
  encoder === "flac" && WITHOUT_MASK.includes(container) ? PLAIN_FLAC : audioEncoder(encoder).layouts;

/** True for PCM in Matroska, which has a channel count but no channel names. */
export const namesNoChannels = (codec: string, container: Container): boolean =>
  container === "mkv" && codec.startsWith("pcm_");

/** True if players can identify the channels of a copied stream. */
export function copyKeepsLayout(codec: string, layout: string | undefined, container: Container): boolean {
  const channels = channelsOf(layout)?.length;
  if (layout === undefined || channels === undefined || channels <= 2) return true;
  if (namesNoChannels(codec, container)) return twinOf(layout) === twinOf(ASSUMED[channels] ?? "");
  return codec !== "flac" || !WITHOUT_MASK.includes(container) ||
    PLAIN_FLAC.some((plain) => twinOf(plain) === twinOf(layout));
}

/** Maps `5.1(side)` to `5.1` and so on. Both names are for the same surround pair. */
const twinOf = (layout: string): string => layout.replace(/\(side\)$/, "");
