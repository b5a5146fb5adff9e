import type { AudioEncoder, Container } from "../../profiles/schema.ts";

/** Channel layouts by their ffmpeg names: layouts supported by each encoder and conversions between layouts. Pure. */

/** Channels of each layout in ffmpeg's order (`ffmpeg -layouts`). */
const LAYOUTS: Record<string, string> = {
  mono: "FC",
  stereo: "FL+FR",
  "2.1": "FL+FR+LFE",
  "3.0": "FL+FR+FC",
  "3.0(back)": "FL+FR+BC",
  "4.0": "FL+FR+FC+BC",
  quad: "FL+FR+BL+BR",
  "quad(side)": "FL+FR+SL+SR",
  "3.1": "FL+FR+FC+LFE",
  "5.0": "FL+FR+FC+BL+BR",
  "5.0(side)": "FL+FR+FC+SL+SR",
  "4.1": "FL+FR+FC+LFE+BC",
  "5.1": "FL+FR+FC+LFE+BL+BR",
  "5.1(side)": "FL+FR+FC+LFE+SL+SR",
  "6.0": "FL+FR+FC+BC+SL+SR",
  "6.0(front)": "FL+FR+FLC+FRC+SL+SR",
  hexagonal: "FL+FR+FC+BL+BR+BC",
  "6.1": "FL+FR+FC+LFE+BC+SL+SR",
  "6.1(back)": "FL+FR+FC+LFE+BL+BR+BC",
  "6.1(front)": "FL+FR+LFE+FLC+FRC+SL+SR",
  "7.0": "FL+FR+FC+BL+BR+SL+SR",
  "7.0(front)": "FL+FR+FC+FLC+FRC+SL+SR",
  "7.1": "FL+FR+FC+LFE+BL+BR+SL+SR",
  "7.1(wide)": "FL+FR+FC+LFE+BL+BR+FLC+FRC",
  "7.1(wide-side)": "FL+FR+FC+LFE+FLC+FRC+SL+SR",
  octagonal: "FL+FR+FC+BL+BR+BC+SL+SR",
  hexadecagonal: "FL+FR+FC+BL+BR+BC+SL+SR+TFL+TFC+TFR+TBL+TBC+TBR+WL+WR",
  downmix: "DL+DR",
  "22.2": "FL+FR+FC+LFE+BL+BR+FLC+FRC+BC+SL+SR+TC+TFL+TFC+TFR+TBL+TBC+TBR+LFE2+TSL+TSR+BFC+BFL+BFR",
};

/**
 * Returns the channel names of a layout. Undefined if it names none. ffmpeg writes unusual layouts as `4 channels
 * (FL+FR+LFE+BC)`.
 */
export function channelsOf(layout: string | undefined): string[] | undefined {
  const list = layout === undefined ? undefined : LAYOUTS[layout] ?? /\(([A-Z0-9+]+)\)$/.exec(layout)?.[1];
  return list?.split("+");
}

/** Layouts assumed for WAVE files that name none, by number of channels. */
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
 * Returns the layout that a stream is assumed to have. Undefined if it names none and its number of channels is
 * unusual.
 */
export function layoutOf({ layout, channels }: { layout?: string; channels: number }): string | undefined {
  return channelsOf(layout)?.length === channels ? layout : ASSUMED[channels];
}

/** The eight layouts of the Vorbis I specification (section 4.3.9), which Opus shares (RFC 7845, section 5.1.1.2). */
const VORBIS = ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"] as const;
const ANY_TO_EIGHT = Object.keys(LAYOUTS).filter((name) => (channelsOf(name)?.length ?? 99) <= 8 && name !== "downmix");
/** FLAC layouts without the channel mask tag (RFC 9639, section 9.1.3), under the names that ffmpeg decodes them to. */
const PLAIN_FLAC = ["mono", "stereo", "3.0", "quad", "5.0(side)", "5.1(side)", "6.1", "7.1"] as const;
const DOLBY = [
  ...["mono", "stereo", "2.1", "3.0", "3.0(back)", "3.1", "4.0", "quad(side)", "4.1", "5.0(side)", "5.1(side)"],
] as const;

/**
 * Layouts that each encoder preserves channel by channel: its decoder returns the same layout. AAC could describe more
 * layouts in a program config element, which many players ignore, so only the numbered configurations are used.
 */
const KEPT = {
  copy: ANY_TO_EIGHT,
  aac: ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "7.1"],
  libopus: VORBIS,
  libvorbis: VORBIS,
  eac3: DOLBY,
  ac3: DOLBY,
  flac: ANY_TO_EIGHT,
  wavpack: ANY_TO_EIGHT,
  alac: ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"],
  truehd: ["stereo", "5.0(side)", "5.1(side)"],
  libmp3lame: ["mono", "stereo"],
  ape: ["mono", "stereo"],
} satisfies Record<AudioEncoder | "alac", readonly string[]>;

/** Containers that store FLAC without its tags, and therefore without its channel mask. */
const WITHOUT_MASK: readonly Container[] = ["mp4", "mov", "ogg"];

/** Returns the layouts that `encoder` preserves in `container`. */
export const layoutsKept = (encoder: AudioEncoder, container: Container): readonly string[] =>
  encoder === "flac" && WITHOUT_MASK.includes(container) ? PLAIN_FLAC : KEPT[encoder];

/** PCM in Matroska has a channel count but no channel names. */
export const namesNoChannels = (codec: string, container: Container): boolean =>
  container === "mkv" && codec.startsWith("pcm_");

/** True if players of a copy can identify the channels. */
export function copyKeepsLayout(codec: string, layout: string | undefined, container: Container): boolean {
  const channels = channelsOf(layout)?.length;
  if (layout === undefined || channels === undefined || channels <= 2) return true;
  if (namesNoChannels(codec, container)) return twinOf(layout) === twinOf(ASSUMED[channels] ?? "");
  return codec !== "flac" || !WITHOUT_MASK.includes(container) ||
    PLAIN_FLAC.some((plain) => twinOf(plain) === twinOf(layout));
}

/** Maps `5.1(side)` to `5.1` and so on: both names describe the same surround pair. */
const twinOf = (layout: string): string => layout.replace(/\(side\)$/, "");
