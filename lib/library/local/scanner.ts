import * as z from "zod";
import type { Log } from "../../kit/log.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { LocalProgress } from "./recognition/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { type LocalIndex, scanLocalMedia } from "./worker/local_client.ts";
import type { Managed } from "./managed.ts";
import { localRoots, rootsToScan } from "./roots.ts";

/** How the last scan went. */
export const LastScan = z.object({
  scannedAt: z.iso.datetime(),
  durationMs: z.int(),
  errors: z.array(z.string()),
});
/** Kept in the store under `local.lastScan`; only scans that ended are. */
export type LastScan = z.infer<typeof LastScan>;

/** One scan at a time. */
export interface Scanner {
  /** Starts a scan or joins the one that runs. Rejects when it fails, and when the scanner is closed. */
  run(): Promise<LastScan>;
  /** The folders are others now: a scan that runs starts over, or ends when the index was switched off. */
  startOver(): void;
  running(): boolean;
  progress(): LocalProgress | undefined;
  last(): Promise<LastScan | undefined>;
  /** Why the last try came to nothing. */
  failure(): string | undefined;
  /** Ends what runs; resolves when it has ended. What was stored stays, and the next scan goes on from there. */
  close(): Promise<void>;
}

/** What a scanner needs; `facts` keeps how the last scan went. */
export interface ScannerOptions {
  settings: Pick<SettingsService, "current">;
  index: LocalIndex & { lastScan(): Promise<number | undefined> };
  managed: Pick<Managed, "folders">;
  facts: { get(key: string): Promise<unknown>; set(key: string, value: unknown): Promise<void> };
  clock: Clock;
  log: Log;
  /** Script of the scanning thread. */
  url?: URL;
  /** Called whenever the state is another. */
  changed: () => void;
}

/** What a scanner holds while it is open. */
interface ScannerState extends ScannerOptions {
  readonly ending: AbortController;
  /** The scan that runs, with its new beginnings. */
  current?: Promise<LastScan>;
  /** Ends the present try of it. */
  attempt?: AbortController;
  progress?: LocalProgress;
  failure?: string;
}

const LAST_KEY = "local.lastScan";

/** Starts nothing; how the last scan went is read from the store whenever it is asked for. */
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
      state.ending.abort(new Fault("shutting_down", "Lathe is going down."));
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

/** Scans, and again when the folders changed meanwhile. */
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

/** Answers what could not be read, a sentence each. */
async function scanRoots(state: ScannerState, signal: AbortSignal): Promise<string[]> {
  const { settings, index, managed, clock, url, changed } = state;
  const roots = rootsToScan(localRoots(settings.current()));
  if (roots.length === 0) {
    await index.keepRoots([]);
    return [];
  }
  // Numbers rise even when the clock was set back.
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
