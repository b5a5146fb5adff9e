import { deepEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { probeFile } from "../../lib/media/probe/ffprobe.ts";
import { JobFailure } from "../../lib/kit/fault.ts";
import { tools } from "../fixtures/encode.ts";
import { inFolder } from "../fixtures/folder.ts";
import { ALL_ROWS } from "../kit/all_rows.ts";
import { cachedFile, sourceTexts } from "../kit/cached_files.ts";
import { type Made, outcomeOf, PROFILES } from "./outcome.ts";
import { makerIn } from "./make.ts";
import type { OddSource } from "./recipes.ts";
import { ODD_SOURCES } from "./sources.ts";

/**
 * Unusual but real sources with several profiles. Each result must be correct, or the source must be rejected before
 * the encode, and warnings must name any loss. A regular run tests every fifth source with one profile. With
 * LATHE_TABLE=all, each source is tested with all profiles.
 */

const MAKERS = sourceTexts(
  import.meta.url,
  "make.ts",
  "clock_sources.ts",
  "edit_lists.ts",
  "file_sources.ts",
  "moved_track.ts",
  "picture_sources.ts",
  "recipes.ts",
  "track_sources.ts",
);

/** The tested rows of the table. Adjacent rows are often of one kind. */
const SOURCES = Object.entries(ODD_SOURCES).filter((_, row) => ALL_ROWS || row % 5 === 0);

/** Returns the profiles for a row, which differ in consecutive rows. */
function profilesFor(row: number): string[] {
  const names = Object.keys(PROFILES);
  return ALL_ROWS ? names : [names[row % names.length] ?? ""];
}

const sourceFile = (name: string, source: OddSource): Promise<string> =>
  cachedFile([...MAKERS, name], async (folder) => {
    await source.make(makerIn(folder), name);
    return join(folder, name);
  });

/** Tolerance for whole frames and for containers that pad audio by a packet. */
const SPARE_SECONDS = 0.3;

/** Returns the differences between the result and the source as played. */
function differences({ shown }: OddSource, { result, frames }: Made): string[] {
  const count = (kind: string): number => result.streams.filter((stream) => stream.kind === kind).length;
  const compared: [string, number, number | undefined][] = [
    ["frames", frames, shown.frames],
    ["audio tracks", count("audio"), shown.audio],
    ["subtitles", count("subtitle"), shown.subtitles],
    ["chapters", result.chapters.length, shown.chapters],
  ];
  // The duration may include subtitles after the video (FFMPEG_CHANGES.subtitleLengths).
  const seconds = Math.max(result.durationSeconds, ...result.streams.map(({ durationSeconds = 0 }) => durationSeconds));
  return [
    ...(Math.abs(seconds - shown.seconds) > SPARE_SECONDS ? [`${seconds} s instead of ${shown.seconds} s`] : []),
    ...compared.flatMap(([name, is, should]) =>
      should === undefined || is === should ? [] : [`${is} instead of ${should} ${name}`]
    ),
  ];
}

for (const [row, [name, source]] of SOURCES.entries()) {
  inFolder(`slow: ${name} is encoded correctly, refused before the encode, or its loss is named`, async (folder) => {
    const probe = await probeFile(await sourceFile(name, source), tools).catch((error: unknown) => {
      if (error instanceof JobFailure) return undefined;
      throw error;
    });
    if (!probe) return;
    for (const profile of profilesFor(row)) {
      const chosen = PROFILES[profile];
      ok(chosen, profile);
      const outcome = await outcomeOf(probe, chosen, folder);
      ok(outcome.kind !== "failed", `${profile}: ${"text" in outcome ? outcome.text : ""}`);
      if (outcome.kind === "made" && outcome.warnings.length === 0) {
        deepEqual([profile, differences(source, outcome)], [profile, []]);
      }
    }
  });
}
