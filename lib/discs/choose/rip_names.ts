import { safeFileName } from "../../encode/naming/file_name.ts";
import type { DiscType } from "../model.ts";
import type { RipMedia, TitleRole } from "../rip_schema.ts";

/** Fields of a match used in folder and file names. */
export type NamedMedia = Pick<
  RipMedia,
  "kind" | "title" | "artist" | "year" | "seasonNumber" | "absoluteNumbering" | "discNumber" | "discCount"
>;

/** Parts of the name of a ripped title, in a form that Radarr and Sonarr recognise. */
export interface NamedTitle {
  media: NamedMedia;
  discType: DiscType;
  /** Name of the title on the disc. Extras keep it. */
  titleName: string;
  role: TitleRole;
  /** Episode numbers, several for a double episode. */
  episodes?: number[];
  /** Number and length of the title, to distinguish it from the other titles. Present only for an unknown disc. */
  place?: { number: number; seconds: number };
}

const pad = (n: number, digits: number): string => String(n).padStart(digits, "0");

/**
 * Returns the folder name: `Title (Year)` for a movie, `Show (Year) - Disc N` for a series, `Artist - Album (Year)` for
 * an album. The name is valid on all file systems.
 */
export function ripFolderName(media: NamedMedia, label: string): string {
  const { kind, title, artist, year } = media;
  // The disc number is omitted for an album with a single disc, as nearly all albums have.
  const discNumber = kind === "album" && (media.discCount ?? 1) < 2 ? undefined : media.discNumber;
  const own = kind === "album" && artist ? `${artist} - ${title}` : title;
  const name = title === "" ? label : own;
  const dated = year === undefined || name.includes(`(${year})`) ? name : `${name} (${year})`;
  // For a disc without a title, the label is used, which already contains the number.
  const isNumbered = kind !== "movie" && title !== "" && discNumber !== undefined;
  return safeFileName(isNumbered ? `${dated} - Disc ${discNumber}` : dated, "");
}

/** Returns the file name of a title, ending in `.mkv`. Extras are in a separate folder, see `isExtra`. */
export function ripFileName(named: NamedTitle): string {
  return safeFileName(stemOf(named), ".mkv");
}

/** True if a title belongs in the extras folder. Managers import only movies and episodes. */
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

/** Formats a length as `1 h 52 min`, `24 min` or `45 s`. Colons are not allowed in file names on some systems. */
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
