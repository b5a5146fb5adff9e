import type { AutoMemoryRepository } from "../../../db/library/auto_memory.ts";
import { keepWhileRunning } from "../../kit/async.ts";
import type { Bus } from "../../kit/bus.ts";
import type { JobBusEvents } from "../../jobs/service.ts";
import { createBaselines, type Facts } from "./baselines.ts";
import { createAutoMemory } from "./memory.ts";
import { outputsOf } from "./memory_rows.ts";
import { AutoScan, type AutoStatus } from "./model.ts";
import { resultOf } from "./result.ts";
import { type ScanDeps, scanLibraries } from "./scan.ts";

/** Finds and encodes new remuxes automatically. */
export interface Auto {
  status(): Promise<AutoStatus>;
  /** Scans the libraries. Concurrent requests share one scan. A dry run changes nothing. */
  scan(reason: AutoScan["reason"], options?: { dryRun?: boolean }): Promise<AutoScan>;
  /** Called after a manager has reported an import. Starts one scan after a delay, for all imports during that time. */
  imported(): void;
  /**
   * Called after a backup was restored. The files that the managers have now are not queued, regardless of which files
   * are remembered.
   */
  restored(): Promise<void>;
  /** Forgets all processed files. The next scan records a new baseline. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Services and options of auto transcode. `memory` is the table of remembered files. */
export interface AutoOptions extends Omit<ScanDeps, "baselines" | "memory"> {
  memory: AutoMemoryRepository;
  facts: Facts;
  events: { record(event: AutoEvent): void };
  bus: Pick<Bus<JobBusEvents>, "on">;
  /** Time in milliseconds during which imports are collected before a scan. */
  gatherMs?: number;
}

/** An entry in the event list. */
interface AutoEvent {
  level: "info" | "warning" | "error";
  source: "auto";
  message: string;
  details?: string;
}

interface AutoState extends ScanDeps {
  readonly facts: Facts;
  readonly events: AutoOptions["events"];
  readonly gatherMs: number;
  scanning?: Promise<AutoScan>;
  /** Timer that ends the time during which imports are collected. */
  gathering?: ReturnType<typeof setTimeout>;
  /** Background tasks that only `close` waits for. */
  readonly underway: Set<Promise<unknown>>;
}

const LAST_KEY = "auto.lastScan";
const GATHER_MS = 15_000;

/** Creates auto transcode. It remembers the output of jobs, and scans only on request. */
export function createAuto(options: AutoOptions): Auto {
  const { settings, facts, clock, disks, gatherMs = GATHER_MS } = options;
  const state: AutoState = {
    ...options,
    gatherMs,
    baselines: createBaselines(facts, settings),
    memory: createAutoMemory({ repository: options.memory, facts, clock, disks }),
    underway: new Set(),
  };
  /** Lathe's own output is never encoded again, even if the manager renames it. */
  const stopListening = options.bus.on("job-ended", ({ job }) => {
    const written = outputsOf(job, clock.now());
    if (written.length > 0) keepWhileRunning(state.underway, state.memory.rememberContents(written).catch(() => {}));
  });
  return {
    status: () => statusOf(state),
    scan: (reason, { dryRun = false } = {}) =>
      dryRun ? scanLibraries({ reason, dryRun }, state) : scanOnce(state, reason),
    imported: () => gatherImport(state),
    restored: () => afterRestore(state),
    reset: () => forgetEverything(state),
    async close() {
      clearTimeout(state.gathering);
      stopListening();
      await Promise.allSettled([...state.underway, state.scanning]);
    },
  };
}

async function scanOnce(state: AutoState, reason: AutoScan["reason"]): Promise<AutoScan> {
  state.scanning ??= scanAndRecord(state, reason).finally(() => state.scanning = undefined);
  return await state.scanning;
}

async function scanAndRecord(state: AutoState, reason: AutoScan["reason"]): Promise<AutoScan> {
  const scan = await scanLibraries({ reason, dryRun: false }, state);
  await state.facts.set(LAST_KEY, scan);
  state.events.record({
    level: scan.errors.length > 0 ? "warning" : "info",
    source: "auto",
    message: `Auto transcode: ${resultOf(scan)}.`,
    ...(scan.errors.length > 0 ? { details: scan.errors.join("\n") } : {}),
  });
  return scan;
}

async function statusOf({ settings, memory, baselines, facts, scanning }: AutoState): Promise<AutoStatus> {
  const [counts, baselineAt, last] = await Promise.all([memory.counts(), baselines.since(), facts.get(LAST_KEY)]);
  const lastScan = AutoScan.safeParse(last);
  const { queued = 0, baseline = 0, output = 0, existing = 0, nothing = 0 } = counts;
  return {
    enabled: settings.current().auto.enabled,
    scanning: scanning !== undefined,
    ...(baselineAt === undefined ? {} : { baselineAt }),
    seen: queued + baseline + output + existing + nothing,
    counts: { queued, baseline, output, existing },
    ...(lastScan.success ? { lastScan: lastScan.data } : {}),
  };
}

function gatherImport(state: AutoState): void {
  if (!state.settings.current().auto.enabled) return;
  state.gathering ??= setTimeout(() => {
    state.gathering = undefined;
    keepWhileRunning(
      state.underway,
      scanAfterImport(state).catch((error) =>
        state.events.record({
          level: "error",
          source: "auto",
          message: "The scan after an import failed.",
          details: String(error),
        })
      ),
    );
  }, state.gatherMs);
}

/** A scan or refresh that was already in progress may have missed the imported title. */
async function scanAfterImport(state: AutoState): Promise<void> {
  await state.library.settled();
  // A scan that was started during that refresh also used the old data.
  while (state.scanning !== undefined) await Promise.allSettled([state.scanning]);
  await scanOnce(state, "webhook");
}

async function afterRestore({ baselines, events }: AutoState): Promise<void> {
  await baselines.restored();
  events.record({
    level: "info",
    source: "auto",
    message:
      "Auto transcode skips the files that the managers have now, because the backup does not record what has been encoded since then.",
  });
}

async function forgetEverything({ memory, baselines, facts, events }: AutoState): Promise<void> {
  await memory.clear();
  await baselines.clear();
  await facts.remove(LAST_KEY);
  events.record({ level: "info", source: "auto", message: "The scan history of auto transcode was reset." });
}
