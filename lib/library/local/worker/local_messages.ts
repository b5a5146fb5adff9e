import type { FoundFolder, KnownFolder, LocalProgress } from "../../local_title_model.ts";
import type { ScanRequest, ScanSummary } from "../reading/scan.ts";

/** Messages between the scanning worker and its owner, as plain data in both directions. */

/**
 * Messages to the worker. `known` may be sent any number of times before `start`. `abort` stops the scan at the next
 * folder.
 */
export type ToScanner =
  /** A batch of the folders stored by the last scan. */
  | { kind: "known"; folders: KnownFolder[] }
  | { kind: "start"; request: ScanRequest }
  /** A batch was stored, and the next one may be sent. */
  | { kind: "stored" }
  | { kind: "abort" };

/** Messages from the worker. After a `batch`, it waits for `stored`. `end` and `failed` are its last messages. */
export type FromScanner =
  | { kind: "batch"; folders: FoundFolder[] }
  | { kind: "progress"; progress: LocalProgress }
  | { kind: "end"; summary: ScanSummary }
  | { kind: "failed"; aborted: boolean; message: string; stack?: string };
