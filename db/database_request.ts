import { StoreProblem, type StoreProblemReason } from "./check.ts";

/** Long work on a database file, for another thread or process. */
export type DatabaseRequest =
  /** Copies a live database of ours to a place where no file is, forces the copy to disk and checks it. */
  | { kind: "copy"; source: string; target: string }
  /** Checks a database file that nobody has open. */
  | { kind: "check"; path: string };

/** That it is done, or what to throw. */
export type DatabaseAnswer =
  | { ok: true }
  | { ok: false; message: string; reason?: StoreProblemReason; code?: string };

/** How work ended, as plain data. Never throws. */
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

/** Throws what the work threw: `StoreProblem` for a damaged file, else the database's own error with its code. */
export function requireDone(answer: DatabaseAnswer): void {
  if (answer.ok) return;
  if (answer.reason !== undefined) throw new StoreProblem(answer.reason, answer.message);
  throw Object.assign(new Error(answer.message), answer.code === undefined ? {} : { code: answer.code });
}
