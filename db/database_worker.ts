import { answerOf, type DatabaseAnswer, type DatabaseRequest } from "./database_request.ts";
import { checkCopy, openForCopy, writeCopy } from "./check.ts";

/**
 * Entry point of the worker for statements whose duration depends on the size of the database. It is started by its
 * URL, for a single request.
 */
interface Scope {
  onmessage: ((event: MessageEvent<DatabaseRequest>) => void) | null;
  postMessage(answer: DatabaseAnswer): void;
}

const scope = globalThis as unknown as Scope;
scope.onmessage = async ({ data }) =>
  scope.postMessage(await answerOf(() => data.kind === "copy" ? copy(data) : checkCopy(data.path)));

/** Uses a separate connection, so that the main connection stays usable. */
async function copy({ source, target }: Extract<DatabaseRequest, { kind: "copy" }>): Promise<void> {
  const client = openForCopy(source);
  try {
    await writeCopy(client, target);
  } finally {
    client.close();
  }
  await checkCopy(target);
}
