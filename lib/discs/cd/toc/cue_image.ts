import type { CueSheet, CueTrack } from "../../../media/cue_sheet/model.ts";
import { indexOf } from "../../../media/cue_sheet/model.ts";
import { catalogNumberOf, completeToc, isrcOf, known, SESSION_GAP_SECTORS, type TrackDraft } from "./complete_toc.ts";
import { type ImageExtent, type ImageFile, type ImageReading, SECTOR_BYTES } from "./disc_image.ts";

/** Range of a track within one file, starting at its first index in that file. */
interface Segment {
  track: CueTrack;
  file: number;
  /** Start within the file in frames, as in the sheet. */
  frame: number;
  /** Byte offset of the start in the file. */
  offset: number;
  sectors: number;
  /** Start on the disc in sectors. */
  start: number;
}

/** Builds the disc from a cue sheet and its files. `files` are in the order of the sheet. */
export function cueImage(sheet: CueSheet, files: readonly ImageFile[]): ImageReading {
  const foreign = sheet.files.find(({ type }) => type !== "BINARY" && type !== "MOTOROLA");
  if (foreign !== undefined) return { problem: `${foreign.name} is ${foreign.type}, not a disc image.` };
  const segments = segmentsOf(sheet, files);
  if ("problem" in segments) return segments;
  const place = placeOnDisc(sheet, segments.all);
  const drafts = sheet.tracks.map((track): TrackDraft => draftOf(track, segments.all, place.ends.get(track.number)));
  const names = {
    ...{ catalogNumber: catalogNumberOf(sheet.catalog ?? ""), title: sheet.title, performer: sheet.performer },
  };
  const toc = completeToc(drafts, place.leadOut, known(names));
  if (toc === undefined) return { problem: "The cue sheet's tracks overlap, or their numbers have gaps." };
  const extents = segments.all.map(({ track, file, start, offset, sectors }): ImageExtent => ({
    ...{ start, sectors, offset, path: files[file]?.path ?? "", sectorBytes: sectorBytesOf(track.mode) },
    ...{ isAudio: track.mode === "AUDIO", bigEndian: sheet.files[file]?.type === "MOTOROLA" },
  }));
  return { toc, extents };
}

/**
 * Returns the number of bytes per sector. `MODE1/2048` contains the number. `CDG` adds 96 bytes to each audio sector.
 */
const sectorBytesOf = (mode: string): number =>
  mode === "CDG" ? SECTOR_BYTES + 96 : Number(/\/(\d{4})$/.exec(mode)?.[1] ?? SECTOR_BYTES);

function segmentsOf(sheet: CueSheet, files: readonly ImageFile[]): { all: Segment[] } | { problem: string } {
  const all: Segment[] = [];
  const lastOf = new Map<number, Segment>();
  for (const track of sheet.tracks) {
    for (const file of new Set(track.indexes.map((index) => index.file))) {
      const before = lastOf.get(file);
      // Data before the first index of a file belongs to the track that starts in it.
      const frame = before === undefined ? 0 : track.indexes.find((index) => index.file === file)?.frame ?? 0;
      const sectors = frame - (before?.frame ?? 0);
      if (sectors < 0) return { problem: `Track ${track.number} starts before the previous track in the cue sheet.` };
      if (before !== undefined) before.sectors = sectors;
      const offset = before === undefined ? 0 : before.offset + sectors * sectorBytesOf(before.track.mode);
      const segment = { track, file, frame, offset, sectors: 0, start: 0 };
      lastOf.set(file, segment);
      all.push(segment);
    }
  }
  for (const [file, segment] of lastOf) {
    const problem = endFile(segment, files[file]);
    if (problem !== undefined) return { problem };
  }
  return { all };
}

/** Sets the length of the last segment of a file. Returns a message if the file is too short. */
function endFile(segment: Segment, file: ImageFile | undefined): string | undefined {
  const { track, offset, frame } = segment;
  const bytes = (file?.sizeBytes ?? 0) - offset;
  const sectors = bytes / sectorBytesOf(track.mode);
  const needed = Math.max(...track.indexes.filter((index) => index.file === segment.file).map((index) => index.frame)) -
    frame;
  if (sectors <= needed) {
    return `The image is incomplete: its file ends before track ${track.number} starts. Copy it again.`;
  }
  if (!Number.isInteger(sectors)) return "The image is incomplete: its file ends within a sector. Copy it again.";
  segment.sectors = sectors;
}

/** Assigns disc positions to all segments, and to the silence and session gaps that are not in any file. */
function placeOnDisc(sheet: CueSheet, segments: Segment[]): { leadOut: number; ends: Map<number, number> } {
  const ends = new Map<number, number>();
  let place = 0;
  let session = 1;
  let before: CueTrack | undefined;
  for (const track of sheet.tracks) {
    // `REM SESSION 02` is before the track that starts the session, so it is parsed as a remark of the previous track.
    const named = Number(before?.remarks.find(({ name }) => name === "SESSION")?.value ?? session);
    if (named > session && before !== undefined) {
      ends.set(before.number, place);
      place += SESSION_GAP_SECTORS;
    }
    session = Math.max(session, named);
    place += track.pregap ?? 0;
    for (const segment of segments.filter((one) => one.track === track)) {
      segment.start = place;
      place += segment.sectors;
    }
    place += track.postgap ?? 0;
    before = track;
  }
  return { leadOut: place, ends };
}

function draftOf(track: CueTrack, segments: readonly Segment[], end: number | undefined): TrackDraft {
  const sectorOf = (number: number): number | undefined => {
    const index = indexOf(track, number);
    const segment = segments.find((one) => one.track === track && one.file === index?.file);
    return index && segment && segment.start + index.frame - segment.frame;
  };
  const [gap, start = 0] = [sectorOf(0), sectorOf(1)];
  const pregap = (gap === undefined ? 0 : start - gap) + (track.pregap ?? 0);
  return {
    ...{ number: track.number, start, isAudio: track.mode === "AUDIO", preEmphasis: track.flags.includes("PRE") },
    ...known<Partial<TrackDraft>>({
      ...{ pregap: pregap > 0 ? pregap : undefined, title: track.title, performer: track.performer },
      ...{ isrc: isrcOf(track.isrc ?? ""), end },
    }),
  };
}
