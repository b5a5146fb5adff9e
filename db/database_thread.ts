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
  const worker = new Worker(WORKER_URL, { type: "module", name: `database ${request.kind}` });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  worker.onerror = (event) => {
    // Unhandled, it would end the whole program.
    event.preventDefault();
    reject(new Error(`The database thread ended: ${event.message}`));
  };
  worker.onmessageerror = () => reject(new Error("The database thread sent something unreadable."));
  worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => resolve(data);
  try {
    worker.postMessage(request);
    const answer = await promise;
    if (answer.ok) return;
    if (answer.reason !== undefined) throw new StoreProblem(answer.reason, answer.message);
    throw Object.assign(new Error(answer.message), answer.code === undefined ? {} : { code: answer.code });
  } finally {
    worker.terminate();
  }
}
