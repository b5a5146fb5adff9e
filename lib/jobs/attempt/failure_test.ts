import { deepStrictEqual as same } from "node:assert/strict";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { WorkerDied } from "../workers/encode_client.ts";
import { attemptOutcome, RunStopped, SlotBusy } from "./failure.ts";
import { nextState } from "../states.ts";

const early = { encoded: false, publishing: false, lostLeases: 0, attempt: 1 };
const late = { encoded: true, publishing: true, lostLeases: 0, attempt: 1 };
const enospc = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

Deno.test("a defect is shown without its text, a reason of the system with it", () => {
  const parameters = "Failed query: select … params: secret";
  const { patch } = attemptOutcome(new TypeError(parameters), early);
  same(patch.error, "An internal error occurred (TypeError); see the log for details.");
  const eio = Object.assign(new Error("EIO: i/o error, stat '/media/a.mkv'"), { code: "EIO" });
  same(attemptOutcome(eio, early).patch.error, eio.message);
});

for (
  const [name, error, context, event, code, keepsFile] of [
    ["a cancel", new RunStopped("cancel"), early, "cancel", null, false],
    ["a shutdown while encoding", new RunStopped("shutdown"), early, "leaseLost", undefined, false],
    [
      "a shutdown after the encode",
      new RunStopped("shutdown"),
      { ...early, encoded: true },
      "leaseLost",
      undefined,
      true,
    ],
    ["a GPU without a free slot", new SlotBusy({ hardware: "nvenc" }), early, "slotBusy", undefined, false],
    ["a dead thread", new WorkerDied("gone"), early, "leaseLost", undefined, false],
    ["a third dead thread", new WorkerDied("gone"), { ...early, lostLeases: 2 }, "toolFailed", "interrupted", false],
    ["a full disk while encoding", enospc, early, "diskFull", undefined, false],
    ["a full disk while publishing", enospc, late, "diskFull", undefined, true],
    ["a tool's error", new JobFailure("tool_failed", "x"), early, "toolFailed", "tool_failed", false],
    ["a stall", new JobFailure("stalled", "x"), early, "stalled", "stalled", false],
    [
      "a bad encode",
      new JobFailure("verification_failed", "x"),
      { ...early, encoded: true },
      "verificationFailed",
      "verification_failed",
      false,
    ],
    [
      "a read-only target",
      Object.assign(new Error("EROFS"), { code: "EROFS" }),
      late,
      "publishFailed",
      "publish_failed",
      true,
    ],
    ["a taken target", new JobFailure("output_exists", "x"), late, "publishFailed", "output_exists", true],
    [
      "a changed source while publishing",
      new JobFailure("source_changed", "x"),
      late,
      "toolFailed",
      "source_changed",
      false,
    ],
    ["no ffmpeg", new Fault("tool_missing", "x"), early, "toolFailed", "tool_missing", false],
    ["a defect", new TypeError("x"), early, "toolFailed", "internal", false],
  ] as const
) {
  Deno.test(`${name} becomes ${event}`, () => {
    const outcome = attemptOutcome(error, context);
    same([outcome.event, outcome.patch.errorCode, outcome.keepsFile], [event, code, keepsFile]);
    same(
      nextState(
        context.publishing ? "finalizing" : event === "verificationFailed" ? "finalizing" : "encoding",
        outcome.event,
      ) !== undefined,
      true,
    );
  });
}
