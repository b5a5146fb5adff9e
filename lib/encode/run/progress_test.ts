import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { type ProgressReport, readProgress } from "./progress.ts";

async function fold(text: string): Promise<ProgressReport[]> {
  async function* lines() {
    yield* text.split("\n");
  }
  return await Array.fromAsync(readProgress(lines()));
}

const RECORDED = `frame=0
fps=0.00
stream_0_0_q=0.0
bitrate=N/A
total_size=0
out_time_us=N/A
out_time_ms=N/A
out_time=N/A
dup_frames=0
drop_frames=0
speed=N/A
progress=continue
frame=48
fps=31.42
stream_0_0_q=28.0
bitrate=1234.5kbits/s
total_size=308224
out_time_us=2002000
out_time_ms=2002000
out_time=00:00:02.002000
dup_frames=0
drop_frames=0
speed=1.31x
progress=continue
frame=72
out_time_us=3003000
speed=   2x
total_size=462336
progress=end
`;

Deno.test("recorded blocks become reports; an unknown value keeps the last one", async () => {
  const [first, second, last] = await fold(RECORDED);
  deepEqual([first?.frame, first?.outTimeSeconds, first?.speed, first?.ended], [0, 0, "", false]);
  deepEqual(second, {
    frame: 48,
    fps: 31.42,
    bitrate: "1234.5kbits/s",
    bitrateKbps: 1234.5,
    sizeBytes: 308_224,
    outTimeSeconds: 2.002,
    speed: "1.31x",
    speedFactor: 1.31,
    ended: false,
  });
  deepEqual([last?.frame, last?.outTimeSeconds, last?.speedFactor, last?.fps, last?.ended], [
    72,
    3.003,
    2,
    31.42,
    true,
  ]);
});

Deno.test("a truncated block is no report", async () => equal((await fold("frame=1\nfps=2")).length, 0));

Deno.test("noise never breaks the reading, and numbers stay numbers", async () => {
  const line = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      "frame=-5",
      "out_time_us=-9223372036854775807",
      "total_size=1e99",
      "speed=-1x",
      "progress=",
      "=",
      "progress=continue",
    ),
  );
  await fc.assert(fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
    for (const report of await fold([...lines, "progress=end"].join("\n"))) {
      for (const value of [report.frame, report.fps, report.sizeBytes, report.outTimeSeconds]) {
        equal(Number.isFinite(value), true);
      }
      equal(report.frame >= 0 && report.outTimeSeconds >= 0 && report.sizeBytes >= 0, true);
    }
  }));
});

Deno.test("the time does not go back when ffmpeg counts another stream", async () => {
  const reports = await fold(
    "out_time_us=7850000\nprogress=continue\nout_time_us=5250000\nprogress=continue\nout_time_us=8000000\nprogress=end",
  );
  deepEqual(reports.map(({ outTimeSeconds }) => outTimeSeconds), [7.85, 7.85, 8]);
});
