import { equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";
import { tools } from "../../tests/fixtures/encode.ts";
import { makeClip, X264 } from "../../tests/fixtures/media.ts";
import { openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import { drawnSup } from "../../tests/fixtures/subtitle_pictures.ts";
import { runProcess } from "../kit/process/process.ts";
import { probeFile } from "../media/probe/ffprobe.ts";
import { ProfileInput } from "../encode/profiles/schema.ts";

const LINES = [
  { start: 1, end: 2.5, text: "I will be there.", forced: false },
  { start: 3, end: 4.5, text: "- Really?\n- Yes.", forced: false },
];

async function film(media: string): Promise<string> {
  const plain = await makeClip(media, "plain.mkv", { seconds: 6, video: X264 });
  const sup = join(media, "lines.sup");
  await Deno.writeFile(sup, await drawnSup(LINES));
  const path = join(media, "film.mkv");
  const args = ["-q", "-o", path, plain, "--language", "0:eng", "--default-track-flag", "0:0", sup];
  const { code, stdout } = await runProcess({ path: findProgram("mkvmerge") ?? "", args, timeoutMs: 30_000 });
  if (code !== 0) throw new Error(new TextDecoder().decode(stdout));
  return path;
}

const profile = (container: "mkv" | "mp4" | "webm", pictureSubtitles: string) =>
  ProfileInput.parse({
    name: container,
    container,
    video: container === "webm"
      ? { encoder: "libvpx-vp9", quality: 50, preset: "5", pixelFormat: "yuv420p" }
      : { encoder: "libx264", quality: 30, preset: "ultrafast", pixelFormat: "yuv420p" },
    audio: container === "webm" ? { encoder: "libopus" } : { encoder: "aac" },
    subtitles: { pictureSubtitles },
    output: { suffix: `.${pictureSubtitles}` },
  });

async function textOf(path: string): Promise<string> {
  const args = ["-v", "error", "-i", path, "-map", "0:s:0", "-f", "srt", "-"];
  const { stdout } = await runProcess({ path: tools.ffmpegPath, args, timeoutMs: 30_000 });
  return new TextDecoder().decode(stdout);
}

for (
  const [container, mode, codecs] of [
    ["mkv", "ocr-keep", ["subrip", "hdmv_pgs_subtitle"]],
    ["mkv", "ocr", ["subrip"]],
    ["mp4", "ocr", ["mov_text"]],
    ["webm", "ocr-keep", ["webvtt"]],
  ] as const
) {
  Deno.test(`slow: bitmap subtitles become text in ${container}, ${mode}`, () =>
    withFolders(async ({ media, configDir }) => {
      const path = await film(media);
      await using queue = await openQueue({ configDir, settings: { ocr: { enabled: true } } });
      const { id } = await queue.profiles.create(profile(container, mode));
      const finished = await queue.finished((await queue.create(path, id)).id);
      equal(finished.status, "done", finished.error ?? "");
      const job = await queue.jobs.get(finished.id);
      const made = await probeFile(job.outputPath ?? "", tools);
      const subtitles = made.streams.filter((stream) => stream.kind === "subtitle");
      equal(subtitles.map((stream) => stream.codec).join(), codecs.join());
      equal(subtitles[0]?.language, "eng");
      const text = await textOf(job.outputPath ?? "");
      match(text, /00:00:01,0\d\d --> 00:00:02,5\d\d\r?\nI will be there\./);
      match(text, /- Really\?\r?\n- Yes\./);
      const [read] = job.ocr ?? [];
      ok(read && read.cues === 2 && read.confidence > 80, JSON.stringify(read));
      equal(job.streams?.find((stream) => stream.type === "subtitle")?.action, "ocr");
    }));
}

Deno.test("slow: without OCR bitmap subtitles are copied, and the job has a warning", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await film(media);
    await using queue = await openQueue({ configDir });
    const { id } = await queue.profiles.create(profile("mkv", "ocr"));
    const job = await queue.finished((await queue.create(path, id)).id);
    equal(job.status, "done", job.error ?? "");
    match(job.warnings.join(" "), /stays a bitmap: OCR is disabled in the settings/);
    const made = await probeFile(job.outputPath ?? "", tools);
    equal(made.streams.find((stream) => stream.kind === "subtitle")?.codec, "hdmv_pgs_subtitle");
  }));
