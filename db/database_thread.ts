import { callThread } from "../lib/kit/thread_call.ts";
import { type DatabaseAnswer, type DatabaseRequest, requireDone } from "./database_request.ts";

/**
 * In the source tree, the worker is next to this file. In a bundle, it is in the `db` folder next to the main script.
 */
const WORKER_URL = new URL(
  import.meta.url.endsWith(".ts") ? "./database_worker.ts" : "./db/database_worker.js",
  import.meta.url,
);

/**
 * Runs a long database task in a worker, because libSQL's local statements block the calling thread. Throws
 * `StoreProblem` for a damaged file, otherwise the database's own error with its code.
 */
export const runOnDatabaseThread = async (request: DatabaseRequest): Promise<void> =>
  requireDone(await callThread<DatabaseAnswer>({ url: WORKER_URL, name: `database ${request.kind}`, request }));
