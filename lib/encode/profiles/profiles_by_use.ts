/** Devices on which the encodes are watched. `anything` includes browsers and old televisions. */
export const WATCHED_ON = ["tv", "phone", "anything"] as const;
/** One of the devices. */
export type WatchedOn = (typeof WATCHED_ON)[number];

/** Preference between file size and quality. */
export const PREFERENCES = ["smaller", "balanced", "best"] as const;
/** One of the preferences. */
export type Preference = (typeof PREFERENCES)[number];

/** IDs of the built-in profiles for each kind of media. */
export interface ProfilesByKind {
  movie: string;
  tv: string;
  anime: string;
  music: string;
}

const H264 = {
  movie: "builtin-web-mp4",
  tv: "builtin-web-mp4",
  anime: "builtin-web-mp4",
  music: "builtin-music-aac",
};
const PHONE = { movie: "builtin-phone", tv: "builtin-phone", anime: "builtin-phone", music: "builtin-music-aac" };

/**
 * Profiles by device and preference. AV1 would be smaller, but many televisions do not decode it, so it is only used if
 * the user selects it.
 */
const BY_USE: Record<WatchedOn, Record<Preference, ProfilesByKind>> = {
  tv: {
    smaller: {
      movie: "builtin-tv-1080p",
      tv: "builtin-tv-1080p",
      anime: "builtin-anime-x265",
      music: "builtin-music-opus",
    },
    balanced: {
      movie: "builtin-movie-1080p",
      tv: "builtin-tv-1080p",
      anime: "builtin-anime-x265",
      music: "builtin-music-flac",
    },
    best: {
      movie: "builtin-smart-remux",
      tv: "builtin-smart-remux",
      anime: "builtin-smart-anime",
      music: "builtin-music-flac",
    },
  },
  phone: { smaller: PHONE, balanced: PHONE, best: H264 },
  anything: { smaller: PHONE, balanced: H264, best: H264 },
};

/** Returns the recommended default profiles for a device and a preference. Pure. */
export const profilesByUse = (watchedOn: WatchedOn, preference: Preference): ProfilesByKind =>
  BY_USE[watchedOn][preference];
