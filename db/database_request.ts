import { StoreProblem, type StoreProblemReason } from "./check.ts";

/** A long task on a database file for another thread or process. */
export type DatabaseRequest =
  /** Copies the database in use to a path that does not exist yet, syncs the copy to disk and checks it. */
  | { kind: "copy"; source: string; target: string }
  /** Checks a closed database file. */
  | { kind: "check"; path: string };

/** Success, or the error to throw. */
export type DatabaseAnswer =
  | { ok: true }
  | { ok: false; message: string; reason?: StoreProblemReason; code?: string };

/** Runs a task and returns its outcome as plain data. Never throws. */
export async function answerOf(work: () => Promise<void>): Promise<DatabaseAnswer> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    return {
      ok: false,
      message: error instanceof Error ? error.message : String(error),
      ...(error instanceof StoreProblem ? { reason: error.reason } : {}),
      ...(error instanceof Error && "code" in error ? { code: String(error.code) } : {}),
    };
  }
}

/** Throws the error of a failed task: `StoreProblem` for a damaged file, otherwise the error of the database. */
export function requireDone(answer: DatabaseAnswer): void {
  if (answer.ok) return;
  if (answer.reason !== undefined) throw new StoreProblem(answer.reason, answer.message);
  throw Object.assign(new Error(answer.message), answer.code === undefined ? {} : { code: answer.code });
}
