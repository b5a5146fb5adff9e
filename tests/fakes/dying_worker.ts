import { startProcess, withChildEnvironment } from "../../lib/kit/process/process.ts";
import { type ToWorker } from "../../lib/jobs/workers/messages.ts";
import { CHILD_TOKEN } from "../../lib/platform/storage/boot.ts";

/**
 * An encode worker that ends in the middle of a call, as if out of memory. It ends in the first call, or in the call
 * that is named in its URL (`?at=encode`). In a named call it leaves two tools running and has reported only one of
 * them.
 */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: unknown): void;
  location: Location;
};
const at = new URL(scope.location.href).searchParams.get("at");
// The whole engine is loaded only if earlier calls have to work.
const session = at === null
  ? undefined
  : (await import("../../lib/jobs/workers/encode_session.ts")).createEncodeSession((message) =>
    scope.postMessage(message)
  );
const sleep = () => startProcess({ path: "/bin/sleep", args: ["600"] }).pid;
scope.onmessage = ({ data }) => {
  if (data.kind === "call" && (at === null || data.name === at)) {
    if (at !== null) {
      const [pid] = withChildEnvironment({ [CHILD_TOKEN]: data.token }, () => [sleep(), sleep()]);
      scope.postMessage({ kind: "spawned", pid });
    }
    throw new Error("out of memory");
  }
  session?.receive(data);
};
