import type { Probe } from "./model.ts";
import { sameIdentity, type SourceIdentity, sourceIdentity } from "./source.ts";

/** Maximum number of files in the cache, which is enough for all open pages. */
const MAX_KEPT = 64;

interface KeptProbe {
  identity: SourceIdentity;
  tool: string;
  probe: Promise<Probe>;
  /** Result of `probe`. Absent while the file is being read. */
  found?: Probe;
}

/** Cache of probes in memory, by path and tool. If it is full, the oldest entry is dropped. */
export interface KeptProbes {
  /**
   * Probes a file and caches the result until the file or the tool changes. Concurrent requests for a file share a
   * result. Failures are not cached. Throws the errors of `read` and `sourceIdentity`.
   */
  probe(path: string, tool: string, signal?: AbortSignal): Promise<Probe>;
  /** Returns the cached result for the file's state, without reading it. Throws the errors of `sourceIdentity`. */
  known(path: string, tool: string): Promise<Probe | undefined>;
}

/** Creates a cache for the results of `read`. */
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
    // A read that can be aborted is shared only after it is complete.
    const reading = read(path, tool, signal);
    if (signal === undefined) kept.set(path, { identity, tool, probe: reading });
    try {
      const found = await reading;
      // The result may or may not include changes that were made during the read.
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
