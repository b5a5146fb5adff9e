import { NotNext, type PartRequests } from "./link/part_requests.ts";
import { withResult } from "./work_folder.ts";

/** Pieces may have to be asked for again after cut connections; a service that never takes one is given up. */
const MAX_MISSES = 1_000;

/** Brings a finished part to the service piece by piece; goes on where a connection broke. Throws as `PartRequests`. */
export const bringResult = (path: string, requests: PartRequests): Promise<void> =>
  withResult(path, async ({ sizeBytes, sha256, piece }) => {
    let misses = 0;
    // From the beginning: what an earlier run of this program brought may have been another file.
    for (let at = 0; at < sizeBytes;) {
      const bytes = await piece(at);
      try {
        await requests.write(at, bytes);
        at += bytes.length;
      } catch (error) {
        if (!(error instanceof NotNext) || ++misses > MAX_MISSES) throw error;
        const received = await requests.received();
        at = received <= sizeBytes ? received : 0;
      }
    }
    await requests.finish({ sizeBytes, sha256 });
  });
