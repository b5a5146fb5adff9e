import { callThread, ThreadDied } from "../../../kit/thread_call.ts";
import { Fault, type FaultCode } from "../../../kit/fault.ts";
import type { ImportOptions } from "./import_database.ts";

/** What the thread answers: the notes, or what to throw. */
export type ImportAnswer =
  | { ok: true; notes: string[] }
  | { ok: false; message: string; fault?: FaultCode; code?: string; stack?: string };

/**
 * Takes over the database of a backup in a thread of its own: every statement holds the thread that makes it, and the
 * service still serves meanwhile. Answers and throws as `importDatabase` does, and the signal's reason; `internal` when
 * the thread is gone.
 */
export async function importInThread(url: URL, options: ImportOptions, signal?: AbortSignal): Promise<string[]> {
  const answer = await callThread<ImportAnswer>({ url, name: "import", request: options, signal }).catch((cause) => {
    if (!(cause instanceof ThreadDied)) throw cause;
    throw new Fault(
      "internal",
      "The backup was not restored, because the thread that reads it ended; the log has the reason. Nothing was changed.",
      { cause },
    );
  });
  if (answer.ok) return answer.notes;
  const { message, fault, code, stack } = answer;
  if (fault !== undefined) throw new Fault(fault, message);
  throw Object.assign(new Error(message, { cause: stack }), code === undefined ? {} : { code });
}
