import { parseReleaseName } from "../../../media/release_names/parse.ts";
import type { ToScanner } from "./local_messages.ts";
import { createScanSession } from "./local_session.ts";

/** Entry point of the scanning worker, which is started by its URL only. The logic is in `local_session.ts`. */
interface Scope {
  onmessage: ((event: MessageEvent<ToScanner>) => void) | null;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as Scope;
const session = createScanSession((message) => scope.postMessage(message), parseReleaseName);
scope.onmessage = ({ data }) => session.receive(data);
