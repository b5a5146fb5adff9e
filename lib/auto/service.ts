import type { AutoMemoryRepository } from "../../db/auto_memory.ts";
import type { Bus } from "../kit/bus.ts";
import type { Clock } from "../kit/clock.ts";
import { atMost } from "../kit/patience.ts";
import { Fault, JobFailure } from "../kit/fault.ts";
import type { RemuxFile } from "../library/remuxes.ts";
import type { LibraryState } from "../library/model.ts";
import type { Profiles } from "../profiles/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { JobBusEvents, Jobs } from "../jobs/service.ts";
import { findCandidates, itemOf } from "./candidates.ts";
import { type Candidate, decideScan } from "./decide.ts";
import { memoryOf, outputOf } from "./memory_rows.ts";
import { type AutoItem, AutoScan, type AutoStatus } from "./model.ts";
import { MANAGERS } from "../managers/kinds.ts";
import { resultOf } from "./result.ts";

/** Keeps new remuxes in shape without being asked (behaviour.md, section 12). */
export interface Auto {
  status(): Promise<AutoStatus>;
  /** Scans that are asked for at once are one. A dry run changes nothing. */
  scan(reason: AutoScan["reason"], options?: { dryRun?: boolean }): Promise<AutoScan>;
  /** An import was told of: scans a while later, once for many. */
  imported(): void;
  /** Forgets everything; the next scan makes a new baseline. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface AutoOptions {
  settings: Pick<SettingsService, "current">;
  library: { remuxes(): Promise<RemuxFile[]>; refresh(kind: "movie" | "series"): Promise<LibraryState> };
  profiles: Pick<Profiles, "recipe">;
  jobs: Pick<Jobs, "create">;
  memory: AutoMemoryRepository;
  facts: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    remove(key: string): Promise<void>;
  };
  events: { record(event: AutoEvent): void };
  bus: Pick<Bus<JobBusEvents>, "on">;
  clock: Clock;
  /** How long imports are gathered. */
  gatherMs?: number;
}

/** What is told to the events list. */
interface AutoEvent {
  level: "info" | "warning" | "error";
  source: "auto";
  message: string;
  details?: string;
}

const BASELINE_KEY = "auto.baselineAt";
const LAST_KEY = "auto.lastScan";
/** Jobs that ended before then are in the memory. */
const TAKEN_KEY = "auto.takenUntil";
const GATHER_MS = 15_000;
/** A preview does not wait longer for a manager: it then goes by what was read before. */
const PREVIEW_MS = 5_000;

export function createAuto(options: AutoOptions): Auto {
  const { settings, library, profiles, jobs, memory, facts, events, bus, clock, gatherMs = GATHER_MS } = options;
  let scanning: Promise<AutoScan> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const underway = new Set<Promise<unknown>>();

  /** What was written here is never encoded again, whatever a manager calls it. */
  const stopListening = bus.on("job-ended", ({ job }) => {
    const written = outputOf(job, clock.now());
    if (written === undefined) return;
    const work = memory.remember([written]).catch(() => {}).finally(() => underway.delete(work));
    underway.add(work);
  });

  async function run(reason: AutoScan["reason"], dryRun: boolean): Promise<AutoScan> {
    const started = clock.monotonicMs();
    const { auto } = settings.current();
    const errors = await readManagers(dryRun);
    const first = await facts.get(BASELINE_KEY) === undefined;
    await takeUpJobs();
    const all = await findCandidates({ settings, library, profiles, activeFiles: memory.activeFiles });
    const decision = decideScan(all, await memory.all(), {
      first,
      includeExisting: auto.includeExisting,
      maxPerScan: auto.maxPerScan,
    });
    const queued: AutoItem[] = [];
    let nothing = 0;
    // A library that could not be read would make an empty baseline, and everything in it new the next time.
    const mayBaseline = !first || errors.length === 0;
    if (!dryRun && mayBaseline) {
      const at = clock.now();
      await memory.remember([
        ...decision.followed.map((one) => ({ ...one, at: at.getTime() })),
        ...decision.inHand.map((one) => memoryOf(one, "queued", at)),
        ...decision.baseline.map((one) => memoryOf(one, "baseline", at)),
      ]);
      for (const one of decision.queue) {
        const outcome = await queue(one).catch((error) => {
          if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
          errors.push(`${one.title}: ${error.message}`);
          return undefined;
        });
        if (outcome === undefined) continue;
        if (outcome === "nothing") nothing++;
        else queued.push({ ...itemOf(one), jobId: outcome });
        await memory.remember([
          memoryOf(one, outcome === "nothing" ? "nothing" : first ? "existing" : "queued", clock.now()),
        ]);
      }
      if (first) await facts.set(BASELINE_KEY, clock.now().toISOString());
    } else if (dryRun) queued.push(...decision.queue.map(itemOf));
    const scan: AutoScan = {
      at: clock.now().toISOString(),
      reason,
      dryRun,
      found: all.length,
      queued,
      pending: decision.pending.map(itemOf),
      skippedSeen: decision.seen,
      skippedMissing: decision.missing.slice(0, 200),
      skippedNoProfile: decision.noProfile,
      skippedNothingToDo: nothing,
      ...(decision.baseline.length > 0 || (first && !auto.includeExisting)
        ? { baseline: decision.baseline.length }
        : {}),
      errors,
      durationMs: Math.round(clock.monotonicMs() - started),
    };
    if (!dryRun) {
      await facts.set(LAST_KEY, scan);
      events.record({
        level: errors.length > 0 ? "warning" : "info",
        source: "auto",
        message: `Auto transcode: ${resultOf(scan)}.`,
        ...(errors.length > 0 ? { details: errors.join("\n") } : {}),
      });
    }
    return scan;
  }

  /** What goes wrong is told, and what was read before is gone by. */
  async function readManagers(dryRun: boolean): Promise<string[]> {
    const { auto: { sources }, connections } = settings.current();
    const errors: string[] = [];
    for (const kind of ["movie", "series"] as const) {
      if (!sources[kind] || !connections[kind].enabled) continue;
      const reading = library.refresh(kind);
      const state = dryRun ? await atMost(PREVIEW_MS, reading) : await reading;
      if (state === undefined) errors.push(`${MANAGERS[kind].app} takes long: this goes by what it said before.`);
      else if (state.error !== undefined) errors.push(state.error);
    }
    return errors;
  }

  async function takeUpJobs(): Promise<void> {
    const until = clock.now().getTime();
    const since = await facts.get(TAKEN_KEY);
    await memory.adopt(typeof since === "number" ? since : 0, until);
    await facts.set(TAKEN_KEY, until);
  }

  async function queue(one: Candidate): Promise<string | "nothing"> {
    const { arr, arrId, fileId, episodeIds, seasonNumber, path, localPath, title, subtitle, poster, profileId = "" } =
      one;
    const answer = await jobs.create({
      title,
      subtitle,
      poster,
      profileId,
      audioOnly: false,
      priority: "bottom",
      source: {
        kind: arr === "movie" ? "movie" : "episode",
        arr,
        arrId,
        fileId,
        episodeIds,
        seasonNumber,
        arrPath: path,
        localPath,
      },
    }, { trigger: "auto", label: "Auto" });
    return "skipped" in answer ? "nothing" : answer.job.id;
  }

  const scan: Auto["scan"] = async (reason, { dryRun = false } = {}) => {
    if (dryRun) return await run(reason, true);
    scanning ??= run(reason, false).finally(() => scanning = undefined);
    return await scanning;
  };

  return {
    scan,
    async status() {
      const [counts, baselineAt, last] = await Promise.all([
        memory.counts(),
        facts.get(BASELINE_KEY),
        facts.get(LAST_KEY),
      ]);
      const lastScan = AutoScan.safeParse(last);
      const { queued = 0, baseline = 0, output = 0, existing = 0, nothing = 0 } = counts;
      return {
        enabled: settings.current().auto.enabled,
        scanning: scanning !== undefined,
        ...(typeof baselineAt === "string" ? { baselineAt } : {}),
        seen: queued + baseline + output + existing + nothing,
        counts: { queued, baseline, output, existing },
        ...(lastScan.success ? { lastScan: lastScan.data } : {}),
      };
    },
    imported() {
      if (!settings.current().auto.enabled) return;
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const work = scan("webhook").catch((error) =>
          events.record({
            level: "error",
            source: "auto",
            message: "The scan after an import failed.",
            details: String(error),
          })
        ).finally(() => underway.delete(work));
        underway.add(work);
      }, gatherMs);
    },
    async reset() {
      await memory.clear();
      await facts.remove(BASELINE_KEY);
      await facts.remove(LAST_KEY);
      await facts.set(TAKEN_KEY, clock.now().getTime());
      events.record({ level: "info", source: "auto", message: "Auto transcode forgot what it had seen." });
    },
    async close() {
      clearTimeout(gathering);
      stopListening();
      await Promise.allSettled([...underway, scanning]);
    },
  };
}
