import { callThread, ThreadDied } from "../../../kit/thread_call.ts";
import { Fault, type FaultCode } from "../../../kit/fault.ts";
import type { ImportOptions } from "./import_database.ts";

/** Response of the worker thread: the notes, or the error to throw. */
export type ImportAnswer =
  | { ok: true; notes: string[] }
  | { ok: false; message: string; fault?: FaultCode; code?: string; stack?: string };

/**
 * Imports the database of a backup in a worker thread, because every statement blocks its thread and the service
 * continues to run. Returns and throws the same as `importDatabase`. Also throws the signal's reason, or `internal` if
 * the thread ends.
 */
export async function importInThread(url: URL, options: ImportOptions, signal?: AbortSignal): Promise<string[]> {
  const answer = await callThread<ImportAnswer>({ url, name: "import", request: options, signal }).catch((cause) => {
    if (!(cause instanceof ThreadDied)) throw cause;
    throw new Fault(
      "internal",
      "The backup was not restored because the thread that reads it ended. See the log for the reason. Nothing was changed.",
      { cause },
    );
  });
  if (answer.ok) return answer.notes;
  const { message, fault, code, stack } = answer;
  if (fault !== undefined) throw new Fault(fault, message);
  throw Object.assign(new Error(message, { cause: stack }), code === undefined ? {} : { code });
}
