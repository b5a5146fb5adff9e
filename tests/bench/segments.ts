import { join } from "node:path";
import { runProcess } from "../../lib/kit/process/process.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { FFMPEG } from "../kit/ffmpeg.ts";
import { finished } from "../kit/jobs.ts";
import { api, type RunningService, startService } from "../kit/service.ts";
import { processorSeconds } from "../kit/processor_time.ts";
import { type Figure, median, NO_LIMIT_MS } from "./report.ts";

const MINUTES = 4;
/**
 * Number of rounds. The speed of the machine can differ by 15 % between two encodes, so every second round reverses the
 * order.
 */
const ROUNDS = 4;
/** Maximum size of the segmented video relative to a single encode. */
const SIZE_LIMIT = 1.01;
/** Encoder settings, and the maximum time of the segmented encode relative to a single process. */
const ENCODERS = [
  { encoder: "libx265", preset: "medium", quality: 24, limit: 0.9 },
  { encoder: "libx264", preset: "slow", quality: 21, limit: 1 },
  { encoder: "libsvtav1", preset: "8", quality: 35, limit: 1 },
] as const;

/**
 * Compares the wall time of a job whose movie is encoded in segments with the same job in a single process,
 * alternating.
 */
export async function measureSegments(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    const source = join(folder, "film.mkv");
    await makeFilm(FFMPEG, source);
    await using service = await startService();
    const figures: Figure[] = [];
    for (const { limit, ...video } of ENCODERS) {
      const [ratios, sizes]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        const run = (segments: "off" | "on") => encoded(service, source, { video, segments, round });
        const early = round % 2 === 1 ? await run("on") : undefined;
        const one = await run("off");
        const parts = early ?? await run("on");
        ratios.push(parts.seconds / one.seconds);
        sizes.push(parts.sizeBytes / one.sizeBytes);
        const [alone, together] = [one, parts].map(({ seconds, processor }) =>
          `${seconds.toFixed(1)} s (processors ${processor.toFixed(1)} s)`
        );
        console.log(`  ${video.encoder}: one process ${alone}, in parts ${together}`);
      }
      figures.push({
        name: `parts over one process, ${video.encoder} ${video.preset}`,
        value: median(ratios),
        unit: "x",
        limit,
        note: `${MINUTES} min of 640x360, verified in windows`,
      }, {
        ...{ name: `size of parts over one process, ${video.encoder}`, unit: "x", limit: SIZE_LIMIT },
        value: median(sizes),
      });
    }
    return figures;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Returns the seconds from the request for an encode until its result is in place, the CPU seconds of all processors,
 * and the file size.
 */
async function encoded(
  service: RunningService,
  source: string,
  { video, segments, round }: { video: Record<string, unknown>; segments: "on" | "off"; round: number },
): Promise<{ seconds: number; processor: number; sizeBytes: number }> {
  const name = `${video.encoder} ${segments} ${round}`;
  const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name,
      video: { ...video, pixelFormat: "yuv420p" },
      audio: { encoder: "copy" },
      output: { segments, suffix: ` ${name}` },
    },
  });
  const before = processorSeconds(service.pid);
  const started = performance.now();
  const { body: created } = await api<Job>(service, "/api/jobs", {
    body: { profileId: profile.id, source: { localPath: source } },
  });
  const job = await finished(service, created.id, NO_LIMIT_MS);
  if (job.status !== "done") throw new Error(`The job ended ${job.status}: ${job.error}`);
  const seconds = (performance.now() - started) / 1000;
  const processor = processorSeconds(service.pid) - before;
  return { seconds, processor, sizeBytes: (await Deno.stat(job.outputPath ?? "")).size };
}

/** Generates a moving pattern with grain and a keyframe every two seconds. */
async function makeFilm(ffmpeg: string, path: string): Promise<void> {
  const { code, stderr } = await runProcess({
    path: ffmpeg,
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
      ...["-f", "lavfi", "-i", `testsrc2=s=640x360:r=24:d=${MINUTES * 60}`],
      ...["-f", "lavfi", "-i", `sine=f=440:r=48000:d=${MINUTES * 60}`, "-filter:v", "noise=alls=8:allf=t"],
      ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "16", "-g", "48", "-c:a", "ac3", path],
    ],
    timeoutMs: NO_LIMIT_MS,
  });
  if (code !== 0) throw new Error(stderr.slice(-500));
}
