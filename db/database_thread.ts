import { callThread } from "../lib/kit/thread_call.ts";
import { type DatabaseAnswer, type DatabaseRequest, requireDone } from "./database_request.ts";

/** Beside this file among the sources; in its folder beside the program's one script. */
const WORKER_URL = new URL(
  import.meta.url.endsWith(".ts") ? "./database_worker.ts" : "./db/database_worker.js",
  import.meta.url,
);

/**
 * Does one long piece of work on a database in a thread of its own: local statements of libSQL hold the thread that makes
 * them. Throws `StoreProblem` for a damaged file, else the database's own error with its code.
 */
export const runOnDatabaseThread = async (request: DatabaseRequest): Promise<void> =>
  requireDone(await callThread<DatabaseAnswer>({ url: WORKER_URL, name: `database ${request.kind}`, request }));
