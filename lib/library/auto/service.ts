import type { AutoMemoryRepository } from "../../../db/library/auto_memory.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { RemuxFile } from "../video/remuxes.ts";
import type { LibraryState } from "../video/model.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { JobBusEvents, Jobs } from "../../jobs/service.ts";
import { createBaselines, type Facts, type SourceKind } from "./baselines.ts";
import { findCandidates, itemOf, withFingerprints } from "./candidates.ts";
import type { Candidate } from "./candidate.ts";
import { decideScan } from "./decide.ts";
import { createAutoMemory } from "./memory.ts";
import { memoryOf, outputsOf } from "./memory_rows.ts";
import { type AutoItem, AutoScan, type AutoStatus } from "./model.ts";
import { readManagers } from "./read_managers.ts";
import { resultOf } from "./result.ts";

/** Keeps new remuxes in shape without being asked (behaviour.md, section 12). */
export interface Auto {
  status(): Promise<AutoStatus>;
  /** Scans that are asked for at once are one. A dry run changes nothing. */
  scan(reason: AutoScan["reason"], options?: { dryRun?: boolean }): Promise<AutoScan>;
  /** An import was told of: scans a while later, once for many. */
  imported(): void;
  /** A backup was put back: what the managers hold now is left alone, whatever is remembered. */
  restored(): Promise<void>;
  /** Forgets everything; the next scan makes a new baseline. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface AutoOptions {
  settings: Pick<SettingsService, "current">;
  library: {
    remuxes(): Promise<RemuxFile[]>;
    refresh(kind: SourceKind): Promise<LibraryState>;
    /** Titles of the last reading that could not be read. */
    leftOut(kind: SourceKind): Promise<number[]>;
  };
  profiles: Pick<Profiles, "recipe">;
  jobs: Pick<Jobs, "create">;
  memory: AutoMemoryRepository;
  facts: Facts;
  events: { record(event: AutoEvent): void };
  bus: Pick<Bus<JobBusEvents>, "on">;
  clock: Clock;
  disks: DiskReads;
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

const LAST_KEY = "auto.lastScan";
const GATHER_MS = 15_000;
/** A preview does not wait longer for a manager: it then goes by what was read before. */
const PREVIEW_MS = 5_000;

export function createAuto(options: AutoOptions): Auto {
  const { settings, library, profiles, jobs, facts, events, bus, clock, disks, gatherMs = GATHER_MS } = options;
  let scanning: Promise<AutoScan> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const underway = new Set<Promise<unknown>>();
  const baselines = createBaselines(facts, settings);
  const memory = createAutoMemory({ repository: options.memory, facts, clock, disks });

  /** What was written here is never encoded again, whatever a manager calls it. */
  const stopListening = bus.on("job-ended", ({ job }) => {
    const written = outputsOf(job, clock.now());
    if (written.length === 0) return;
    const work = memory.rememberContents(written).catch(() => {}).finally(() => underway.delete(work));
    underway.add(work);
  });

  async function run(reason: AutoScan["reason"], dryRun: boolean): Promise<AutoScan> {
    const started = clock.monotonicMs();
    const { auto } = settings.current();
    const { errors, kinds, read } = await readManagers({ settings, library }, dryRun ? PREVIEW_MS : undefined);
    await memory.takeUpJobs();
    const all = await findCandidates({ settings, library, disks, kinds, profiles, activeFiles: memory.activeFiles });
    const remembered = await memory.all();
    const { sources, notNew } = await baselines.stand(all, remembered);
    // A library that could not be read would make an empty baseline, and everything in it new the next time.
    const usable = new Set([...kinds].filter((kind) => sources[kind] === "known" || read.has(kind)));
    const candidates = await withFingerprints(all.filter(({ arr }) => usable.has(arr)), remembered, disks);
    const decision = decideScan(candidates, remembered, {
      sources,
      notNew,
      includeExisting: auto.includeExisting,
      maxPerScan: auto.maxPerScan,
    });
    const queued: AutoItem[] = [];
    let nothing = 0;
    if (!dryRun) {
      const at = clock.now();
      await memory.remember([
        ...decision.followed.map((one) => ({ ...one, at: at.getTime() })),
        ...decision.inHand.map((one) => memoryOf(one, "queued", at)),
        ...[...decision.baseline, ...decision.waiting].map((one) => memoryOf(one, "baseline", at)),
        ...decision.existing.map((one) => memoryOf(one, "existing", at)),
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
        const reason = outcome === "nothing" ? "nothing" : decision.waiting.includes(one) ? "existing" : "queued";
        await memory.rememberContents([memoryOf(one, reason, clock.now())]);
      }
      for (const kind of usable) {
        if (!read.has(kind)) continue;
        const leftOut = await library.leftOut(kind);
        if (sources[kind] === "known") await baselines.stillLeftOut(kind, leftOut);
        else await baselines.made(kind, clock.now(), leftOut);
      }
    } else queued.push(...decision.queue.map(itemOf));
    const first = [...usable].some((kind) => sources[kind] === "first");
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
        baselines.since(),
        facts.get(LAST_KEY),
      ]);
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
    async restored() {
      await baselines.restored();
      events.record({
        level: "info",
        source: "auto",
        message:
          "Auto transcode leaves alone what the managers hold now: the backup does not say what was encoded since.",
      });
    },
    async reset() {
      await memory.clear();
      await baselines.clear();
      await facts.remove(LAST_KEY);
      events.record({ level: "info", source: "auto", message: "Auto transcode forgot what it had seen." });
    },
    async close() {
      clearTimeout(gathering);
      stopListening();
      await Promise.allSettled([...underway, scanning]);
    },
  };
}
