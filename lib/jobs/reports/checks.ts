import type { FindingRepository } from "../../../db/library/findings.ts";
import { checkFile, type FileHealth } from "../../encode/run/file_check.ts";
import { identityKey, type SourceFile } from "../intake/source_file.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { Media } from "../../media/probe/service.ts";
import type { FileCheck } from "./schema.ts";

export interface FileChecks {
  /** Puts files in line; those whose present bytes were checked before are answered at once unless `again`. */
  start(paths: string[], options?: { again?: boolean }): Promise<FileCheck[]>;
  /** Running and waiting ones first, then the latest results. */
  list(): Promise<FileCheck[]>;
  /** What is known of a file as it is now. Throws `not_found`. */
  get(path: string): Promise<FileCheck>;
  /** Takes a file out of the line or stops its check. Throws `not_found`. */
  cancel(path: string): void;
  /** Stops everything. */
  stop(): Promise<void>;
}

export interface ChecksDeps {
  findings: FindingRepository;
  media: Pick<Media, "probe" | "capabilities">;
  clock: Clock;
  source(path: string): Promise<SourceFile>;
  /** Told whenever a check moved on. */
  changed?(check: FileCheck): void;
}

const KEPT_RESULTS = 200;
const LINE_MAX = 5000;

/** Decodes files in full, one after the other, and keeps what was found by the bytes it was found in. */
export function createFileChecks({ findings, media, clock, source, changed = () => {} }: ChecksDeps): FileChecks {
  const open = new Map<string, { file: SourceFile; check: FileCheck; controller: AbortController }>();
  let working: Promise<void> | undefined;

  const stored = async (file: SourceFile): Promise<FileCheck | undefined> => {
    const row = await findings.get("check", identityKey(file.identity));
    return row && resultOf(file.path, row.result as FileHealth, row.foundAt);
  };

  const run = async (
    { file, check, controller }: { file: SourceFile; check: FileCheck; controller: AbortController },
  ) => {
    try {
      check.state = "running";
      changed(check);
      const [probe, { ffmpegPath, ffprobePath }] = await Promise.all([media.probe(file.path), media.capabilities()]);
      const onProgress = (part: number) => {
        check.percent = Math.round(part * 1000) / 10;
        changed(check);
      };
      const result = await checkFile({ ffmpegPath, ffprobePath, probe, signal: controller.signal, onProgress });
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
  };
  const work = async () => {
    for (let next = [...open.values()][0]; next; next = [...open.values()][0]) await run(next);
  };

  return {
    async start(paths, { again = false } = {}) {
      const answers: FileCheck[] = [];
      for (const path of paths) {
        try {
          const file = await source(path);
          const known = open.get(file.path)?.check ?? (again ? undefined : await stored(file));
          if (known) {
            answers.push(known);
            continue;
          }
          if (open.size >= LINE_MAX) throw new Fault("busy", "Too many files wait to be checked.");
          const check: FileCheck = { path: file.path, state: "queued", percent: 0 };
          open.set(file.path, { file, check, controller: new AbortController() });
          answers.push(check);
        } catch (error) {
          if (!(error instanceof Fault || error instanceof JobFailure) || paths.length === 1) throw error;
          answers.push({ path, state: "failed", percent: 0, error: error.message });
        }
      }
      working ??= work().finally(() => working = undefined);
      return answers.map((check) => ({ ...check }));
    },
    async list() {
      const rows = await findings.newest("check", KEPT_RESULTS);
      const done = rows.map((row) => resultOf(row.path, row.result as FileHealth, row.foundAt));
      return [...[...open.values()].map(({ check }) => ({ ...check })), ...done];
    },
    async get(path) {
      const file = await source(path);
      const check = open.get(file.path)?.check ?? await stored(file);
      if (!check) throw new Fault("not_found", `${path} was not checked as it is now.`);
      return { ...check };
    },
    cancel(path) {
      const found = open.get(path);
      if (!found) throw new Fault("not_found", `${path} is not being checked.`);
      found.controller.abort();
      if (found.check.state === "queued") {
        found.check.state = "cancelled";
        open.delete(path);
        changed(found.check);
      }
    },
    async stop() {
      for (const { controller } of open.values()) controller.abort();
      await working;
    },
  };
}

const resultOf = (path: string, health: FileHealth, foundAt: number): FileCheck => ({
  path,
  state: "done",
  percent: 100,
  health,
  checkedAt: new Date(foundAt).toISOString(),
});
