import type { Probe } from "../../../../lib/media/probe/model.ts";
import { mainVideo } from "../../../../lib/media/probe/probe.ts";

/** Selection of the three profiles that are shown first. */

/** Kind of file, which determines the recommended profiles. */
export type SourceKind = "movie" | "series" | "anime" | "uhd" | "dvd" | "music";

/** Metadata of the title to which a file belongs. */
export interface TitleFacts {
  mediaType?: string;
  anime?: boolean;
}

/** Display names, used after the word "For". */
export const KIND_NAMES: Record<SourceKind, string> = {
  movie: "a movie",
  series: "an episode",
  anime: "anime",
  uhd: "4K or HDR",
  dvd: "a DVD",
  music: "music",
};

/** Labels of the three recommended profiles. */
export const RANKS = ["best", "balanced", "small"] as const;
/** Rank of a recommended profile. `best` is closest to the source, `small` needs the least space. */
export type Rank = (typeof RANKS)[number];

const CHOICES: Record<SourceKind, Record<Rank, string>> = {
  movie: { best: "builtin-archive", balanced: "builtin-movie-1080p", small: "builtin-movie-av1" },
  series: { best: "builtin-movie-1080p", balanced: "builtin-tv-1080p", small: "builtin-tv-av1" },
  anime: { best: "builtin-smart-anime", balanced: "builtin-anime-x265", small: "builtin-anime-av1" },
  uhd: { best: "builtin-archive", balanced: "builtin-movie-4k-hdr", small: "builtin-movie-av1" },
  dvd: { best: "builtin-archive", balanced: "builtin-dvd", small: "builtin-tv-av1" },
  music: { best: "builtin-music-flac", balanced: "builtin-music-opus", small: "builtin-music-aac" },
};

const HEIGHT_OF_DVD = 576;
const HEIGHT_OF_HD = 1200;

/** Determines the kind from the video stream, the managers' metadata, or, if both are missing, the name. Pure. */
export function kindOf(probe: Probe, { mediaType, anime }: TitleFacts = {}): SourceKind {
  const video = mainVideo(probe);
  if (!video) return "music";
  if (anime === true || mediaType === "anime") return "anime";
  if (video.codec === "mpeg2video" && video.height <= HEIGHT_OF_DVD) return "dvd";
  if (video.hdr !== "sdr" || video.height > HEIGHT_OF_HD) return "uhd";
  if (mediaType === "tv" || /\bs\d{1,2}e\d{1,3}\b/i.test(probe.path)) return "series";
  return "movie";
}

/**
 * Returns the three recommended profiles for a kind among the usable ones. The user's default profile replaces the
 * middle one unless it is already included. Pure.
 */
export function recommendedOf<T extends { profile: { id: string } }>(
  usable: readonly T[],
  kind: SourceKind,
  defaultId: string,
): { rank: Rank; offer: T }[] {
  const choice = CHOICES[kind];
  const find = (id: string) => usable.find(({ profile }) => profile.id === id);
  const own = Object.values(choice).includes(defaultId) ? undefined : find(defaultId);
  return RANKS.flatMap((rank) => {
    const offer = rank === "balanced" && own ? own : find(choice[rank]);
    return offer ? [{ rank, offer }] : [];
  });
}
