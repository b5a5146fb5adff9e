import { createEncodeSession } from "./encode_session.ts";
import type { ToWorker } from "./messages.ts";

/**
 * Entry point of the worker for one running job, which is started by its URL only. The implementation is in
 * `encode_session.ts`.
 */
interface Scope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as Scope;
const session = createEncodeSession((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => session.receive(data);
