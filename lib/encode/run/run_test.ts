import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip } from "../../../tests/fixtures/media.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { ProgressReport } from "./progress.ts";
import { isDiskFull, runFfmpeg, type RunFfmpegOptions, tellingLine } from "./run.ts";
import { FFMPEG } from "../../../tests/kit/ffmpeg.ts";

const never = new AbortController().signal;
const run = (args: string[], more: Partial<RunFfmpegOptions> = {}) =>
  runFfmpeg({ ffmpegPath: FFMPEG, args, signal: never, stallMs: 0, ...more });
const COMMON = ["-hide_banner", "-nostdin", "-y", "-nostats", "-stats_period", "0.1", "-progress", "pipe:1"];
const pattern = (graph: string) => ["-f", "lavfi", "-i", graph];
const failsWith = (code: string, text: RegExp) => (error: unknown) => {
  ok(error instanceof JobFailure, String(error));
  equal(error.code, code);
  match(error.message, text);
  return true;
};
/** Installs a misbehaving tool as a real process, not a mock. */
async function script(dir: string, text: string): Promise<string> {
  const path = join(dir, "tool");
  await Deno.writeTextFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}
const alive = (pid: number): boolean => {
  try {
    // A zombie still accepts signals, so its state is checked.
    return !/^\d+ \(.*\) Z/.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
};

inFolder("a run reports its pid, its progress and its log", async (dir) => {
  const reports: ProgressReport[] = [];
  const logged: string[] = [];
  let pid = 0;
  const output = join(dir, "o.mkv");
  const { lines } = await run([
    ...COMMON,
    ...pattern("testsrc2=s=320x180:r=24:d=2"),
    "-c:v",
    "libx264",
    "-f",
    "matroska",
    output,
  ], {
    onSpawn: (found) => pid = found,
    onProgress: (report) => reports.push(report),
    onLine: (line) => logged.push(line),
    nice: 10,
  });
  ok(pid > 0 && !alive(pid));
  equal(reports.at(-1)?.ended, true);
  equal(reports.at(-1)?.frame, 48);
  ok((reports.at(-1)?.sizeBytes ?? 0) > 1000);
  ok(logged.some((line) => line.includes("Output #0")));
  deepEqual(lines, logged);
});

inFolder("a failing tool reports its first informative line, without addresses", async (dir) => {
  const output = join(dir, "o.mkv");
  const missing = [...COMMON, "-i", join(dir, "none.mkv"), "-f", "matroska", output];
  await rejects(run(missing), failsWith("tool_failed", /: No such file or directory/));
  const wrong = [...COMMON, ...pattern("testsrc2=d=1"), "-c:v", "nothing264", "-f", "matroska", output];
  await rejects(run(wrong), failsWith("tool_failed", /Unknown encoder 'nothing264'/));
  const silent = await script(dir, "exit 3");
  await rejects(run([], { ffmpegPath: silent }), failsWith("tool_failed", /exited with code 3/));
  await rejects(run([], { ffmpegPath: join(dir, "absent") }), failsWith("tool_missing", /cannot be started/));
});

Deno.test({
  name: "a full disk is distinguished from other failures",
  ignore: !canMount,
  fn: () =>
    withTmpfs(200, async (dir) => {
      const args = [...COMMON, ...pattern("testsrc2=s=640x360:d=20"), "-c:v", "libx264", "-preset", "ultrafast"];
      await rejects(
        run([...args, "-f", "matroska", join(dir, "o")]),
        failsWith("disk_full", /No space left on device/),
      );
    }),
});

inFolder("S-PROC-9: missing progress is a stall, even if the tool keeps writing", async (dir) => {
  const tool = await script(
    dir,
    `while :; do echo frame=1; echo out_time_us=1000; echo progress=continue; sleep 0.02; done`,
  );
  let pid = 0;
  await rejects(
    run([], { ffmpegPath: tool, stallMs: 300, onSpawn: (p) => pid = p }),
    failsWith("stalled", /No progress for 0\.3 seconds/),
  );
  equal(alive(pid), false);
});

inFolder("slow: growth of time or of size alone is progress; a tool frozen on purpose does not stall", async (dir) => {
  const grows = (key: string) =>
    `i=0; while [ $i -lt 20 ]; do i=$((i+1)); echo ${key}=$((i*1000)); echo progress=continue; sleep 0.05; done`;
  await run([], { ffmpegPath: await script(dir, grows("out_time_us")), stallMs: 400 });
  await run([], { ffmpegPath: await script(dir, grows("total_size")), stallMs: 400 });
  const still = await script(dir, "sleep 0.8");
  await run([], { ffmpegPath: still, stallMs: 200, suspended: () => true });
  await rejects(run([], { ffmpegPath: still, stallMs: 200 }), failsWith("stalled", /No progress/));
});

inFolder("S-PROC-7: an abort throws its reason after the whole group has exited", async (dir) => {
  const source = await makeClip(dir, "s.mkv", { seconds: 4 });
  const abort = new AbortController();
  let pid = 0;
  const reason = new Error("cancelled by a person");
  const args = [...COMMON, "-stream_loop", "-1", "-i", source, "-c:v", "libx264", "-f", "matroska", join(dir, "o")];
  await rejects(
    run(args, { signal: abort.signal, onSpawn: (p) => pid = p, onProgress: () => abort.abort(reason) }),
    reason,
  );
  equal(alive(pid), false);
  await rejects(run(args, { signal: AbortSignal.abort(reason) }), reason);
});

inFolder("children of the tool end with it", async (dir) => {
  const note = join(dir, "grandchild");
  const tool = await script(dir, `sleep 60 & echo $! > ${note}; echo progress=continue; wait`);
  const abort = new AbortController();
  await rejects(
    run([], { ffmpegPath: tool, signal: abort.signal, onProgress: () => abort.abort(new Error("stop")) }),
    /stop/,
  );
  const grandchild = Number(await Deno.readTextFile(note));
  // A killed process disappears within moments. One that was not killed stays for a minute.
  for (let tries = 0; tries < 200 && alive(grandchild); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  equal(alive(grandchild), false);
});

inFolder("slow: a listener that throws stops the tool, and its error is thrown", async (dir) => {
  const tool = await script(dir, "echo $$ >&2; echo progress=continue; sleep 60");
  let pid = 0;
  const listeners = {
    onSpawn: (p: number) => pid = p,
    onProgress: () => {
      throw new Error("store is gone");
    },
  };
  await rejects(run([], { ffmpegPath: tool, ...listeners }), /store is gone/);
  equal(alive(pid), false);
});

inFolder("a flood of log lines is kept within bounds, head and tail", async (dir) => {
  const tool = await script(dir, "i=0; while [ $i -lt 5000 ]; do i=$((i+1)); echo line $i >&2; done");
  let seen = 0;
  const { lines } = await run([], { ffmpegPath: tool, onLine: () => seen++ });
  deepEqual([seen, lines.length, lines[0], lines.at(-1)], [5000, 400, "line 1", "line 5000"]);
});

for (
  const [lines, told] of [
    [
      ["Input #0, matroska", "[libx265 @ 0x55aa] Error: bad preset", "Conversion failed!"],
      "libx265: Error: bad preset",
    ],
    [["[svt @ 0x1] Svt[warn]: unsupported thing", "Unknown encoder 'x'"], "Unknown encoder 'x'"],
    [["Conversion failed!"], "Conversion failed!"],
    [["all is well"], undefined],
    [["Error writing trailer", "av_write(): No space left on device"], "av_write(): No space left on device"],
  ] as const
) {
  Deno.test(`the informative line of ${lines.at(0)} is ${told}`, () => equal(tellingLine([...lines]), told));
}

Deno.test("a movie named after a full disk does not count as a full disk", () => {
  equal(isDiskFull("    title           : No space left on device"), false);
  equal(isDiskFull("av_interleaved_write_frame(): No space left on device"), true);
});
