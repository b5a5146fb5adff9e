import { type ThreadAnswer, type ThreadRequest } from "./database_thread.ts";
import { checkCopy, openForCopy, StoreProblem, writeCopy } from "./check.ts";

/** Entry of the thread for statements that take as long as the database is large. Started by URL only, for one request. */
interface Scope {
  onmessage: ((event: MessageEvent<ThreadRequest>) => void) | null;
  postMessage(answer: ThreadAnswer): void;
}

const scope = globalThis as unknown as Scope;
scope.onmessage = async ({ data }) => {
  try {
    if (data.kind === "copy") await copy(data);
    else await checkCopy(data.path);
    scope.postMessage({ ok: true });
  } catch (error) {
    scope.postMessage({
      ok: false,
      message: error instanceof Error ? error.message : String(error),
      ...(error instanceof StoreProblem ? { reason: error.reason } : {}),
      ...(error instanceof Error && "code" in error ? { code: String(error.code) } : {}),
    });
  }
};

/** With a connection of its own: that of the program stays usable meanwhile. */
async function copy({ source, target }: Extract<ThreadRequest, { kind: "copy" }>): Promise<void> {
  const client = openForCopy(source);
  try {
    await writeCopy(client, target);
  } finally {
    client.close();
  }
  await checkCopy(target);
}
