import { isMusicContainer } from "../containers.ts";
import { videoEncoder } from "../encoders.ts";
import type { Recipe } from "../schema.ts";

/** Use cases that group the profiles in lists and selects. */

/** Groups with their labels, in the order of lists. */
export const PROFILE_GROUPS = {
  own: "Your profiles",
  smart: "Smart: adapts to each file",
  tv: "TV and home cinema",
  anime: "Anime",
  phone: "Phone, tablet and browser",
  archive: "Archive and remux",
  card: "Graphics card: fast",
  music: "Music",
} as const;
/** Group of a profile. The user's profiles form one group, regardless of their use. */
export type ProfileGroup = keyof typeof PROFILE_GROUPS;

/** Built-in profiles whose use does not follow from their recipe. */
const BY_ID: Readonly<Record<string, ProfileGroup>> = {
  "builtin-web-mp4": "phone",
  "builtin-phone": "phone",
  "builtin-apple": "phone",
  "builtin-archive": "archive",
  "builtin-dvd": "archive",
  "builtin-remux-audio-only": "archive",
};

/** Returns the group of a built-in profile. */
export function presetGroup({ id, container, mediaType, video }: Recipe): ProfileGroup {
  if (isMusicContainer(container)) return "music";
  const known = BY_ID[id];
  if (known !== undefined) return known;
  if (videoEncoder(video.encoder).hardware) return "card";
  return mediaType === "anime" ? "anime" : "tv";
}
