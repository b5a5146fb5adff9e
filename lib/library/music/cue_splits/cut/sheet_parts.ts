import { type CueSheet, indexOf } from "../../../../media/cue_sheet/model.ts";

/** Extracts the part of a sheet for one of its files. Pure. */

/** Returns the sheet with only the tracks of one file. `file` is an index in `sheet.files`. */
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
        // Only the first file of a disc can start with a hidden track. Other files start with the pause before their
        // first track, which is included in that track.
        frame: number === 1 && track.number === first && file > 0 ? 0 : frame,
        file: 0,
      })),
    })),
  };
}
