import { z } from "zod";
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

const LAST_KEY = "local.lastScan";

export function createScanner(options: ScannerOptions): Scanner {
  const { settings, index, managed, facts, clock, log, url, changed } = options;
  const ending = new AbortController();
  let current: Promise<LastScan> | undefined;
  let progress: LocalProgress | undefined;
  let failure: string | undefined;
  let attempt: AbortController | undefined;

  async function once(signal: AbortSignal): Promise<LastScan> {
    const started = clock.monotonicMs();
    const roots = rootsToScan(localRoots(settings.current()));
    const errors = await scanned(roots, signal);
    const last = {
      scannedAt: clock.now().toISOString(),
      durationMs: Math.round(clock.monotonicMs() - started),
      errors,
    };
    await facts.set(LAST_KEY, last);
    return last;
  }

  async function scanned(roots: ReturnType<typeof rootsToScan>, signal: AbortSignal): Promise<string[]> {
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
        progress = now;
        changed();
      },
    });
    const away = summary.roots.flatMap(({ path, available, reason }) => available ? [] : [`${path}: ${reason}`]);
    return [...new Set([...away, ...summary.errors])];
  }

  async function work(): Promise<LastScan> {
    try {
      for (;;) {
        const mine = attempt = new AbortController();
        try {
          const last = await once(AbortSignal.any([ending.signal, mine.signal]));
          failure = undefined;
          if (!mine.signal.aborted) return last;
        } catch (error) {
          const stopped = ending.signal.aborted || (mine.signal.aborted && !settings.current().localMedia.enabled);
          if (mine.signal.aborted && !stopped) continue;
          if (!stopped) {
            failure = `The scan failed: ${error instanceof Error ? error.message : String(error)}`;
            log("error", "A scan of local media failed.", { error });
          }
          throw error;
        }
      }
    } finally {
      current = attempt = progress = undefined;
      changed();
    }
  }

  function run(): Promise<LastScan> {
    if (ending.signal.aborted) return Promise.reject(ending.signal.reason);
    current ??= work();
    changed();
    return current;
  }

  return {
    run,
    startOver: () => attempt?.abort(new Fault("bad_state", "The folders of local media have changed.")),
    running: () => current !== undefined,
    progress: () => progress,
    last: async () => LastScan.safeParse(await facts.get(LAST_KEY)).data,
    failure: () => failure,
    async close() {
      ending.abort(new Fault("shutting_down", "Lathe is going down."));
      await current?.catch(() => {});
    },
  };
}
