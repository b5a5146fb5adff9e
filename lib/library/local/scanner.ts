import * as z from "zod";
import type { Log } from "../../kit/log.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { LocalProgress } from "../local_title_model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { type LocalIndex, scanLocalMedia } from "./worker/local_client.ts";
import type { Managed } from "./managed.ts";
import { localRoots, rootsToScan } from "./roots.ts";

/** Result of the last scan. */
export const LastScan = z.object({
  scannedAt: z.iso.datetime(),
  durationMs: z.int(),
  errors: z.array(z.string()),
});
/** The result is stored under `local.lastScan`, for completed scans only. */
export type LastScan = z.infer<typeof LastScan>;

/** Runs one scan at a time. */
export interface Scanner {
  /** Starts a scan or joins the one in progress. Rejects if the scan fails or the scanner is closed. */
  run(): Promise<LastScan>;
  /**
   * Called after the folders have changed. A scan in progress starts from the beginning, or stops if the index was
   * disabled.
   */
  startOver(): void;
  running(): boolean;
  progress(): LocalProgress | undefined;
  last(): Promise<LastScan | undefined>;
  /** Reason why the last scan failed. */
  failure(): string | undefined;
  /** Stops the scan in progress and waits for it. Stored results are kept, and the next scan continues from there. */
  close(): Promise<void>;
}

/** Services and options of a scanner. `facts` stores the result of the last scan. */
export interface ScannerOptions {
  settings: Pick<SettingsService, "current">;
  index: LocalIndex & { lastScan(): Promise<number | undefined> };
  managed: Pick<Managed, "folders">;
  facts: { get(key: string): Promise<unknown>; set(key: string, value: unknown): Promise<void> };
  clock: Clock;
  log: Log;
  /** Script of the scanning worker. */
  url?: URL;
  /** Called whenever the state has changed. */
  changed: () => void;
}

interface ScannerState extends ScannerOptions {
  readonly ending: AbortController;
  /** The scan in progress, including restarts. */
  current?: Promise<LastScan>;
  /** Aborts the current attempt of the scan. */
  attempt?: AbortController;
  progress?: LocalProgress;
  failure?: string;
}

const LAST_KEY = "local.lastScan";

/** Creates a scanner without starting a scan. The result of the last scan is always read from the store. */
export function createScanner(options: ScannerOptions): Scanner {
  const state: ScannerState = { ...options, ending: new AbortController() };
  return {
    run: () => joinScan(state),
    startOver: () => state.attempt?.abort(new Fault("bad_state", "The folders of local media have changed.")),
    running: () => state.current !== undefined,
    progress: () => state.progress,
    last: async () => LastScan.safeParse(await state.facts.get(LAST_KEY)).data,
    failure: () => state.failure,
    async close() {
      state.ending.abort(new Fault("shutting_down", "Lathe is shutting down."));
      await state.current?.catch(() => {});
    },
  };
}

function joinScan(state: ScannerState): Promise<LastScan> {
  const { signal } = state.ending;
  if (signal.aborted) return Promise.reject(signal.reason);
  state.current ??= scanUntilSettled(state).finally(() => {
    state.current = state.attempt = state.progress = undefined;
    state.changed();
  });
  state.changed();
  return state.current;
}

/** Scans, and starts from the beginning if the folders change during the scan. */
async function scanUntilSettled(state: ScannerState): Promise<LastScan> {
  for (;;) {
    const attempt = state.attempt = new AbortController();
    try {
      const last = await scanOnce(state, AbortSignal.any([state.ending.signal, attempt.signal]));
      state.failure = undefined;
      if (!attempt.signal.aborted) return last;
    } catch (error) {
      const switchedOff = attempt.signal.aborted && !state.settings.current().localMedia.enabled;
      const stopped = state.ending.signal.aborted || switchedOff;
      if (attempt.signal.aborted && !stopped) continue;
      if (!stopped) {
        state.failure = `The scan failed: ${error instanceof Error ? error.message : String(error)}`;
        state.log("error", "A scan of local media failed.", { error });
      }
      throw error;
    }
  }
}

async function scanOnce(state: ScannerState, signal: AbortSignal): Promise<LastScan> {
  const { clock, facts } = state;
  const started = clock.monotonicMs();
  const errors = await scanRoots(state, signal);
  const last = {
    scannedAt: clock.now().toISOString(),
    durationMs: Math.round(clock.monotonicMs() - started),
    errors,
  };
  await facts.set(LAST_KEY, last);
  return last;
}

/** Scans the roots. Returns one sentence for each path that could not be read. */
async function scanRoots(state: ScannerState, signal: AbortSignal): Promise<string[]> {
  const { settings, index, managed, clock, url, changed } = state;
  const roots = rootsToScan(localRoots(settings.current()));
  if (roots.length === 0) {
    await index.keepRoots([]);
    return [];
  }
  // Scan numbers must increase even if the clock was set back.
  const number = Math.max(clock.now().getTime(), (await index.lastScan() ?? 0) + 1);
  const summary = await scanLocalMedia({
    index,
    roots,
    exclude: settings.current().localMedia.exclude,
    managed: await managed.folders(),
    signal,
    url,
    now: () => number,
    onProgress(now) {
      state.progress = now;
      changed();
    },
  });
  const away = summary.roots.flatMap(({ path, available, reason }) => available ? [] : [`${path}: ${reason}`]);
  return [...new Set([...away, ...summary.errors])];
}
