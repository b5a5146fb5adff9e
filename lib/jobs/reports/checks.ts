import { allEnded, withTimeout } from "../../kit/async.ts";
import type { FindingRepository } from "../../../db/library/findings.ts";
import { checkFile, type FileHealth } from "../../encode/verify/file_check.ts";
import { isMissingFile, type SourceFile } from "../intake/source_file.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { identityKey, sameIdentity } from "../../media/probe/source.ts";
import type { Media } from "../../media/service.ts";
import type { FileCheck } from "./schema.ts";

/** Checks that decode complete files. */
export interface FileChecks {
  /**
   * Queues files. For a file whose current contents have been checked, the result is returned immediately unless
   * `again` is set.
   */
  start(paths: string[], options?: { again?: boolean }): Promise<FileCheck[]>;
  /** Returns running and waiting checks first, followed by the latest results. */
  list(): Promise<FileCheck[]>;
  /** Returns the check of a file in its current state. Throws `not_found`. */
  get(path: string): Promise<FileCheck>;
  /** Removes a file from the queue or stops its check. Throws `not_found`. */
  cancel(path: string): void;
  /** Stops all checks. */
  stop(): Promise<void>;
}

/** Services and options of the checks. */
export interface ChecksDeps {
  findings: FindingRepository;
  media: Pick<Media, "probe" | "capabilities">;
  clock: Clock;
  /** Returns the real path of a file and checks that it may be read. Throws `Fault`. */
  source(path: string): Promise<SourceFile>;
  /** Called whenever a check has made progress. */
  changed?(check: FileCheck): void;
}

/** Maximum number of results in the list. */
const MAX_RESULTS = 200;
/** Maximum time in milliseconds that the list waits for a disk, to see whether a damaged file still exists. */
const PATIENCE_MS = 300;
/** Maximum number of files waiting to be checked. */
const MAX_OPEN_CHECKS = 5000;

/** File that is being checked or is waiting. */
interface OpenCheck {
  file: SourceFile;
  check: FileCheck;
  controller: AbortController;
}

/** State of the checks. */
interface ChecksState extends Required<ChecksDeps> {
  /** Checks by path, in the order in which they were requested. */
  readonly open: Map<string, OpenCheck>;
  /** Settles when no check is running. */
  working: Promise<void> | undefined;
}

/**
 * Creates the service. Files are decoded completely, one after another, and the findings are stored by file identity.
 */
export function createFileChecks({ changed = () => {}, ...deps }: ChecksDeps): FileChecks {
  const state: ChecksState = { ...deps, changed, open: new Map(), working: undefined };
  return {
    start: (paths, options) => startChecks(state, paths, options),
    list: () => listChecks(state),
    get: (path) => checkOf(state, path),
    cancel: (path) => cancelCheck(state, path),
    async stop() {
      for (const { controller } of state.open.values()) controller.abort();
      await state.working;
    },
  };
}

async function startChecks(state: ChecksState, paths: string[], { again = false } = {}): Promise<FileCheck[]> {
  const answers: FileCheck[] = [];
  for (const path of paths) {
    try {
      answers.push(await startCheck(state, path, again));
    } catch (error) {
      if (!(error instanceof Fault || error instanceof JobFailure) || paths.length === 1) throw error;
      answers.push({ path, state: "failed", percent: 0, error: error.message });
    }
  }
  if (state.open.size > 0) state.working ??= checkAll(state);
  return answers.map((check) => ({ ...check }));
}

/** Returns the check of a file: an unfinished one, an earlier one of the same contents, or a new one. Throws `busy`. */
async function startCheck(state: ChecksState, path: string, again: boolean): Promise<FileCheck> {
  const { open, source } = state;
  const file = await source(path);
  const stored = again ? undefined : await storedCheck(state, file);
  // Unfinished checks are looked up last, because the same file may have been requested during the reads above.
  const known = open.get(file.path)?.check ?? stored;
  if (known) return known;
  if (open.size >= MAX_OPEN_CHECKS) throw new Fault("busy", "Too many files are waiting to be checked.");
  const check: FileCheck = { path: file.path, state: "queued", percent: 0 };
  open.set(file.path, { file, check, controller: new AbortController() });
  return check;
}

async function checkAll(state: ChecksState): Promise<void> {
  const first = () => [...state.open.values()][0];
  for (let next = first(); next; next = first()) await runCheck(state, next);
  // Nothing is awaited after `open` was found empty, so that a file that is added from now on starts another run.
  state.working = undefined;
}

/** Runs a check. Never throws. The check contains the outcome. */
async function runCheck(state: ChecksState, { file, check, controller }: OpenCheck): Promise<void> {
  const { findings, media, clock, changed, open } = state;
  try {
    check.state = "running";
    changed(check);
    const [probe, { ffmpegPath, ffprobePath }] = await allEnded([media.probe(file.path), media.capabilities()]);
    const onProgress = (part: number) => {
      check.percent = Math.round(part * 1000) / 10;
      changed(check);
    };
    const result = await checkFile({ ffmpegPath, ffprobePath, probe, signal: controller.signal, onProgress });
    if (!result.ok) await throwIfChanged(state, file);
    const foundAt = clock.now().getTime();
    await findings.save({ kind: "check", key: identityKey(file.identity), path: file.path, result, foundAt });
    Object.assign(check, resultOf(file.path, result, foundAt));
  } catch (error) {
    check.state = controller.signal.aborted ? "cancelled" : "failed";
    if (check.state === "failed") check.error = error instanceof Error ? error.message : String(error);
  } finally {
    open.delete(file.path);
    changed(check);
  }
}

/** Throws `Fault` if a file was removed or changed during its check, so that it is not reported as damaged. */
async function throwIfChanged({ source }: ChecksState, { path, identity }: SourceFile): Promise<void> {
  const now = await source(path);
  if (!sameIdentity(now.identity, identity)) {
    throw new Fault("bad_state", `${path} was changed during the check. Check it again when it is complete.`);
  }
}

async function listChecks({ findings, open, source }: ChecksState): Promise<FileCheck[]> {
  const rows = await findings.newest("check", MAX_RESULTS);
  const done = rows.map(async (row): Promise<FileCheck> => {
    const check = resultOf(row.path, row.result as FileHealth, row.foundAt);
    const gone = () => withTimeout(PATIENCE_MS, source(row.path).then(() => false, isMissingFile));
    return check.health?.ok === false && await gone() ? { ...check, missing: true } : check;
  });
  return [...[...open.values()].map(({ check }) => ({ ...check })), ...await Promise.all(done)];
}

async function checkOf(state: ChecksState, path: string): Promise<FileCheck> {
  const file = await state.source(path);
  const check = state.open.get(file.path)?.check ?? await storedCheck(state, file);
  if (!check) throw new Fault("not_found", `${path} has not been checked in its current state.`);
  return { ...check };
}

function cancelCheck({ open, changed }: ChecksState, path: string): void {
  const found = open.get(path);
  if (!found) throw new Fault("not_found", `${path} is not being checked.`);
  found.controller.abort();
  if (found.check.state === "queued") {
    found.check.state = "cancelled";
    open.delete(path);
    changed(found.check);
  }
}

/** Returns the result of an earlier check of the same contents. */
async function storedCheck({ findings }: ChecksState, { path, identity }: SourceFile): Promise<FileCheck | undefined> {
  const row = await findings.get("check", identityKey(identity));
  return row && resultOf(path, row.result as FileHealth, row.foundAt);
}

const resultOf = (path: string, health: FileHealth, foundAt: number): FileCheck => ({
  path,
  state: "done",
  percent: 100,
  health,
  checkedAt: new Date(foundAt).toISOString(),
});
