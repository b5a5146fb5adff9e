import { MAX_PIECE_BYTES } from "../protocol.ts";
import { NotNext, PartGone, type PartRequests, Refused } from "./link/part_requests.ts";
import { pause } from "./link/with_retries.ts";
import { withResult } from "./work_folder.ts";

/** What gets through even where connections last for a moment only. */
const MIN_PIECE_BYTES = 32 * 1024;
const PAUSE_MS = 200;
const MAX_PAUSE_MS = 15_000;
/** A service that takes other pieces than the next so often is given up. */
const MAX_CONFLICTS = 100;

/**
 * Brings a finished part to the service piece by piece; goes on where a connection broke, with smaller pieces. Throws as
 * `PartRequests`.
 */
export const bringResult = (path: string, requests: PartRequests, signal: AbortSignal): Promise<void> =>
  withResult(path, async ({ sizeBytes, sha256, piece }) => {
    let pieceBytes = MAX_PIECE_BYTES;
    let misses = 0;
    let conflicts = 0;
    // From the beginning: what an earlier run of this program brought may have been another file.
    for (let at = 0; at < sizeBytes;) {
      const bytes = await piece(at, pieceBytes);
      try {
        await requests.write(at, bytes);
        at += bytes.length;
        misses = 0;
        pieceBytes = Math.min(MAX_PIECE_BYTES, pieceBytes * 2);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof PartGone || error instanceof Refused) throw error;
        if (error instanceof NotNext && ++conflicts > MAX_CONFLICTS) throw error;
        pieceBytes = Math.max(MIN_PIECE_BYTES, Math.floor(pieceBytes / 2));
        await pause(Math.min(MAX_PAUSE_MS, PAUSE_MS * ++misses), signal);
        const received = await requests.received();
        // What arrived before the first piece did is of an earlier run.
        at = at === 0 && received !== bytes.length || received > sizeBytes ? 0 : received;
      }
    }
    await requests.finish({ sizeBytes, sha256 });
  });
