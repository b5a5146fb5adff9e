import { RipProblem } from "../../ripper_model.ts";
import type { CdSource } from "../model.ts";
import { createEncodertoolReader } from "./encodertool_reader.ts";
import { createImageReader } from "./image_reader.ts";
import type { ReadingDeps, SectorReader } from "./model.ts";
import { createParanoiaReader } from "./paranoia_reader.ts";

/**
 * Selects the reader for a source: the built-in one for images, and cd-paranoia, else fre:ac, for drives. Throws
 * `RipProblem` `tool_missing`.
 */
export async function chooseReader(source: CdSource, deps: ReadingDeps): Promise<SectorReader> {
  if (source.kind === "image") return createImageReader(source.path);
  for (const name of ["cd-paranoia", "cdparanoia"]) {
    const { path } = await deps.findTool(name, "");
    if (path !== undefined) return createParanoiaReader(path, source.path, deps.times);
  }
  const { path } = await deps.findTool("freaccmd", deps.encodertoolPath ?? "");
  if (path !== undefined) return createEncodertoolReader(path, source.path);
  throw new RipProblem("tool_missing", "No program for reading audio CDs was found.", {
    remedy: "Install cd-paranoia.",
  });
}
