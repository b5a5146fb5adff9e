import { strictEqual as is } from "node:assert/strict";
import { progressText } from "./progress_line.ts";

const progress = { percent: 50, fps: 0, speed: "1.7x", etaSeconds: 70 } as never;

Deno.test("progressText() draws a bar, the phase, the time left and the speed", () => {
  is(
    progressText({ status: "encoding", phase: "encode", progress }),
    "[===============               ]   50.0 %  encode  1:10 left  1.7x",
  );
});

Deno.test("progressText() draws an empty bar before anything is known", () => {
  is(progressText({ status: "probing" }), `[${" ".repeat(30)}]    0.0 %  probing`);
});
