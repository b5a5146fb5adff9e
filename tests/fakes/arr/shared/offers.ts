import { qualityIn } from "./qualities.ts";
import { hash, seeded } from "./random.ts";
import type { AppName, Language, QualityModel } from "./types.ts";

/** A release on an indexer. */
export interface Offer {
  guid: string;
  indexerId: number;
  indexer: string;
  protocol: "usenet" | "torrent";
  title: string;
  quality: QualityModel;
  languages: Language[];
  size: number;
  releaseGroup: string;
  ageHours: number;
  seeders?: number;
  leechers?: number;
}

export const INDEXERS = [
  { id: 1, name: "NZB Harbour", protocol: "usenet" },
  { id: 2, name: "Torrent Quay", protocol: "torrent" },
  { id: 3, name: "Private Pier", protocol: "torrent" },
] as const;

const GB = 1e9;

/** Text after the title, and the size in bytes for a duration of two hours. */
const VIDEO: [tokens: string, size: number][] = [
  ["2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.7.1.Atmos-FraMeSToR", 62 * GB],
  ["2160p.WEB-DL.DDP5.1.Atmos.DV.HDR10.H.265-FLUX", 21 * GB],
  ["1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-EPSiLON", 31 * GB],
  ["1080p.BluRay.x264.DTS-SPARKS", 11 * GB],
  ["1080p.WEB-DL.DDP5.1.H.264-NTb", 7 * GB],
  ["1080p.WEBRip.x265.10bit.AAC5.1-RARBG", 2.4 * GB],
  ["720p.BluRay.x264-AMIABLE", 5 * GB],
  ["720p.HDTV.x264-DIMENSION", 3 * GB],
  ["DVDRip.XviD-DiAMOND", 1.4 * GB],
];

/** A complete retail disc. */
const FULL_DISC: [tokens: string, size: number] = ["COMPLETE.BLURAY-HARBOUR", 44 * GB];

/** True if a release is a complete retail disc. */
export const isFullDisc = (title: string): boolean => title.endsWith(FULL_DISC[0]);

const MUSIC: [tokens: string, size: number][] = [
  ["24bit-96kHz.FLAC.WEB-LossLess", 1.3 * GB],
  ["CD.FLAC-PERFECT", 0.38 * GB],
  ["MP3.320-iTS", 0.12 * GB],
  ["MP3.V0-SCENE", 0.09 * GB],
];

/**
 * Returns releases, which are the same for the same words. `scale` is the size relative to a movie. With `disc`, one
 * release is a full disc.
 */
export function offersOf(
  app: AppName,
  words: string,
  { languages, scale = 1, disc = false }: { languages: Language[]; scale?: number; disc?: boolean },
): Offer[] {
  const random = seeded(`${app}/${words}`);
  const dotted = words.replace(/[^\p{L}\p{N}]+/gu, ".").replace(/^\.|\.$/g, "");
  const offered = app === "Lidarr" ? MUSIC : disc ? [FULL_DISC, ...VIDEO] : VIDEO;
  return offered.flatMap(([tokens, size]) => {
    const on = INDEXERS.filter(() => random.chance(0.55));
    return (on.length === 0 ? [random.pick(INDEXERS)] : on).map(({ id, name, protocol }) => {
      const title = `${dotted}.${tokens}`;
      const seeders = random.int(0, 180);
      return {
        guid: `https://indexer-${id}.example/details/${hash(`${id}/${title}`).toString(16)}`,
        indexerId: id,
        indexer: name,
        protocol,
        title,
        quality: qualityIn(app, title),
        languages,
        size: Math.round(size * scale * (0.85 + random.next() * 0.3)),
        releaseGroup: tokens.slice(tokens.lastIndexOf("-") + 1),
        ageHours: random.int(5, 24 * 900),
        ...(protocol === "torrent" ? { seeders, leechers: Math.floor(seeders / 9) } : {}),
      };
    });
  });
}
