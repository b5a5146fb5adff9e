import { Fault } from "../../../kit/fault.ts";
import { importDatabase, type ImportOptions } from "./import_database.ts";
import type { ImportAnswer } from "./import_thread.ts";

/** Entry point of the worker thread that imports the database of a backup. It is started by its URL for one request. */
interface Scope {
  onmessage: ((event: MessageEvent<ImportOptions>) => void) | null;
  postMessage(answer: ImportAnswer): void;
}

const scope = globalThis as unknown as Scope;
scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage({ ok: true, notes: await importDatabase(data) });
  } catch (error) {
    scope.postMessage(failureOf(error));
  }
};

function failureOf(error: unknown): ImportAnswer {
  if (error instanceof Fault) return { ok: false, message: error.message, fault: error.code };
  if (!(error instanceof Error)) return { ok: false, message: String(error) };
  return {
    ok: false,
    message: error.message,
    stack: error.stack,
    ...("code" in error ? { code: String(error.code) } : {}),
  };
}
