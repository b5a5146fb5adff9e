import type { FoundFolder, KnownFolder, LocalProgress } from "../recognition/model.ts";
import type { ScanRequest, ScanSummary } from "../reading/scan.ts";

/** What the thread that scans local media and its owner say to each other. Plain data both ways. */

/** `known` comes any number of times before `start`; `abort` ends the scan at the next folder. */
export type ToScanner =
  /** A piece of what the last scan remembered. */
  | { kind: "known"; folders: KnownFolder[] }
  | { kind: "start"; request: ScanRequest }
  /** A batch is stored; the next may come. */
  | { kind: "stored" }
  | { kind: "abort" };

/** After a `batch` the thread waits for `stored`; `end` and `failed` are its last messages. */
export type FromScanner =
  | { kind: "batch"; folders: FoundFolder[] }
  | { kind: "progress"; progress: LocalProgress }
  | { kind: "end"; summary: ScanSummary }
  | { kind: "failed"; aborted: boolean; message: string; stack?: string };
