import type { FoundFolder, KnownFolder } from "../../local_title_model.ts";
import type { ParseName } from "../recognition/parsed_name.ts";
import { type ScanRequest, scanRoots } from "../reading/scan.ts";
import type { FromScanner, ToScanner } from "./local_messages.ts";

/** Rows per batch. The owner can store this many without a noticeable delay. */
const BATCH_FILES = 280;
const BATCH_FOLDERS = 150;
/** Maximum number of batches that have not been confirmed. After that, the scan waits for the owner. */
const MAX_UNSTORED = 2;
const PROGRESS_MS = 250;

interface SessionState {
  readonly send: (message: FromScanner) => void;
  readonly parse: ParseName;
  readonly stop: AbortController;
  /** Stored folders received so far. */
  known: KnownFolder[];
  /** Batches that the owner has not stored yet. */
  unstored: number;
  /** Resolves when the owner has stored a batch or the scan should stop. */
  stored: PromiseWithResolvers<void>;
}

/** Results that have not been sent yet. */
interface Batch {
  folders: FoundFolder[];
  files: number;
}

/** Creates the logic of the scanning worker. It does not depend on workers, so that tests can run it directly. */
export function createScanSession(
  send: (message: FromScanner) => void,
  parse: ParseName,
): { receive(message: ToScanner): void } {
  const state: SessionState = {
    send,
    parse,
    stop: new AbortController(),
    known: [],
    unstored: 0,
    stored: Promise.withResolvers(),
  };
  return { receive: (message) => receive(state, message) };
}

function receive(state: SessionState, message: ToScanner): void {
  switch (message.kind) {
    case "known":
      state.known = state.known.concat(message.folders);
      return;
    case "start":
      return void scan(state, message.request);
    case "abort":
      state.stop.abort();
      return state.stored.resolve();
    case "stored":
      state.unstored--;
      state.stored.resolve();
      state.stored = Promise.withResolvers();
  }
}

async function scan(state: SessionState, request: ScanRequest): Promise<void> {
  const { send, parse, known, stop } = state;
  const batch: Batch = { folders: [], files: 0 };
  let reportedAt = 0;
  try {
    const summary = await scanRoots(request, {
      parse,
      known,
      signal: stop.signal,
      async emit(folder) {
        batch.folders.push(folder);
        batch.files += folder.files.length;
        if (batch.files >= BATCH_FILES || batch.folders.length >= BATCH_FOLDERS) await sendBatch(state, batch);
      },
      progress(progress) {
        if (progress.current !== undefined && performance.now() - reportedAt < PROGRESS_MS) return;
        reportedAt = performance.now();
        send({ kind: "progress", progress });
      },
    });
    await sendBatch(state, batch);
    send({ kind: "end", summary });
  } catch (error) {
    const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined];
    send({ kind: "failed", aborted: stop.signal.aborted, message, stack });
  }
  state.known = [];
}

/** Sends and clears the batch when the owner has stored enough of the previous ones. */
async function sendBatch(state: SessionState, batch: Batch): Promise<void> {
  if (batch.folders.length === 0) return;
  while (state.unstored >= MAX_UNSTORED) {
    await state.stored.promise;
    state.stop.signal.throwIfAborted();
  }
  state.unstored++;
  state.send({ kind: "batch", folders: batch.folders });
  batch.folders = [];
  batch.files = 0;
}
