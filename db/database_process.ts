import * as z from "zod";
import { askOwnProgram, type OwnProgram } from "../lib/kit/process/own_program.ts";
import { answerOf, type DatabaseAnswer, type DatabaseRequest, requireDone } from "./database_request.ts";
import { runOnDatabaseThread } from "./database_thread.ts";

/** As `DatabaseAnswer`; the reasons are those of `StoreProblem`. */
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
 * Does one long piece of work on a database in a process of its own: libSQL keeps about 10 MB of the first thread that
 * used it and 1 MB of every later one. Throws like the work in a thread, and when the process ends without an answer.
 */
export const runInDatabaseProcess = async (program: OwnProgram, request: DatabaseRequest): Promise<void> =>
  requireDone(Answer.parse(await askOwnProgram(program, request)));

/** What that process does. In a thread of its own there, too: the first one must notice when nobody waits any more. */
export const answerDatabaseRequest = (request: DatabaseRequest): Promise<DatabaseAnswer> =>
  answerOf(() => runOnDatabaseThread(request));
