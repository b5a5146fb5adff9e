import type { ManagedFolders } from "../../../../db/library/local/local_scan.ts";
import type { FoundFolder, KnownFolder, LocalProgress } from "../recognition/model.ts";
import { yieldToEventLoop } from "../../../kit/async.ts";
import type { ScanRequest, ScanSummary } from "../reading/scan.ts";
import type { FromScanner, ToScanner } from "./local_messages.ts";

/** Where a scan keeps what it finds; `db/library/local/local.ts` is one. */
export interface LocalIndex {
  /** Forgets roots that are not among these. */
  keepRoots(paths: string[]): Promise<void>;
  /** Remembered folders in order of their paths, those after `after`. */
  known(after: string, limit: number): Promise<KnownFolder[]>;
  store(folders: FoundFolder[], scan: number): Promise<void>;
  markMissing(paths: string[], scan: number): Promise<void>;
  /** Forgets what two scans did not find in these roots; what is or lies in `kept` only after 90 days. */
  finish(scan: number, roots: string[], kept: string[]): Promise<void>;
  /** Marks titles whose folder a manager has, and hides them where that is wanted. */
  markManaged(managed: ManagedFolders): Promise<void>;
}

/** A scan with the index that it fills; `url` is the script of the thread. */
export interface LocalScan extends ScanRequest {
  index: LocalIndex;
  /** Local folders of titles that managers manage; undefined are none. */
  managed?: ManagedFolders;
  signal: AbortSignal;
  onProgress?: (progress: LocalProgress) => void;
  url?: URL;
  /** Numbers the scan: later ones are larger. */
  now?: () => number;
}

/** The script of the scanning thread, unless the caller names another. */
export const LOCAL_WORKER_URL = new URL("./local_worker.ts", import.meta.url);

/** Remembered folders of one message. */
const BATCH_SIZE = 400;
const NOTHING_MANAGED: ManagedFolders = { folders: [], hide: false };
/** A thread that waits for a dead network share hears nothing. */
const GRACE_MS = 3000;

/** A thread that scans. */
interface ScanThread {
  send(message: ToScanner): void;
  /** What the scan came to, when all of it is stored. Rejects with the signal's reason. */
  done: Promise<ScanSummary>;
  /** Ends the thread when nothing is being stored any more. */
  close(): Promise<void>;
}

/**
 * Scans in a thread of its own and keeps the index. Throws the signal's reason when stopped: what was stored stays, and
 * the next scan goes on from there; nothing is forgotten.
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

/** Starts a thread, and stores under `number` what it finds. */
function startThread({ index, signal, url = LOCAL_WORKER_URL, onProgress }: LocalScan, number: number): ScanThread {
  const worker = new Worker(url, { type: "module", name: "local-media" });
  const send = (message: ToScanner) => worker.postMessage(message);
  const done = Promise.withResolvers<ScanSummary>();
  // A failure may come before anyone waits for the end.
  done.promise.catch(() => {});
  let grace: ReturnType<typeof setTimeout> | undefined;
  const abort = () => {
    send({ kind: "abort" });
    grace = setTimeout(() => done.reject(signal.reason), GRACE_MS);
  };
  let writing: Promise<void> = Promise.resolve();
  worker.onerror = (event) => {
    // Unhandled, it would end the whole program.
    event.preventDefault();
    done.reject(new Error(`The scanning thread ended: ${event.message}`));
  };
  worker.onmessageerror = () => done.reject(new Error("The scanning thread sent something unreadable."));
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
