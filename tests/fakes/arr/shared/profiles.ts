import { qualitiesOf } from "./qualities.ts";
import type { AppName, Fields, Quality } from "./types.ts";

interface Item {
  id?: number;
  name?: string;
  quality?: Quality;
  items: Item[];
  allowed: boolean;
}

export interface Profile extends Fields {
  id: number;
  name: string;
  cutoff: number;
  items: Item[];
}

/** Qualities that form a group in a profile. The IDs of groups start at 1000. */
const GROUPS: [id: number, name: string, pattern: RegExp][] = [
  [1000, "WEB 480p", /^WEB.*-480p$/],
  [1001, "WEB 720p", /^WEB.*-720p$/],
  [1002, "WEB 1080p", /^WEB.*-1080p$/],
  [1003, "WEB 2160p", /^WEB.*-2160p$/],
  [1004, "Lossy", /^(MP3|AAC|OGG)/],
  [1005, "Lossless", /^(FLAC|ALAC)/],
];

export function profilesOf(app: AppName): Profile[] {
  if (app === "Lidarr") {
    return [profile(app, 1, "Any", /./, "Unknown"), profile(app, 2, "Lossless", /FLAC|ALAC|WAV/, "Lossless")];
  }
  const remux = app === "Radarr" ? "Remux-2160p" : "Bluray-2160p Remux";
  return [
    profile(app, 1, "Any", /./, "Bluray-480p"),
    profile(app, 4, "HD-1080p", /1080p/, "Bluray-1080p"),
    profile(app, 5, "Ultra-HD", /2160p/, remux),
    profile(app, 6, "HD - 720p/1080p", /720p|1080p/, "WEB 1080p"),
  ];
}

function profile(app: AppName, id: number, name: string, allowed: RegExp, cutoff: string): Profile {
  const items: Item[] = [];
  for (const quality of qualitiesOf(app)) {
    const row = { quality, items: [], allowed: allowed.test(quality.name) };
    const group = GROUPS.find(([, , pattern]) => pattern.test(quality.name));
    const begun = items.find((item) => group !== undefined && item.id === group[0]);
    if (group === undefined) items.push(row);
    else if (begun === undefined) items.push({ id: group[0], name: group[1], items: [row], allowed: row.allowed });
    else begun.items.push(row);
  }
  const at = items.find((item) => item.name === cutoff || item.quality?.name === cutoff);
  return {
    id,
    name,
    upgradeAllowed: true,
    cutoff: at?.id ?? at?.quality?.id ?? 0,
    items,
    minFormatScore: 0,
    cutoffFormatScore: 0,
    ...(app === "Lidarr" ? {} : { minUpgradeFormatScore: 1 }),
    formatItems: [],
    ...(app === "Radarr" ? { language: { id: -1, name: "Any" } } : {}),
  };
}

/** Returns the rank of a quality in a profile. Qualities of one group have the same rank. */
export const rankIn = ({ items }: Profile, id: number): number =>
  items.findIndex((item) => item.id === id || item.quality?.id === id || item.items.some((i) => i.quality?.id === id));

export const belowCutoff = (profile: Profile, { id }: Quality): boolean =>
  rankIn(profile, id) < rankIn(profile, profile.cutoff);

export const allowedIn = ({ items }: Profile, { id }: Quality): boolean =>
  items.some((item) =>
    (item.quality?.id === id && item.allowed) || item.items.some((i) => i.quality?.id === id && i.allowed)
  );
