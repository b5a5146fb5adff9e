import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { Jobs } from "../../jobs/service.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { LibraryState } from "../video_model.ts";
import type { RemuxFile } from "../video/remuxes.ts";
import { type Addresses, type Baselines, SOURCE_KINDS, type SourceKind, type Standing } from "./baselines.ts";
import type { Candidate } from "./candidate.ts";
import { findCandidates, itemOf, withFingerprints } from "./candidates.ts";
import { decideScan, type ScanDecision } from "./decide.ts";
import type { AutoMemory } from "./memory.ts";
import { memoryOf } from "./memory_rows.ts";
import type { AutoItem, AutoScan } from "./model.ts";
import { withTimeout } from "../../kit/async.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";

/** Services and options of `scanLibraries`. A dry run does not write anything. */
export interface ScanDeps {
  settings: Pick<SettingsService, "current">;
  library: {
    remuxes(): Promise<RemuxFile[]>;
    refresh(kind: SourceKind): Promise<LibraryState>;
    /** Titles that could not be read during the last refresh of the library. */
    leftOut(kind: SourceKind): Promise<number[]>;
    /** Resolves when no library is being refreshed. */
    settled(): Promise<void>;
  };
  profiles: Pick<Profiles, "recipe">;
  jobs: Pick<Jobs, "create">;
  baselines: Baselines;
  memory: AutoMemory;
  clock: Clock;
  disks: DiskReads;
}

/** Results of queueing the selected files. */
interface Queued {
  items: AutoItem[];
  /** Number of files that a job would not change. */
  nothing: number;
  pending: AutoItem[];
  errors: string[];
}

/** Limits for files that the queue refuses: the number that is listed in the errors, and the number of attempts. */
const MAX_REFUSALS = 20;
const MAX_REFUSED = 1000;

/** Maximum time in milliseconds that a preview waits for a manager. After that, it uses the stored data. */
const PREVIEW_MS = 5_000;

/**
 * Finds new remuxes and queues them, unless it is a dry run. Errors while reading or queueing are returned in the
 * result of the scan.
 */
export async function scanLibraries(
  { reason, dryRun }: { reason: AutoScan["reason"]; dryRun: boolean },
  deps: ScanDeps,
): Promise<AutoScan> {
  const { settings, library, profiles, baselines, memory, clock, disks } = deps;
  const started = clock.monotonicMs();
  const { includeExisting, maxPerScan } = settings.current().auto;
  const addresses = baselines.addresses();
  const { errors, kinds, read } = await readManagers({ settings, library }, dryRun ? PREVIEW_MS : undefined);
  await memory.rememberEndedJobs();
  const all = await findCandidates({ settings, library, disks, kinds, profiles, activeFiles: memory.activeFiles });
  const remembered = await memory.all();
  // Ignores managers whose address has changed in the settings during the scan.
  for (const kind of kinds) if (baselines.addresses()[kind] !== addresses[kind]) kinds.delete(kind);
  const { sources, notNew } = await baselines.standing(all, remembered, addresses);
  // If a library could not be read, its baseline would be empty, and the next scan would consider all its files new.
  const usable = [...kinds].filter((kind) => sources[kind] === "known" || read.has(kind));
  const candidates = await withFingerprints(all.filter(({ arr }) => usable.includes(arr)), remembered, disks);
  const decision = decideScan(candidates, remembered, { sources, notNew, includeExisting, maxPerScan });
  let queued: Queued = {
    items: decision.queue.map(itemOf),
    nothing: 0,
    pending: decision.pending.map(itemOf),
    errors: [],
  };
  if (!dryRun) {
    await rememberDecision(decision, deps);
    queued = await queueAll(decision, maxPerScan, deps);
    await recordBaselines(usable.filter((kind) => read.has(kind)), { sources, addresses }, deps);
  }
  const first = usable.some((kind) => sources[kind] === "first");
  return {
    at: clock.now().toISOString(),
    reason,
    dryRun,
    found: all.length,
    queued: queued.items,
    pending: queued.pending,
    skippedSeen: decision.seen,
    skippedMissing: decision.missing.slice(0, 200),
    skippedNoProfile: decision.noProfile,
    skippedNothingToDo: queued.nothing,
    ...(decision.baseline.length > 0 || (first && !includeExisting) ? { baseline: decision.baseline.length } : {}),
    errors: [...errors, ...queued.errors],
    durationMs: Math.round(clock.monotonicMs() - started),
  };
}

/**
 * Stores the decisions of a scan. Called before any file is queued, so that an interrupted scan never queues the same
 * files again.
 */
async function rememberDecision(decision: ScanDecision, { memory, clock }: ScanDeps): Promise<void> {
  const at = clock.now();
  await memory.remember([
    ...decision.followed.map((one) => ({ ...one, at: at.getTime() })),
    ...decision.inHand.map((one) => memoryOf(one, "queued", at)),
    ...[...decision.baseline, ...decision.waiting].map((one) => memoryOf(one, "baseline", at)),
    ...decision.existing.map((one) => memoryOf(one, "existing", at)),
  ]);
}

/** Queues files. Refused files are tried again by the next scan and do not count towards the limit of this scan. */
async function queueAll(decision: ScanDecision, maxPerScan: number, deps: ScanDeps): Promise<Queued> {
  const queued: Queued = { items: [], nothing: 0, pending: [], errors: [] };
  let refused = 0;
  // Other files on the same disk would also time out.
  let isDiskSilent = false;
  for (const one of [...decision.queue, ...decision.pending]) {
    if (queued.items.length + queued.nothing >= maxPerScan || isDiskSilent || refused >= MAX_REFUSED) {
      queued.pending.push(itemOf(one));
      continue;
    }
    const jobId = await queueOne(one, deps.jobs).catch((error) => {
      if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
      isDiskSilent ||= error.code === "upstream_timeout";
      if (++refused <= MAX_REFUSALS) queued.errors.push(`${one.title}: ${error.message}`);
    });
    if (jobId === undefined) continue;
    if (jobId === null) queued.nothing++;
    else queued.items.push({ ...itemOf(one), jobId });
    const reason = jobId === null ? "nothing" : decision.waiting.includes(one) ? "existing" : "queued";
    await deps.memory.rememberContents([memoryOf(one, reason, deps.clock.now())]);
  }
  if (refused > MAX_REFUSALS) queued.errors.push(`${refused - MAX_REFUSALS} more files were refused.`);
  return queued;
}

/** Queues a file. Returns the ID of the new job, or null if it would not change the file. */
async function queueOne(
  { arr, arrId, fileId, episodeIds, seasonNumber, path, localPath, title, subtitle, poster, profileId = "" }: Candidate,
  jobs: Pick<Jobs, "create">,
): Promise<string | null> {
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
  return "skipped" in answer ? null : answer.job.id;
}

/** Records baselines. `kinds` are the libraries that were refreshed in this scan. */
async function recordBaselines(
  kinds: SourceKind[],
  { sources, addresses }: { sources: Standing["sources"]; addresses: Addresses },
  { library, baselines, clock }: ScanDeps,
): Promise<void> {
  for (const kind of kinds) {
    const leftOut = await library.leftOut(kind);
    const address = addresses[kind];
    if (sources[kind] === "known") await baselines.stillLeftOut(kind, { address, leftOut });
    else await baselines.record(kind, { at: clock.now(), address, leftOut });
  }
}

/**
 * Refreshes the enabled managers, waiting at most `patienceMs` for each. If this fails, returns the error and uses the
 * stored data.
 */
async function readManagers(
  { settings, library }: {
    settings: Pick<SettingsService, "current">;
    library: { refresh(kind: SourceKind): Promise<LibraryState> };
  },
  patienceMs?: number,
): Promise<{ errors: string[]; kinds: Set<SourceKind>; read: Set<SourceKind> }> {
  const { auto: { sources }, connections } = settings.current();
  const errors: string[] = [];
  const kinds = new Set(SOURCE_KINDS.filter((kind) => sources[kind] && connections[kind].enabled));
  const read = new Set<SourceKind>();
  for (const kind of kinds) {
    const reading = library.refresh(kind);
    const state = patienceMs === undefined ? await reading : await withTimeout(patienceMs, reading);
    if (state === undefined) errors.push(`${MANAGERS[kind].app} is slow to respond; its last known data is used.`);
    else if (state.error !== undefined) errors.push(state.error);
    else read.add(kind);
  }
  return { errors, kinds, read };
}
