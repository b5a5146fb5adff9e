import * as clocks from "./clock_sources.ts";
import * as files from "./file_sources.ts";
import * as pictures from "./picture_sources.ts";
import type { OddSource } from "./recipes.ts";
import * as tracks from "./track_sources.ts";

/** All unusual sources, by file name. */
export const ODD_SOURCES: Record<string, OddSource> = Object.assign(
  {},
  ...[files, tracks, pictures, clocks].flatMap((group) => Object.values(group)),
);
