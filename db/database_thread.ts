import { callThread } from "../lib/kit/thread_call.ts";
import { StoreProblem, type StoreProblemReason } from "./check.ts";

/** What the thread can be asked, and what it answers. */
export type ThreadRequest =
  /** Copies a live database of ours to a place where no file is, forces the copy to disk and checks it. */
  | { kind: "copy"; source: string; target: string }
  /** Checks a database file that nobody has open. */
  | { kind: "check"; path: string };
/** What the thread answers: that it is done, or what to throw. */
export type ThreadAnswer =
  | { ok: true }
  | { ok: false; message: string; reason?: StoreProblemReason; code?: string };

/** Beside this file among the sources; in its folder beside the program's one script. */
const WORKER_URL = new URL(
  import.meta.url.endsWith(".ts") ? "./database_worker.ts" : "./db/database_worker.js",
  import.meta.url,
);

/**
 * Does one long piece of work on a database in a thread of its own: local statements of libSQL hold the thread that makes
 * them. Throws `StoreProblem` for a damaged file, else the database's own error with its code.
 */
export async function runOnDatabaseThread(request: ThreadRequest): Promise<void> {
  const answer = await callThread<ThreadAnswer>({ url: WORKER_URL, name: `database ${request.kind}`, request });
  if (answer.ok) return;
  if (answer.reason !== undefined) throw new StoreProblem(answer.reason, answer.message);
  throw Object.assign(new Error(answer.message), answer.code === undefined ? {} : { code: answer.code });
}
