/** Interlaced video, checked in decoded results: frame count and times, and similarity to the original scene. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg } from "../../../../tests/fixtures/decoded.ts";
import { encodeFile, read, recipe, tools, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import { analyseVideo } from "./analyse.ts";

const SIZE = "s=240x160";
const MPEG2 = ["-c:v", "mpeg2video", "-q:v", "2", "-flags", "+ildct+ilme", "-g", "15"];
const FINE = { ...X264_FAST, quality: 8 };
const NTSC = "60000/1001";
const FILM = "24000/1001";

/** Returns a graph of the original scene at its own rate. */
const filmed = (rate: string, seconds = 6): string => `testsrc2=${SIZE}:r=${rate}:d=${seconds},format=yuv420p`;

async function make(dir: string, name: string, graph: string, codec: string[]): Promise<string> {
  const path = join(dir, name);
  await ffmpeg(["-f", "lavfi", "-i", graph, ...codec, path]);
  return path;
}

/** Analyses, plans and encodes like a job. */
async function encoded(dir: string, source: string, video: Record<string, unknown>) {
  const chosen = recipe({ video: { ...FINE, ...video } });
  const findings = await analyseVideo({ ...tools, probe: await read(source), recipe: chosen });
  const { output, decided } = await encodeFile(dir, source, chosen, findings);
  const picture = mainVideo(await read(output));
  return { output, fields: findings.fields, plan: decided.video, rate: picture?.frameRate.join("/") };
}

const countOf = async (path: string): Promise<number> =>
  (await ffmpeg(["-i", path, "-map", "0:V:0", "-f", "framecrc", "-"])).split("\n").filter((line) => /^0,/.test(line))
    .length;

/** Returns the mean similarity (luma PSNR in dB) of a result to the original scene, frame by frame from `skip` on. */
async function likeness(output: string, graph: string, skip = 0): Promise<number> {
  const numbered = `settb=1/1000,setpts=N*40`;
  const text = await ffmpeg([
    ...["-i", output, "-f", "lavfi", "-i", graph],
    ...["-filter_complex", `[0:v]${numbered}[a];[1:v]trim=start_frame=${skip},${numbered}[b];[a][b]psnr=stats_file=-`],
    ...["-f", "null", "-"],
  ]);
  const values = [...text.matchAll(/psnr_y:([\d.]+|inf)/g)].map((found) => Number(found[1] === "inf" ? 99 : found[1]));
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

for (const first of ["top", "bottom"] as const) {
  inFolder(
    `slow: telecined film, ${first} first, is restored: every frame once, at 23.976`,
    async (dir) => {
      const order = first === "top" ? "tff" : "bff";
      const telecine = `${filmed(FILM)},telecine=first_field=${first}:pattern=23,setfield=${order}`;
      const source = await make(dir, "telecined.mkv", telecine, MPEG2);
      const { output, fields, plan, rate } = await encoded(dir, source, {});
      deepEqual([fields?.kind, plan?.fieldHandling, plan?.frameRate], ["telecined", "detelecine", [24_000, 1001]]);
      equal(rate, FILM);
      const count = await countOf(output);
      ok(Math.abs(count - 144) <= 1, `${count}`);
      const like = await likeness(output, filmed(FILM));
      ok(like > 38, `${like} dB`);
    },
  );
}

inFolder(
  "slow: interlaced video becomes one frame per frame, or one per field with all of the motion",
  async (dir) => {
    const source = await make(dir, "i.mkv", `${filmed(NTSC, 4)},tinterlace=interleave_top,setfield=tff`, MPEG2);
    const frames = await encoded(dir, source, {});
    deepEqual([frames.plan?.fieldHandling, frames.rate, await countOf(frames.output)], [
      "frame-rate",
      "30000/1001",
      120,
    ]);
    const fields = await encoded(dir, source, { deinterlace: "field-rate" });
    deepEqual([fields.plan?.fieldHandling, fields.plan?.frameRate], ["field-rate", [60_000, 1001]]);
    equal(await countOf(fields.output), 240);
    // In the correct order, every frame is more similar to its own moment than to the previous or next one.
    const own = await likeness(fields.output, filmed(NTSC, 4));
    ok(own > await likeness(fields.output, filmed(NTSC, 4), 1) + 1, `${own} dB`);
  },
);

inFolder("slow: interlaced video that is flagged as progressive is detected, in either field order", async (dir) => {
  for (const [mode, order] of [["interleave_top", "tff"], ["interleave_bottom", "bff"]] as const) {
    const graph = `${filmed("50", 4)},tinterlace=${mode},setfield=prog`;
    const source = await make(dir, `${order}.mkv`, graph, ["-c:v", "libx264", "-preset", "veryfast", "-crf", "16"]);
    equal(mainVideo(await read(source))?.interlaced, false);
    const { output, fields, plan } = await encoded(dir, source, { deinterlace: "field-rate" });
    deepEqual([fields, plan?.fieldHandling], [{ kind: "interlaced", order }, "field-rate"]);
    const own = await likeness(output, filmed("50", 4));
    ok(own > await likeness(output, filmed("50", 4), 1) + 1, `${order}: ${own} dB`);
  }
});

inFolder("slow: progressive frames stay unchanged, also in a stream that is flagged as interlaced", async (dir) => {
  const flagged = await make(dir, "psf.mkv", `${filmed("25", 4)},setfield=tff`, MPEG2);
  const plain = await make(dir, "plain.mkv", filmed("30000/1001", 4), ["-c:v", "libx264", "-preset", "veryfast"]);
  const still = await make(dir, "still.mkv", `smptebars=${SIZE}:r=25:d=3`, ["-c:v", "libx264", "-preset", "veryfast"]);
  for (const source of [flagged, plain, still]) {
    const { plan, output } = await encoded(dir, source, { deinterlace: "field-rate" });
    equal(plan?.fieldHandling, "none", source);
    equal(await countOf(output), await countOf(source));
  }
});

/** Marks an MPEG-2 stream of 30 frames per second as film: two of four frames are shown for three fields. */
function withRepeatedFields(stream: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(stream);
  const at = (i: number): number => bytes[i] ?? 0;
  let [group, seen, shown] = [0, 0, 0];
  for (let i = 0; i + 8 < bytes.length; i++) {
    if (at(i) !== 0 || at(i + 1) !== 0 || at(i + 2) !== 1) continue;
    const code = at(i + 3);
    if (code === 0xb8) group = seen;
    if (code === 0x00) {
      shown = group + (at(i + 4) << 2 | at(i + 5) >> 6);
      seen++;
    }
    // ISO/IEC 13818-2, sequence extension: clears progressive_sequence.
    if (code === 0xb5 && at(i + 4) >> 4 === 1) bytes[i + 5] = at(i + 5) & ~0x08;
    // Picture coding extension: top_field_first and repeat_first_field, progressive_frame.
    if (code === 0xb5 && at(i + 4) >> 4 === 8) {
      const [top, repeat] = ([[1, 1], [0, 0], [0, 1], [1, 0]] as const)[shown % 4] ?? [1, 0];
      bytes[i + 7] = (at(i + 7) & 0x7d) | top << 7 | repeat << 1;
      bytes[i + 8] = at(i + 8) | 0x80;
    }
  }
  return bytes;
}

inFolder("film with video timing regains its even timestamps, without losing a frame", async (dir) => {
  const plain = join(dir, "plain.m2v");
  const codec = ["-c:v", "mpeg2video", "-q:v", "2", "-g", "12", "-bf", "2", "-f", "mpeg2video"];
  await ffmpeg(["-f", "lavfi", "-i", `testsrc2=${SIZE}:r=30000/1001:d=4.8,format=yuv420p`, ...codec, plain]);
  await Deno.writeFile(plain, withRepeatedFields(await Deno.readFile(plain)));
  const source = join(dir, "film.mkv");
  await new Deno.Command("mkvmerge", { args: ["-q", "-o", source, plain] }).output();
  const { output, plan, rate } = await encoded(dir, source, {});
  deepEqual([plan?.fieldHandling, rate, await countOf(output)], ["soft-telecine", FILM, await countOf(source)]);
  const args = ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", output];
  const text = new TextDecoder().decode((await new Deno.Command("ffprobe", { args }).output()).stdout);
  const times = text.trim().split("\n").map(Number).sort((a, b) => a - b);
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  ok(steps.every((step) => Math.abs(step - 1001 / 24_000) < 0.0015), steps.join(" "));
});

inFolder("slow: the video keeps its offset to the audio to the millisecond", async (dir) => {
  const [even, source] = [join(dir, "even.mkv"), join(dir, "late.mkv")];
  await ffmpeg([
    ...["-f", "lavfi", "-i", `testsrc2=${SIZE}:r=${FILM}:d=2`, "-f", "lavfi", "-i", "sine=d=2"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "ac3", even],
  ]);
  await new Deno.Command("mkvmerge", { args: ["-q", "-o", source, "--sync", "0:13", even] }).output();
  const starts = async (path: string) => (await read(path)).streams.map((stream) => stream.startSeconds ?? 0);
  const [picture = 0, sound = 0] = await starts(source);
  const off = (picture - sound) % (1001 / 24_000);
  ok(off > 0.005 && off < 0.036, `the start must not be on the grid: ${off}`);
  for (const video of [FINE, { encoder: "libx265", preset: "ultrafast" }, { encoder: "libvpx-vp9", preset: "5" }]) {
    const { output } = await encodeFile(dir, source, recipe({ video, audio: { encoder: "copy" } }));
    const [after = 0, heard = 0] = await starts(output);
    ok(Math.abs((after - heard) - (picture - sound)) < 0.0011, `${video.encoder}: ${after - heard}`);
  }
});
