import type { Probe } from "./model.ts";
import { sameIdentity, type SourceIdentity, sourceIdentity } from "./source.ts";

/** So many files are remembered: those of the pages that are open. */
const MAX_KEPT = 64;

interface KeptProbe {
  identity: SourceIdentity;
  tool: string;
  probe: Promise<Probe>;
  /** What `probe` found; missing while the file is being read. */
  found?: Probe;
}

/** Probes in memory, by path and tool; the oldest is dropped when there are too many. */
export interface KeptProbes {
  /**
   * Reads a file, and again only when it or the tool is another one. Those who ask for the same file at once share an
   * answer. A failure is not kept. Throws what `read` and `sourceIdentity` throw.
   */
  probe(path: string, tool: string, signal?: AbortSignal): Promise<Probe>;
  /** What was found of the file as it lies there now, without reading it. Throws what `sourceIdentity` throws. */
  known(path: string, tool: string): Promise<Probe | undefined>;
}

/** Remembers what `read` found. */
export function keepProbes(read: KeptProbes["probe"]): KeptProbes {
  const kept = new Map<string, KeptProbe>();
  const probe: KeptProbes["probe"] = async (path, tool, signal) => {
    const identity = await sourceIdentity(path);
    const known = kept.get(path);
    kept.delete(path);
    if (known && known.tool === tool && sameIdentity(known.identity, identity)) {
      kept.set(path, known);
      return await known.probe;
    }
    // One that may be called off belongs to its caller until it is there.
    const reading = read(path, tool, signal);
    if (signal === undefined) kept.set(path, { identity, tool, probe: reading });
    try {
      const found = await reading;
      // What was written meanwhile may be in it or not.
      if (!sameIdentity(await sourceIdentity(path), identity)) kept.delete(path);
      else kept.set(path, { identity, tool, probe: reading, found });
      for (const old of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(old);
      return found;
    } catch (error) {
      if (kept.get(path)?.probe === reading) kept.delete(path);
      throw error;
    }
  };
  return {
    probe,
    known: async (path, tool) => {
      const known = kept.get(path);
      if (known?.found === undefined || known.tool !== tool) return undefined;
      return sameIdentity(known.identity, await sourceIdentity(path)) ? known.found : undefined;
    },
  };
}
