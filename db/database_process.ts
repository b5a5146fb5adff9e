import * as z from "zod";
import { askOwnProgram, type OwnProgram } from "../lib/kit/process/own_program.ts";
import { answerOf, type DatabaseAnswer, type DatabaseRequest, requireDone } from "./database_request.ts";
import { runOnDatabaseThread } from "./database_thread.ts";

/** Schema of `DatabaseAnswer`. The reasons are the same as in `StoreProblem`. */
const Answer = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    message: z.string(),
    reason: z.enum(["damaged", "newer", "unreachable", "missing", "settings_missing"]).optional(),
    code: z.string().optional(),
  }),
]);

/**
 * Runs a long database task in a separate process, because libSQL keeps about 10 MB of memory for the first thread that
 * used it and 1 MB for each further thread. Throws the task's errors, or an error if the process ends without a
 * response.
 */
export const runInDatabaseProcess = async (program: OwnProgram, request: DatabaseRequest): Promise<void> =>
  requireDone(Answer.parse(await askOwnProgram(program, request)));

/**
 * Handles a request in the child process. Runs it in a worker, so that the main thread can detect that the parent has
 * ended.
 */
export const answerDatabaseRequest = (request: DatabaseRequest): Promise<DatabaseAnswer> =>
  answerOf(() => runOnDatabaseThread(request));
