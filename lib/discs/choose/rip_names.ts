import { safeFileName } from "../../encode/naming/file_name.ts";
import type { DiscType } from "../model.ts";
import type { RipMedia, TitleRole } from "../rip_schema.ts";

/** What of a match names files and folders. */
export type NamedMedia = Pick<
  RipMedia,
  "kind" | "title" | "artist" | "year" | "seasonNumber" | "absoluteNumbering" | "discNumber" | "discCount"
>;

/** What a ripped title is named by: words that Radarr and Sonarr read. */
export interface NamedTitle {
  media: NamedMedia;
  discType: DiscType;
  /** Name of the title on the disc, for extras that keep it. */
  titleName: string;
  role: TitleRole;
  /** One number, or several for a double episode. */
  episodes?: number[];
  /** Of a title that nobody knows: what tells it from the others of its disc. */
  place?: { number: number; seconds: number };
}

const pad = (n: number, digits: number): string => String(n).padStart(digits, "0");

/** `Title (Year)` of a film; `Show (Year) - Disc N` of a series; `Artist - Album (Year)`. Safe as the name of a folder. */
export function ripFolderName(media: NamedMedia, label: string): string {
  const { kind, title, artist, year } = media;
  // Nearly every album is one disc.
  const discNumber = kind === "album" && (media.discCount ?? 1) < 2 ? undefined : media.discNumber;
  const own = kind === "album" && artist ? `${artist} - ${title}` : title;
  const name = title === "" ? label : own;
  const dated = year === undefined || name.includes(`(${year})`) ? name : `${name} (${year})`;
  // The label of a disc without a title names its number already.
  const isNumbered = kind !== "movie" && title !== "" && discNumber !== undefined;
  return safeFileName(isNumbered ? `${dated} - Disc ${discNumber}` : dated, "");
}

/** The file name of a title, ending in `.mkv`. Extras lie in a folder of their own, see `isExtra`. */
export function ripFileName(named: NamedTitle): string {
  return safeFileName(stemOf(named), ".mkv");
}

/** Whether a title goes into the folder of extras: managers import films and episodes only. */
export const isExtra = (role: TitleRole): boolean => role.kind === "extra";

function stemOf({ media, discType, titleName, role, episodes = [], place }: NamedTitle): string {
  const { title, year, seasonNumber = 1, absoluteNumbering = false } = media;
  const dated = year === undefined ? title : `${title} (${year})`;
  if (role.kind === "extra") {
    const season = media.kind === "series" ? ` - S${pad(seasonNumber, 2)}` : "";
    return `${title}${season} - ${extraName(role, titleName)}`;
  }
  if (place !== undefined) {
    return `${dated} - Title ${pad(place.number, 2)} (${lengthText(place.seconds)}) ${movieQuality(discType)}`;
  }
  if (media.kind !== "series") return `${dated} ${movieQuality(discType)}`;
  const quality = episodeQuality(discType);
  if (role.kind === "special") return `${title} - S00E${pad(role.episode, 2)} - ${quality}`;
  if (episodes.length === 0) return `${title} - ${titleName} - ${quality}`;
  if (absoluteNumbering) return `${title} - ${episodes.map((n) => pad(n, 3)).join("-")} - ${quality}`;
  return `${title} - S${pad(seasonNumber, 2)}${episodes.map((n) => `E${pad(n, 2)}`).join("")} - ${quality}`;
}

/** `1 h 52 min`, `24 min`, `45 s`: without a colon, which names of files cannot have everywhere. */
export function lengthText(seconds: number): string {
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function extraName({ type, name }: Extract<TitleRole, { kind: "extra" }>, titleName: string): string {
  const names = { op: "OP", ed: "ED", extra: "Extra", ova: "OVA", special: "Special" } as const;
  if (type === "custom") return name ?? titleName;
  return type === "none" ? titleName : name === undefined ? names[type] : `${names[type]} ${name}`;
}

const movieQuality = (type: DiscType): string =>
  type === "dvd" ? "DVD" : type === "uhd" ? "Remux-2160p" : "Remux-1080p";

const episodeQuality = (type: DiscType): string =>
  type === "dvd" ? "DVD" : type === "uhd" ? "Bluray-2160p Remux" : "Bluray-1080p Remux";
