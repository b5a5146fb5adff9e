import { answerOf, type DatabaseAnswer, type DatabaseRequest } from "./database_request.ts";
import { checkCopy, openForCopy, writeCopy } from "./check.ts";

/** Entry of the thread for statements that take as long as the database is large. Started by URL only, for one request. */
interface Scope {
  onmessage: ((event: MessageEvent<DatabaseRequest>) => void) | null;
  postMessage(answer: DatabaseAnswer): void;
}

const scope = globalThis as unknown as Scope;
scope.onmessage = async ({ data }) =>
  scope.postMessage(await answerOf(() => data.kind === "copy" ? copy(data) : checkCopy(data.path)));

/** With a connection of its own: that of the program stays usable meanwhile. */
async function copy({ source, target }: Extract<DatabaseRequest, { kind: "copy" }>): Promise<void> {
  const client = openForCopy(source);
  try {
    await writeCopy(client, target);
  } finally {
    client.close();
  }
  await checkCopy(target);
}
