import { type CueSheet, indexOf } from "../../../../media/cue_sheet/model.ts";

/** The part of a sheet that lies in one of its files. Pure. */

/** The same sheet with the tracks of one file alone, as if it had no other. `file` is a place in `sheet.files`. */
export function partOf(sheet: CueSheet, file: number): CueSheet {
  if (sheet.files.length === 1) return sheet;
  const tracks = sheet.tracks.filter((track) => (indexOf(track, 1)?.file ?? 0) === file);
  const first = tracks[0]?.number;
  return {
    ...sheet,
    files: sheet.files.slice(file, file + 1),
    tracks: tracks.map((track) => ({
      ...track,
      indexes: track.indexes.filter((index) => index.file === file).map(({ number, frame }) => ({
        number,
        // What begins a later side is the pause before its first track; a hidden track is only at the start of a disc.
        frame: number === 1 && track.number === first && file > 0 ? 0 : frame,
        file: 0,
      })),
    })),
  };
}
