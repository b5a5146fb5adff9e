import type { Probe } from "./model.ts";
import { sameIdentity, type SourceIdentity, sourceIdentity } from "./source.ts";

/** So many files are remembered: those of the pages that are open. */
const MAX_KEPT = 64;

/**
 * Reads files with `read`, and again only when the file or the tool is another one. Those who ask for the same file at once
 * share an answer. A failure is not kept. Throws what `read` and `sourceIdentity` throw.
 */
export function keepProbes(
  read: (path: string, tool: string, signal?: AbortSignal) => Promise<Probe>,
): (path: string, tool: string, signal?: AbortSignal) => Promise<Probe> {
  const kept = new Map<string, { identity: SourceIdentity; tool: string; probe: Promise<Probe> }>();
  return async (path, tool, signal) => {
    const identity = await sourceIdentity(path);
    const known = kept.get(path);
    kept.delete(path);
    if (known && known.tool === tool && sameIdentity(known.identity, identity)) {
      kept.set(path, known);
      return await known.probe;
    }
    // One that may be called off belongs to its caller until it is there.
    const probe = read(path, tool, signal);
    if (signal === undefined) kept.set(path, { identity, tool, probe });
    try {
      const found = await probe;
      // What was written meanwhile may be in it or not.
      if (!sameIdentity(await sourceIdentity(path), identity)) kept.delete(path);
      else kept.set(path, { identity, tool, probe });
      for (const old of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(old);
      return found;
    } catch (error) {
      if (kept.get(path)?.probe === probe) kept.delete(path);
      throw error;
    }
  };
}
