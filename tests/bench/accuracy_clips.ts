import { join } from "node:path";
import { runProcess } from "../../lib/kit/process/process.ts";
import { randomOf } from "../fixtures/mixed_films.ts";
import { FFMPEG } from "../kit/ffmpeg.ts";

/** Seeded clips that differ in content, resolution, length, codec and bitrate. */

const RATE = 24;
/** Sizes with their length in seconds. Large clips are short, because the encodes take most of the time. */
const SHAPES = [
  { size: "320x180", seconds: 30 },
  { size: "640x360", seconds: 18 },
  { size: "480x270", seconds: 24 },
  { size: "426x240", seconds: 28 },
  { size: "640x360", seconds: 16 },
  { size: "352x288", seconds: 30 },
  { size: "480x270", seconds: 22 },
  { size: "1280x720", seconds: 13 },
] as const;

type Random = (low: number, high: number) => number;
type Scene = (size: string, random: Random) => string;

const source = (name: string, size: string, options = "") => `${name}=s=${size}:r=${RATE}${options}`;
const colour = (random: Random) => `0x${Math.floor(random(0, 0xffffff)).toString(16).padStart(6, "0")}`;
const gradients: Scene = (size, random) =>
  source("gradients", size, `:speed=0.01:n=3:c0=${colour(random)}:c1=${colour(random)}:c2=${colour(random)}:seed=7`);
const fractal: Scene = (size, random) => {
  const scale = random(0.02, 0.6);
  return source(
    "mandelbrot",
    size,
    `:maxiter=200:start_scale=${scale}:end_scale=${scale * random(0.3, 0.9)}:end_pts=400`,
  );
};
const test: Scene = (size, random) =>
  `${source("testsrc2", size)},hue=h=${Math.floor(random(0, 359))},scroll=h=${random(0.002, 0.02).toFixed(4)}`;
const life: Scene = (size, random) =>
  `${source("life", size, `:mold=10:ratio=0.2:seed=${Math.floor(random(1, 9999))}`)},gblur=3`;
const cells: Scene = (size, random) =>
  `${source("cellauto", size, `:rule=110:seed=${Math.floor(random(1, 9999))}:scroll=1`)},gblur=1.6`;
const grained = (scene: Scene, low: number, high: number): Scene => (size, random) =>
  `${scene(size, random)},noise=alls=${Math.floor(random(low, high))}:allf=t,gblur=${random(0.5, 0.9).toFixed(2)}`;

/** Scenes of each kind of clip: flat animation, film with grain, noise, and mixtures. */
const KINDS: Scene[][] = [
  [gradients, test],
  [grained(fractal, 3, 9)],
  [test, life],
  [grained(gradients, 4, 9), grained(test, 2, 5)],
  [fractal, grained(fractal, 2, 6), test],
  [cells, grained(life, 2, 6)],
  [grained(test, 3, 8), fractal, gradients],
  [life],
  [grained(fractal, 6, 12), grained(gradients, 2, 5)],
];

const SOURCES = [
  ["-c:v", "libx264", "-preset", "superfast", "-crf", "15"],
  ["-c:v", "mpeg2video", "-b:v", "9M", "-maxrate", "12M", "-bufsize", "4M"],
  ["-c:v", "libx264", "-preset", "superfast", "-crf", "21"],
  ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "18", "-x265-params", "log-level=error"],
  ["-c:v", "libx264", "-preset", "superfast", "-b:v", "4M", "-minrate", "4M", "-maxrate", "4M", "-bufsize", "2M"],
] as const;

/** Returns the filter graph of a clip. Scenes of a mixture have different lengths. */
function graphOf(index: number, size: string, seconds: number): string {
  const next = randomOf(index * 7919 + 11);
  const random: Random = (low, high) => low + (high - low) * next();
  const scenes = KINDS[index % KINDS.length] ?? [];
  const shares = scenes.map(() => random(0.5, 2));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const parts = scenes.map((scene, i) => {
    const length = (seconds * (shares[i] ?? 1) / total + 0.1).toFixed(3);
    return `${scene(size, random)},trim=duration=${length},format=yuv420p,setsar=1[s${i}]`;
  });
  return [...parts, `${scenes.map((_, i) => `[s${i}]`).join("")}concat=n=${scenes.length}`].join(";");
}

/** Creates a clip. The same index always creates the same clip. */
export async function makeAccuracyClip(folder: string, index: number): Promise<string> {
  const { size, seconds } = SHAPES[(index * 3 + Math.floor(index / SHAPES.length)) % SHAPES.length] ?? SHAPES[0];
  const path = join(folder, `clip-${index}.mkv`);
  const { code, stderr } = await runProcess({
    path: FFMPEG,
    args: [
      ...["-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", graphOf(index, size, seconds), "-t", String(seconds)],
      ...["-pix_fmt", "yuv420p", ...SOURCES[index % SOURCES.length] ?? SOURCES[0], path],
    ],
    timeoutMs: 300_000,
  });
  if (code !== 0) throw new Error(stderr);
  return path;
}
