import { acceptPart, samePart } from "../../encode/segments/accept_part.ts";
import { encodeSegment, runSegment } from "../../encode/segments/run_segment.ts";
import { defectText, Fault, JobFailure } from "../../kit/fault.ts";
import { withChildEnvironment } from "../../kit/process/process.ts";
import { probeFile } from "../../media/probe/ffprobe.ts";
import { measureLoudness } from "../../media/audio/loudness.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { CHILD_TOKEN } from "../../platform/storage/boot.ts";
import { check, cut, inspect, readSubtitle, score, search, verify } from "./source_calls.ts";
import { checkDurable, encode, header, segment } from "./tool_runs.ts";

/** Operations of an encode worker. They do not depend on threads, so that tests can call them directly. */
export function createEncodeSession(send: (message: FromWorker) => void): { receive(message: ToWorker): void } {
  const running = new Map<number, AbortController>();
  let frozen = false;

  const answer = async (id: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      send({ kind: "answer", id, value: await work(controller.signal) });
    } catch (error) {
      send(refusal(id, error, controller.signal.aborted));
    } finally {
      running.delete(id);
    }
  };

  return {
    receive(message) {
      switch (message.kind) {
        case "abort":
          running.get(message.id)?.abort();
          return;
        case "freeze":
          frozen = message.frozen;
          return;
        case "call":
          return void answer(message.id, (signal) =>
            withChildEnvironment({ [CHILD_TOKEN]: message.token }, () => {
              switch (message.name) {
                case "inspect":
                  return inspect(message.request, signal);
                case "encode":
                  return encode(message.request, signal, { send, suspended: () => frozen });
                case "cut":
                  return cut(message.request, signal, () => frozen);
                case "segment":
                  return segment(message.request, runSegment, signal, { send, suspended: () => frozen });
                case "encodeSegment":
                  return segment(message.request, encodeSegment, signal, { send, suspended: () => frozen });
                case "checkSegment":
                  return checkDurable({ ...message.request, signal });
                case "header":
                  return header(message.request, signal);
                case "acceptPart":
                  return acceptPart({ ...message.request, signal });
                case "samePart":
                  return samePart({ ...message.request, signal });
                case "verify":
                  return verify(message.request, signal);
                case "search":
                  return search(message.request, signal, send);
                case "score":
                  return score(message.request, signal);
                case "probe":
                  return probeFile(message.request.path, { ...message.request, signal });
                case "check":
                  return check(message.request, signal, send);
                case "ocr":
                  return readSubtitle(message.request, signal, send);
                case "loudness":
                  return measureLoudness({ ...message.request, signal });
              }
            }));
      }
    },
  };
}

function refusal(id: number, error: unknown, aborted: boolean): FromWorker {
  if (aborted) return { kind: "refused", id, code: "aborted", message: "stopped" };
  if (error instanceof JobFailure) return { kind: "refused", id, code: error.code, message: error.message };
  if (error instanceof Fault) return { kind: "refused", id, code: "tool_missing", message: error.message };
  // Details of an unexpected error are written to the log, to which the message of the job refers.
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  return { kind: "refused", id, code: "internal", message: defectText(error), stack };
}
