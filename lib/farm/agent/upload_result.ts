import { MAX_PIECE_BYTES } from "../protocol.ts";
import { NotNext, PartGone, type PartRequests, Refused } from "./link/part_requests.ts";
import { pause } from "./link/with_retries.ts";
import { withResult } from "./work_folder.ts";

/** Minimum size of a chunk in bytes, small enough to be uploaded over very short connections. */
const MIN_PIECE_BYTES = 32 * 1024;
const PAUSE_MS = 200;
const MAX_PAUSE_MS = 15_000;
/** Maximum number of conflicts about the next chunk before the upload fails. */
const MAX_CONFLICTS = 100;

/**
 * Uploads a finished part to the service in chunks. After a broken connection, resumes with smaller chunks. Throws the
 * errors of `PartRequests`.
 */
export const uploadResult = (path: string, requests: PartRequests, signal: AbortSignal): Promise<void> =>
  withResult(path, async ({ sizeBytes, sha256, piece }) => {
    let pieceBytes = MAX_PIECE_BYTES;
    let misses = 0;
    let conflicts = 0;
    // The upload starts at the beginning, because an earlier run of the agent may have uploaded a different file.
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
        // Data that arrived before the first chunk is from an earlier run.
        at = at === 0 && received !== bytes.length || received > sizeBytes ? 0 : received;
      }
    }
    await requests.finish({ sizeBytes, sha256 });
  });
