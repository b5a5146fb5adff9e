import type { AnyRecipe } from "../../lib/encode/profiles/smart/schema.ts";
import { findSource } from "../../lib/jobs/intake/source_file.ts";
import { mapConcurrent } from "../../lib/kit/async.ts";
import type { RuleMatch } from "../../lib/ui/components/rule_matches.tsx";
import { asFault } from "../http/problem.ts";
import type { Services } from "../services/services.ts";
import { measuredOffer } from "./measured_offer.ts";
import { libraryFiles, recentFiles, type TriedFile } from "./library_files.ts";

/** Maximum number of files in the table. */
export const MAX_TRIED = 20;
const READS_AT_ONCE = 4;

type MatchServices = Pick<
  Services,
  "library" | "local" | "jobs" | "media" | "settings" | "storage" | "disks" | "decisionContext" | "estimates"
>;

/**
 * Returns the effect of a recipe on files in the library. If the library has no files, uses the files of the newest
 * jobs.
 */
export async function ruleMatches(
  services: MatchServices,
  recipe: AnyRecipe,
  { q, signal }: { q: string; signal: AbortSignal },
): Promise<RuleMatch[]> {
  const found = await libraryFiles(services, { q, limit: MAX_TRIED });
  const files = found.length > 0 || q !== "" ? found : await recentFiles(services, MAX_TRIED);
  return await mapConcurrent(files, READS_AT_ONCE, (file) => {
    signal.throwIfAborted();
    return matchOf(services, recipe, file);
  });
}

async function matchOf(
  { media, settings, storage, disks, decisionContext, estimates }: MatchServices,
  recipe: AnyRecipe,
  file: TriedFile,
): Promise<RuleMatch> {
  try {
    const { mediaRoots } = settings.current().general.security;
    const { path, identity } = await findSource({ kind: "file", localPath: file.path }, { mediaRoots, storage, disks });
    const [probe, capabilities, context, samples] = await Promise.all([
      media.probe(path),
      media.capabilities(),
      decisionContext({ path }),
      estimates.measured(identity),
    ]);
    const { smart, summary, nothingToDo, estimate } = measuredOffer(
      { probe, identity, samples },
      recipe,
      capabilities,
      context,
    );
    const { bytes, encodeSeconds } = estimate;
    return {
      ...file,
      reasons: smart?.reasons ?? [],
      summary,
      nothingToDo,
      estimate: { bytes, sourceBytes: probe.sizeBytes, ...(encodeSeconds === undefined ? {} : { encodeSeconds }) },
    };
  } catch (error) {
    const fault = asFault(error);
    if (fault.code === "internal") throw error;
    return { ...file, reasons: [], summary: [], nothingToDo: false, problem: fault.message };
  }
}
