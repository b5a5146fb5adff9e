import type { ManagedFolders } from "../../../../db/library/local/local_scan.ts";
import type { FoundFolder, KnownFolder, LocalProgress } from "../../local_title_model.ts";
import { yieldToEventLoop } from "../../../kit/async.ts";
import type { ScanRequest, ScanSummary } from "../reading/scan.ts";
import type { FromScanner, ToScanner } from "./local_messages.ts";

/** Store for the results of a scan, implemented by `db/library/local/local.ts`. */
export interface LocalIndex {
  /** Removes all roots that are not in `paths`. */
  keepRoots(paths: string[]): Promise<void>;
  /** Returns the stored folders whose path is after `after`, sorted by path. */
  known(after: string, limit: number): Promise<KnownFolder[]>;
  store(folders: FoundFolder[], scan: number): Promise<void>;
  markMissing(paths: string[], scan: number): Promise<void>;
  /** Removes entries in these roots that two scans did not find. Folders at or below `kept` are kept for 90 days. */
  finish(scan: number, roots: string[], kept: string[]): Promise<void>;
  /**
   * Marks all paths of each file except one as duplicates. `roots` are in order of preference. Returns true if anything
   * has changed.
   */
  markSameFiles(roots: string[]): Promise<boolean>;
  /** Marks titles whose folder belongs to a manager, and hides them if enabled. */
  markManaged(managed: ManagedFolders): Promise<void>;
}

/** A scan and the index in which results are stored. `url` is the script of the worker. */
export interface LocalScan extends ScanRequest {
  index: LocalIndex;
  /** Local folders of titles in managers' libraries. Undefined means none. */
  managed?: ManagedFolders;
  signal: AbortSignal;
  onProgress?: (progress: LocalProgress) => void;
  url?: URL;
  /** Returns the number of the scan, which must be higher than that of the previous scan. */
  now?: () => number;
}

/** Default script of the scanning worker. */
export const LOCAL_WORKER_URL = new URL("./local_worker.ts", import.meta.url);

/** Number of stored folders per message. */
const BATCH_SIZE = 400;
const NOTHING_MANAGED: ManagedFolders = { folders: [], hide: false };
/**
 * Time to wait after an abort in milliseconds. A worker that is blocked by a network share which does not respond
 * cannot receive messages.
 */
const GRACE_MS = 3000;

interface ScanThread {
  send(message: ToScanner): void;
  /** Result of the scan, when everything has been stored. Rejects with the signal's reason. */
  done: Promise<ScanSummary>;
  /** Terminates the worker after pending writes. */
  close(): Promise<void>;
}

/**
 * Scans in a worker and updates the index. Throws the signal's reason when aborted. In this case stored results are
 * kept, the next scan continues from there, and nothing is removed.
 */
export async function scanLocalMedia(scan: LocalScan): Promise<ScanSummary> {
  const { index, signal, roots, exclude, managed = NOTHING_MANAGED, now = Date.now } = scan;
  signal.throwIfAborted();
  const number = now();
  await index.keepRoots(roots.map(({ path }) => path));
  const thread = startThread(scan, number);
  try {
    await sendKnown(index, thread);
    signal.throwIfAborted();
    thread.send({ kind: "start", request: { roots, exclude } });
    const summary = await thread.done;
    signal.throwIfAborted();
    await index.markMissing(summary.missing, number);
    const there = summary.roots.filter(({ available }) => available);
    await index.finish(number, there.map(({ path }) => path), summary.kept);
    await index.markManaged(managed);
    const changed = await index.markSameFiles(roots.map(({ path }) => path));
    // Hides titles whose files now all belong to other titles.
    if (changed) await index.markManaged(managed);
    return summary;
  } finally {
    await thread.close();
  }
}

async function sendKnown(index: LocalIndex, thread: ScanThread): Promise<void> {
  for (let after = "";;) {
    const folders = await index.known(after, BATCH_SIZE);
    const last = folders.at(-1);
    if (!last) return;
    thread.send({ kind: "known", folders });
    after = last.path;
    await yieldToEventLoop();
  }
}

/** Starts a worker and stores its results under `number`. */
function startThread({ index, signal, url = LOCAL_WORKER_URL, onProgress }: LocalScan, number: number): ScanThread {
  const worker = new Worker(url, { type: "module", name: "local-media" });
  const send = (message: ToScanner) => worker.postMessage(message);
  const done = Promise.withResolvers<ScanSummary>();
  // The promise may reject before it is awaited.
  done.promise.catch(() => {});
  let grace: ReturnType<typeof setTimeout> | undefined;
  const abort = () => {
    send({ kind: "abort" });
    grace = setTimeout(() => done.reject(signal.reason), GRACE_MS);
  };
  let writing: Promise<void> = Promise.resolve();
  worker.onerror = (event) => {
    // An unhandled error would end the whole process.
    event.preventDefault();
    done.reject(new Error(`The scanning thread ended: ${event.message}`));
  };
  worker.onmessageerror = () => done.reject(new Error("The scanning thread sent unreadable data."));
  worker.onmessage = ({ data }: MessageEvent<FromScanner>) => {
    switch (data.kind) {
      case "batch":
        writing = writing.then(() => index.store(data.folders, number)).then(() => send({ kind: "stored" }));
        writing.catch(done.reject);
        return;
      case "progress":
        return onProgress?.(data.progress);
      case "end":
        return done.resolve(writing.then(() => data.summary));
      case "failed":
        return done.reject(data.aborted ? signal.reason : new Error(data.message, { cause: data.stack }));
    }
  };
  signal.addEventListener("abort", abort, { once: true });
  return {
    send,
    done: done.promise,
    async close() {
      signal.removeEventListener("abort", abort);
      clearTimeout(grace);
      await writing.catch(() => {});
      worker.terminate();
    },
  };
}
