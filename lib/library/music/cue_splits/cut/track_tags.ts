import type { CueRemark, CueSheet } from "../../../../media/cue_sheet/model.ts";
import type { Tag } from "../../../../media/audio/tags.ts";
import { safeFileName } from "../../../../encode/naming/file_name.ts";
import { soundTracks } from "./track_cuts.ts";

/** Names and tags of tracks, from their sheet. Pure. */

/** Which disc of an album an image is. */
export interface DiscPlace {
  disc: number;
  discs: number;
}

/** Tags of a track by ffmpeg's names; number 0 is what lies before the first track. */
export function trackTags(sheet: CueSheet, number: number, { disc, discs }: DiscPlace): Tag[] {
  const track = sheet.tracks.find((one) => one.number === number);
  const remark = (name: string) => valueOf(track?.remarks, name) ?? valueOf(sheet.remarks, name);
  const tags: [string, string | undefined][] = [
    ["title", titleOf(sheet, number)],
    ["artist", track?.performer ?? sheet.performer],
    ["album", sheet.title],
    ["album_artist", albumArtist(sheet)],
    ["track", String(number)],
    ["TRACKTOTAL", String(soundTracks(sheet).length)],
    ["disc", String(disc)],
    ["DISCTOTAL", String(discs)],
    ["date", remark("DATE")],
    ["genre", remark("GENRE")],
    ["composer", track?.songwriter ?? sheet.songwriter],
    ["ISRC", track?.isrc],
    ["BARCODE", sheet.catalog],
    ["PRE_EMPHASIS", track?.flags.includes("PRE") ? "1" : undefined],
  ];
  return tags.flatMap(([key, value]) => value ? [[key, value] satisfies Tag] : []);
}

/** `01 - Title.flac`, as every file system takes it. */
export const trackFileName = (sheet: CueSheet, number: number): string =>
  safeFileName(`${String(number).padStart(2, "0")} - ${titleOf(sheet, number)}`, ".flac");

function titleOf({ tracks }: CueSheet, number: number): string {
  if (number === 0) return "Hidden track";
  return tracks.find((one) => one.number === number)?.title ?? `Track ${String(number).padStart(2, "0")}`;
}

/** The performer of the disc, or the one that all tracks have. */
function albumArtist(sheet: CueSheet): string | undefined {
  if (sheet.performer !== undefined) return sheet.performer;
  const performers = new Set(soundTracks(sheet).map(({ performer }) => performer));
  return performers.size === 1 ? [...performers][0] : "Various Artists";
}

const DISC = /\b(?:cd|dis[ck])[ ._-]?0*(\d{1,2})\b/i;

/** The number of a disc: what the sheet says, else the name of its folder, else that of the sheet. */
export function discNumber(sheet: CueSheet, ...names: string[]): number | undefined {
  const told = Number(valueOf(sheet.remarks, "DISCNUMBER"));
  if (Number.isInteger(told) && told > 0 && told < 100) return told;
  const named = names.map((name) => Number(DISC.exec(name)?.[1])).find((number) => number > 0);
  return named;
}

const valueOf = (remarks: CueRemark[] | undefined, wanted: string): string | undefined =>
  remarks?.find(({ name, value }) => name === wanted && value !== "")?.value;
