import type { CueRemark, CueSheet } from "../../../../media/cue_sheet/model.ts";
import type { Tag } from "../../../../media/audio/tags.ts";
import { safeFileName } from "../../../../encode/naming/file_name.ts";
import { cueAudioTracks } from "./track_cuts.ts";

/** Creates the file names and tags of tracks from their cue sheet. Pure. */

/** Disc number of an image within an album. */
export interface DiscPlace {
  disc: number;
  discs: number;
}

/** Returns the tags of a track, with ffmpeg's names. Number 0 is the audio before the first track. */
export function trackTags(sheet: CueSheet, number: number, { disc, discs }: DiscPlace): Tag[] {
  const track = sheet.tracks.find((one) => one.number === number);
  const remark = (name: string) => valueOf(track?.remarks, name) ?? valueOf(sheet.remarks, name);
  const tags: [string, string | undefined][] = [
    ["title", titleOf(sheet, number)],
    ["artist", track?.performer ?? sheet.performer],
    ["album", sheet.title],
    ["album_artist", albumArtist(sheet)],
    ["track", String(number)],
    ["TRACKTOTAL", String(cueAudioTracks(sheet).length)],
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

/** Returns a name such as `01 - Title.flac` that is valid on every file system. */
export const trackFileName = (sheet: CueSheet, number: number): string =>
  safeFileName(`${String(number).padStart(2, "0")} - ${titleOf(sheet, number)}`, ".flac");

function titleOf({ tracks }: CueSheet, number: number): string {
  if (number === 0) return "Hidden track";
  return tracks.find((one) => one.number === number)?.title ?? `Track ${String(number).padStart(2, "0")}`;
}

/** Returns the performer of the disc, or the performer of all tracks if it is the same. */
function albumArtist(sheet: CueSheet): string | undefined {
  if (sheet.performer !== undefined) return sheet.performer;
  const performers = new Set(cueAudioTracks(sheet).map(({ performer }) => performer));
  return performers.size === 1 ? [...performers][0] : "Various Artists";
}

const DISC = /\b(?:cd|dis[ck])[ ._-]?0*(\d{1,2})\b/i;

/** Returns the number of a disc from the sheet, or otherwise from the name of its folder or of the sheet. */
export function discNumber(sheet: CueSheet, ...names: string[]): number | undefined {
  const stated = Number(valueOf(sheet.remarks, "DISCNUMBER"));
  if (Number.isInteger(stated) && stated > 0 && stated < 100) return stated;
  const named = names.map((name) => Number(DISC.exec(name)?.[1])).find((number) => number > 0);
  return named;
}

const valueOf = (remarks: CueRemark[] | undefined, wanted: string): string | undefined =>
  remarks?.find(({ name, value }) => name === wanted && value !== "")?.value;
