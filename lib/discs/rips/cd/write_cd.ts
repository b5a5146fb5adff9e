import { dirname, join } from "node:path";
import { syncFile, syncFolder } from "../../../kit/atomic_file.ts";
import { count } from "../../../kit/format.ts";
import type { WrittenAlbum } from "../../cd/files/write_album.ts";
import { RipProblem } from "../../ripper_model.ts";
import type { RippedFile } from "../../rip_schema.ts";
import { changeRip, existingRip } from "../announce.ts";
import { ignoreMissing } from "../copy_titles.ts";
import type { RipsState, Working } from "../deps.ts";
import { showStep } from "../scan/scan_steps.ts";
import { type CdRip, isCdRip, namedAlbum, trackFile } from "./named_cd.ts";
import { doubtfulTracks } from "../../cd/work/track_marks.ts";

/**
 * Writes the album from the copied tracks with their current names: tagged tracks with the cover, cue sheet, playlist
 * and log. Replaces existing files.
 */
export async function writeCd(
  state: RipsState,
  id: string,
  working: Working,
  lines: { add(line: string): void },
): Promise<void> {
  const { record } = await existingRip(state, id);
  if (!isCdRip(record)) {
    throw new RipProblem("no_disc", "The table of contents of this CD was not read; scan it again.");
  }
  const { signal } = working.controller;
  const { outputDir = "", cd } = record;
  const root = join(dirname(outputDir), "album");
  await Deno.remove(root, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(root, { recursive: true, mode: 0o700 });
  const release = cd.releases[cd.selected];
  const { cover, log } = release === undefined ? { log: [] } : await state.cds.cover(release, signal);
  log.forEach(lines.add);
  const album = namedAlbum(record);
  const written = await state.cds.write({
    ...{ root, album, cd, signal },
    cover,
    drive: record.driveName ?? record.source,
    tracks: album.tracks.map(({ number }) => ({ number, path: join(outputDir, trackFile(number)) })),
    onProgress: (done, of) => showStep(state, id, working, { step: "Writing the album", fraction: done / of }),
  });
  signal.throwIfAborted();
  const files = await writtenFiles(record, written);
  await changeRip(state, id, { record: (now) => isCdRip(now) ? withAlbum(now, files, written) : now });
  lines.add(`Album written: ${count(files.length, "track")}${written.hasCover ? " with cover" : ""}`);
}

async function writtenFiles(
  { files }: CdRip,
  { folder, tracks, cue, playlist, log }: WrittenAlbum,
): Promise<RippedFile[]> {
  const made: RippedFile[] = [];
  // Encodes of earlier versions of these files have outdated names and tags.
  for (const { encodedPath, ...file } of files) {
    const track = tracks.find(({ number }) => number === file.titleId);
    if (track === undefined) continue;
    await syncFile(track.path);
    const taken = file.import?.state === "imported" && encodedPath !== undefined ? { encodedPath } : {};
    made.push({ ...file, ...taken, path: track.path, sizeBytes: (await Deno.stat(track.path)).size });
  }
  for (const path of [cue, playlist, log]) await syncFile(path);
  await syncFolder(folder);
  return made;
}

function withAlbum(record: CdRip, files: RippedFile[], { folder, cue, playlist, log, mqa }: WrittenAlbum): CdRip {
  const doubtful = doubtfulTracks(record);
  const warning = `${doubtful.length === 1 ? "Track" : "Tracks"} ${doubtful.join(", ")} may differ from the disc: ` +
    "repeated reads did not match, or positions were skipped.";
  return {
    ...record,
    files,
    warnings: doubtful.length === 0 ? record.warnings : [...new Set([...record.warnings, warning])].slice(-50),
    cd: { ...record.cd, album: { folder, cue, playlist, log }, ...(mqa === undefined ? {} : { mqa }) },
  };
}
