import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { cardFault, cardFaultLine } from "../../encode/hardware/card_fault.ts";
import { cardFailureText, MAX_SESSION_WAITS, nextStep } from "./card_policy.ts";
import { MAX_PAUSE_MS } from "./pause.ts";

const FAULT = fc.constantFrom("sessions", "missing", "lost", undefined);
const DEVICES = ["0", "1", "2"];

Deno.test("no series of GPU faults retries a job without end, and no pause is longer than a stored pause may be", () => {
  fc.assert(fc.property(fc.infiniteStream(FAULT), fc.boolean(), (stream, mayUseCpu) => {
    let faults = { failed: [] as string[], sessionWaits: 0 };
    let refused: string[] = [];
    for (let steps = 0;; steps++) {
      ok(steps <= (MAX_SESSION_WAITS + 1) * (DEVICES.length + 1), "the job ends");
      const device = DEVICES.find((one) => !faults.failed.includes(one) && !refused.includes(one));
      const fault = stream.next().value as Parameters<typeof nextStep>[0]["fault"];
      if (device === undefined) {
        refused = [];
        continue;
      }
      const others = DEVICES.filter((one) => one !== device && !faults.failed.includes(one));
      const otherIsFree = others.some((one) => !refused.includes(one));
      const step = nextStep({ fault, device, faults, hasOther: others.length > 0, otherIsFree, mayUseCpu });
      faults = step.faults;
      if (step.kind === "wait") {
        ok(step.pauseMs > 0 && step.pauseMs <= MAX_PAUSE_MS);
        refused = [];
      } else if (step.kind === "card") refused.push(device);
      else return is(step.kind, mayUseCpu ? "cpu" : "fail");
    }
  }));
});

Deno.test("the pause before the next request for a session grows, and nothing is excluded", () => {
  const faults = (sessionWaits: number) => ({ failed: [], sessionWaits });
  const step = (waits: number) =>
    nextStep({
      fault: "sessions",
      device: "0",
      faults: faults(waits),
      hasOther: true,
      otherIsFree: false,
      mayUseCpu: true,
    });
  same(
    [0, 1, 2, 9].map(step),
    [1000, 2000, 4000, 30_000].map((pauseMs, i) => ({
      kind: "wait",
      pauseMs,
      faults: faults([1, 2, 3, 10][i] ?? 0),
    })),
  );
  is(step(MAX_SESSION_WAITS).kind, "cpu");
});

for (
  const [line, fault] of [
    ["hevc_nvenc: OpenEncodeSessionEx failed: out of memory (10): (no details)", "sessions"],
    ["[hevc_nvenc @ 0x1] No capable devices found", "missing"],
    ["[hevc_nvenc @ 0x1] EncodePicture failed!: generic error (20): ", "lost"],
    ["[hevc_nvenc @ 0x1] Failed locking bitstream buffer: invalid param (8): ", "lost"],
    ["[hevc_qsv @ 0x1] Error during encoding: device failed (-17)", "lost"],
    ["[hevc_vaapi @ 0x1] Failed to end picture encode issue: 1 (operation failed).", "lost"],
    ["[AVHWDeviceContext @ 0x1] No VA display found for device /dev/dri/renderD129.", "missing"],
    ["Device creation failed: -22.", "missing"],
    ["[h264 @ 0x1] error while decoding MB 3 4, bytestream 12", undefined],
    ["Error setting option rc to value foo.", undefined],
  ] as const
) Deno.test(`cardFault() of "${line}" is ${fault ?? "none"}`, () => is(cardFault(line), fault));

Deno.test("sessions are reported although NVENC also reports that it found no device", () => {
  const lines = ["a", "x: No capable devices found", "x: OpenEncodeSessionEx failed: out of memory (10): (no details)"];
  is(cardFaultLine(lines), lines[2]);
  is(cardFaultLine(["a"]), undefined);
});

Deno.test("the error of a failed GPU names it and the remedy", () => {
  for (const fault of ["sessions", "missing", "lost"] as const) {
    match(
      cardFailureText(fault, "/dev/dri/renderD129", "x"),
      /^\/dev\/dri\/renderD129 .*\(x\)\. .*settings \(Hardware\).*retry\.$|^.*then retry\.$/,
    );
  }
});
