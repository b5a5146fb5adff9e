/** Channel layouts by their ffmpeg names, and the sets of layouts that codecs support. Pure. */

/** Channels of each layout, in the order of ffmpeg (`ffmpeg -layouts`). */
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
 * Returns the channel names of a layout. Undefined if it does not specify them. ffmpeg writes unusual layouts as `4
 * channels (FL+FR+LFE+BC)`.
 */
export function channelsOf(layout: string | undefined): string[] | undefined {
  const list = layout === undefined ? undefined : LAYOUTS[layout] ?? /\(([A-Z0-9+]+)\)$/.exec(layout)?.[1];
  return list?.split("+");
}

/** The eight layouts of the Vorbis I specification (section 4.3.9). Opus uses the same (RFC 7845, section 5.1.1.2). */
export const VORBIS = ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"] as const;
/** Layouts of at most eight channels. */
export const ANY_TO_EIGHT = Object.keys(LAYOUTS).filter((name) =>
  (channelsOf(name)?.length ?? 99) <= 8 && name !== "downmix"
);
/** FLAC layouts without the channel mask tag (RFC 9639, section 9.1.3), with the names used by ffmpeg's decoder. */
export const PLAIN_FLAC = ["mono", "stereo", "3.0", "quad", "5.0(side)", "5.1(side)", "6.1", "7.1"] as const;
/** Layouts of AC-3 and E-AC-3. */
export const DOLBY = [
  ...["mono", "stereo", "2.1", "3.0", "3.0(back)", "3.1", "4.0", "quad(side)", "4.1", "5.0(side)", "5.1(side)"],
] as const;
