import type { FoundFolder, KnownFolder } from "../recognition/model.ts";
import type { ParseName } from "../recognition/parsed_name.ts";
import { type ScanRequest, scanRoots } from "../reading/scan.ts";
import type { FromScanner, ToScanner } from "./local_messages.ts";

/** Rows of one batch: what the owner stores in one go, without keeping anyone waiting. */
const BATCH_FILES = 280;
const BATCH_FOLDERS = 150;
/** Batches on their way; the scan waits when the owner does not keep up. */
const MOST_OPEN = 2;
const PROGRESS_MS = 250;

/** What the scanning thread does. Independent of threads: a test drives it directly. */
export function createScanSession(
  send: (message: FromScanner) => void,
  parse: ParseName,
): { receive(message: ToScanner): void } {
  const stop = new AbortController();
  let known: KnownFolder[] = [];
  let open = 0;
  let goOn = Promise.withResolvers<void>();

  const scan = async (request: ScanRequest): Promise<void> => {
    let folders: FoundFolder[] = [];
    let files = 0;
    let told = 0;
    const flush = async (): Promise<void> => {
      if (folders.length === 0) return;
      while (open >= MOST_OPEN) {
        await goOn.promise;
        stop.signal.throwIfAborted();
      }
      open++;
      send({ kind: "batch", folders });
      [folders, files] = [[], 0];
    };
    try {
      const summary = await scanRoots(request, {
        parse,
        known,
        signal: stop.signal,
        async emit(folder) {
          folders.push(folder);
          files += folder.files.length;
          if (files >= BATCH_FILES || folders.length >= BATCH_FOLDERS) await flush();
        },
        progress(progress) {
          if (progress.current !== undefined && performance.now() - told < PROGRESS_MS) return;
          told = performance.now();
          send({ kind: "progress", progress });
        },
      });
      await flush();
      send({ kind: "end", summary });
    } catch (error) {
      const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined];
      send({ kind: "failed", aborted: stop.signal.aborted, message, stack });
    }
    known = [];
  };

  return {
    receive(message) {
      switch (message.kind) {
        case "known":
          known = known.concat(message.folders);
          return;
        case "start":
          return void scan(message.request);
        case "abort":
          stop.abort();
          return goOn.resolve();
        case "stored":
          open--;
          goOn.resolve();
          goOn = Promise.withResolvers();
      }
    },
  };
}
