import { join } from "node:path";
import type { Job, JobLog } from "../../lib/jobs/schema.ts";
import { runProcess } from "../../lib/kit/process/process.ts";
import { FFMPEG } from "../kit/ffmpeg.ts";
import { api, startService } from "../kit/service.ts";
import { finished, until } from "../kit/jobs.ts";
import { type Figure, median, NO_LIMIT_MS } from "./report.ts";

const MINUTES = 5;
const ROUNDS = 2;

/**
 * Measures the overhead of a job over ffmpeg alone: the wall time of a job on a five-minute 720p clip compared with the
 * same ffmpeg arguments run directly, alternating in one run. Also measures the service's CPU time while it encodes.
 */
export async function measureOverhead(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    const source = join(folder, "clip.mkv");
    await makeLongClip(FFMPEG, source);
    await using service = await startService();
    const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
      body: {
        name: "Bench",
        video: { encoder: "libx264", preset: "medium", pixelFormat: "yuv420p", quality: 21 },
        audio: { encoder: "aac" },
      },
    });
    const ratios: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const copy = join(folder, `clip-${round}.mkv`);
      await Deno.link(source, copy);
      const started = performance.now();
      const { body: created } = await api<Job>(service, "/api/jobs", {
        body: { profileId: profile.id, source: { localPath: copy } },
      });
      const past = (percent: number) => ({ progress }: Job) => (progress?.percent ?? 0) > percent;
      await until(service, created.id, past(5), NO_LIMIT_MS);
      const [cpuBefore, wallBefore] = [cpuSeconds(service.pid), performance.now()];
      await until(service, created.id, past(90), NO_LIMIT_MS);
      cpu.push((cpuSeconds(service.pid) - cpuBefore) / (performance.now() - wallBefore) * 100_000);
      const job = await finished(service, created.id, NO_LIMIT_MS);
      const jobSeconds = (performance.now() - started) / 1000;
      if (job.status !== "done") throw new Error(`The job ended ${job.status}: ${job.error}`);
      const { body: log } = await api<JobLog>(service, `/api/jobs/${job.id}/log`);
      const raw = await rawRun(FFMPEG, log.args, folder);
      ratios.push(jobSeconds / raw);
      console.log(`  round ${round + 1}: job ${jobSeconds.toFixed(1)} s, raw ffmpeg ${raw.toFixed(1)} s`);
    }
    return [
      {
        name: "job over raw ffmpeg",
        value: (median(ratios) - 1) * 100,
        unit: "%",
        limit: 3,
        note: "5 min of 720p, x264 medium, windowed verification",
      },
      {
        name: "service CPU while one encode runs",
        value: median(cpu),
        unit: "% of a core",
        limit: 0.5,
        note: "the service process from 5 to 90 % of the encode",
      },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs the ffmpeg arguments of the job with the outputs redirected to the bench folder. */
async function rawRun(ffmpeg: string, args: string[], folder: string): Promise<number> {
  const own = args.map((arg) =>
    /\.partial$/.test(arg)
      ? `file:${join(folder, "raw.mkv")}`
      : /\.jpg$/.test(arg)
      ? `file:${join(folder, "raw.jpg")}`
      : arg
  );
  const started = performance.now();
  const { code, stderr } = await runProcess({ path: ffmpeg, args: own, timeoutMs: NO_LIMIT_MS, nice: 10 });
  if (code !== 0) throw new Error(`raw ffmpeg: ${stderr.slice(-500)}`);
  return (performance.now() - started) / 1000;
}

/** Generates a 720p Matroska clip with pink noise, five minutes by default. */
export async function makeLongClip(ffmpeg: string, path: string, minutes = MINUTES): Promise<void> {
  const piece = `${path}.piece.mkv`;
  const common = ["-hide_banner", "-nostdin", "-y", "-v", "error"];
  const make = await runProcess({
    path: ffmpeg,
    args: [
      ...common,
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=1280x720:r=24:d=20",
      "-f",
      "lavfi",
      "-i",
      "anoisesrc=d=20:r=48000:c=pink:a=0.05",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-bf",
      "0",
      "-crf",
      "14",
      "-pix_fmt",
      "yuv420p",
      "-c:a",
      "flac",
      piece,
    ],
    timeoutMs: NO_LIMIT_MS,
  });
  const loop = await runProcess({
    path: ffmpeg,
    args: [...common, "-stream_loop", String(minutes * 3 - 1), "-i", piece, "-c", "copy", path],
    timeoutMs: NO_LIMIT_MS,
  });
  await Deno.remove(piece);
  if (make.code + loop.code !== 0) throw new Error(make.stderr + loop.stderr);
}

/** Returns the user and system seconds of one process with all its threads, without its children. */
function cpuSeconds(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
