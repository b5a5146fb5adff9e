import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import { runProcess } from "../../lib/kit/process/process.ts";
import type { Profile } from "../../lib/encode/profiles/schema.ts";
import { FFMPEG, FFPROBE } from "../kit/ffmpeg.ts";
import { makeRichRemux, ODD, ODD_NAMES } from "../fixtures/media.ts";
import { rowsOfRun } from "../kit/all_rows.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished } from "../kit/jobs.ts";
import { api, type RunningService, startService } from "../kit/service.ts";

/** End-to-end encodes over HTTP with the real ffmpeg: inputs, outputs, and unchanged originals. */

interface FfprobeStream {
  codec_type: string;
  codec_name?: string;
  codec_tag_string?: string;
  pix_fmt?: string;
  channels?: number;
  color_transfer?: string;
  color_primaries?: string;
  side_data_list?: { side_data_type: string; max_content?: number; red_x?: string }[];
  disposition: Record<string, number>;
  tags?: Record<string, string>;
}
interface Ffprobe {
  streams: FfprobeStream[];
  chapters: { tags?: { title?: string } }[];
  format: { format_name: string; duration: string; tags?: Record<string, string> };
}

async function ffprobe(path: string): Promise<Ffprobe> {
  const { stdout } = await runProcess({
    path: FFPROBE,
    args: ["-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", `file:${path}`],
    timeoutMs: 30_000,
  });
  return JSON.parse(new TextDecoder().decode(stdout));
}

const hashOf = async (path: string) => createHash("sha256").update(await Deno.readFile(path)).digest("hex");
const kinds = (probe: Ffprobe, type: string) => probe.streams.filter((s) => s.codec_type === type);
const covers = (probe: Ffprobe) => probe.streams.filter((s) => s.disposition.attached_pic === 1);
const videoOf = (probe: Ffprobe) => kinds(probe, "video").find((s) => s.disposition.attached_pic !== 1);
const languages = (streams: FfprobeStream[]) => streams.map((s) => s.tags?.language);

async function encode(service: RunningService, path: string, profileId: string, audioOnly = false): Promise<Job> {
  const { status, body } = await api<Job>(service, "/api/jobs", {
    body: { profileId, audioOnly, source: { localPath: path } },
  });
  is(status, 201, JSON.stringify(body));
  return await finished(service, body.id, 180_000);
}

async function profile(service: RunningService, recipe: unknown): Promise<string> {
  const { status, body } = await api<{ id: string }>(service, "/api/profiles", { body: recipe });
  is(status, 201, JSON.stringify(body));
  return body.id;
}

/** Creates a profile from a preset with an output suffix, so that several results fit beside one source. */
async function suffixed(service: RunningService, id: string, suffix: string): Promise<string> {
  const { body } = await api<Profile[]>(service, "/api/profiles");
  const preset = body.find((one) => one.id === id);
  ok(preset, id);
  return await profile(service, { ...preset, output: { ...preset.output, suffix } });
}

async function withMedia(body: (service: RunningService, media: string) => Promise<void>): Promise<void> {
  const media = await Deno.makeTempDir({ prefix: "lathe-e2e-" });
  try {
    await using service = await startService();
    await body(service, media);
  } finally {
    await Deno.remove(media, { recursive: true });
  }
}

Deno.test("slow: an HDR10 remux becomes x265, SVT-AV1, web MP4, Opus audio and a copy, with everything it should keep", () =>
  withMedia(async (service, media) => {
    // The source is much larger than the encode, like a real remux, because an encode that saves no space is discarded.
    const source = await makeRichRemux(media, undefined, { seconds: 2, width: 320, height: 180, crf: 4 });
    const before = await hashOf(source);
    const original = await ffprobe(source);

    const x265 = await encode(service, source, "builtin-movie-4k-hdr");
    is(x265.status, "done", x265.error ?? "");
    const hevc = await ffprobe(x265.outputPath ?? "");
    const video = videoOf(hevc);
    is(video?.codec_name, "hevc");
    is(video?.pix_fmt, "yuv420p10le");
    is(video?.color_transfer, "smpte2084");
    is(video?.color_primaries, "bt2020");
    const sideData = video?.side_data_list?.map((s) => s.side_data_type) ?? [];
    ok(sideData.some((type) => /Mastering display/.test(type)), `mastering display in ${sideData}`);
    ok(sideData.some((type) => /Content light/.test(type)), `content light in ${sideData}`);
    same(languages(kinds(hevc, "audio")), ["eng", "ger", "eng"], "commentary dropped, the others in order");
    same(kinds(hevc, "audio").map((s) => s.codec_name), ["flac", "dts", "ac3"]);
    same(kinds(hevc, "subtitle").length, kinds(original, "subtitle").length);
    ok(kinds(hevc, "subtitle").some((s) => s.disposition.forced === 1), "forced flag kept");
    ok(kinds(hevc, "subtitle").some((s) => s.disposition.hearing_impaired === 1), "SDH flag kept");
    same(hevc.chapters.map((c) => c.tags?.title), original.chapters.map((c) => c.tags?.title));
    same(kinds(hevc, "attachment").length, kinds(original, "attachment").length, "fonts kept");
    same(covers(hevc).length, covers(original).length, "cover kept");
    is(basename(x265.outputPath ?? ""), "The Long Night (2011) Bluray-2160p.mkv");
    is(kinds(hevc, "audio")[0]?.disposition.default, 1, "first audio is the default");

    const av1 = await encode(service, source, await suffixed(service, "builtin-anime-av1", " - av1"));
    is(av1.status, "done", av1.error ?? "");
    const svt = await ffprobe(av1.outputPath ?? "");
    is(videoOf(svt)?.codec_name, "av1");
    is(videoOf(svt)?.pix_fmt, "yuv420p10le");
    is(videoOf(svt)?.color_transfer, "smpte2084");
    ok(kinds(svt, "audio").every((s) => s.codec_name === "opus"));

    const web = await encode(service, source, "builtin-web-mp4");
    is(web.status, "done", web.error ?? "");
    const mp4 = await ffprobe(web.outputPath ?? "");
    match(mp4.format.format_name, /mp4/);
    is(videoOf(mp4)?.codec_name, "h264");
    is(videoOf(mp4)?.pix_fmt, "yuv420p");
    ok(videoOf(mp4)?.color_transfer !== "smpte2084", "tone mapped");
    ok(kinds(mp4, "audio").every((s) => s.codec_name === "aac" && s.channels === 2));
    ok(kinds(mp4, "subtitle").every((s) => s.codec_name === "mov_text"));
    ok(await isFastStart(web.outputPath ?? ""), "moov before mdat");

    const sound = await encode(service, source, await suffixed(service, "builtin-tv-1080p", " - sound"), true);
    is(sound.status, "done", sound.error ?? "");
    const opus = await ffprobe(sound.outputPath ?? "");
    is(videoOf(opus)?.codec_name, videoOf(original)?.codec_name);
    is(await videoHash(sound.outputPath ?? ""), await videoHash(source), "video copied bit by bit");
    ok(kinds(opus, "audio").every((s) => s.codec_name === "opus"));
    ok(sound.labels.includes("Audio only"));

    const copyId = await profile(service, {
      name: "Copy without German",
      video: { encoder: "copy" },
      audio: { encoder: "copy", languages: ["eng"], dropCommentary: false },
      output: { suffix: " - copy" },
    });
    const copy = await encode(service, source, copyId);
    is(copy.status, "done", copy.error ?? "");
    const copied = await ffprobe(copy.outputPath ?? "");
    same(languages(kinds(copied, "audio")), ["eng", "eng", "eng"]);
    is(await videoHash(copy.outputPath ?? ""), await videoHash(source));

    is(await hashOf(source), before, "the original is untouched");
  }));

async function isFastStart(path: string): Promise<boolean> {
  const text = new TextDecoder("latin1").decode(await Deno.readFile(path));
  return text.indexOf("moov") < text.indexOf("mdat");
}

async function videoHash(path: string): Promise<string> {
  const { stdout } = await runProcess({
    path: FFMPEG,
    args: ["-v", "error", "-i", `file:${path}`, "-map", "0:v:0", "-c", "copy", "-f", "md5", "pipe:1"],
    timeoutMs: 30_000,
  });
  return new TextDecoder().decode(stdout);
}

Deno.test("slow: unusual sources encode or fail with a sentence, and no original changes", () =>
  withMedia(async (service, media) => {
    const profileId = await profile(service, {
      name: "Quick",
      video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 },
      audio: { encoder: "aac" },
      output: { suffix: " - quick" },
    });
    const outcomes: Record<string, string> = {};
    for (const [name, make] of Object.entries(ODD)) {
      const source = await make(media);
      const before = await hashOf(source);
      const { status, body } = await api<Job & { detail: string; code: string }>(service, "/api/jobs", {
        body: { profileId, source: { localPath: source } },
      });
      if (status >= 400) {
        ok(status < 500 && body.detail.length > 20, `${name}: ${status} ${JSON.stringify(body)}`);
        outcomes[name] = body.code;
      } else {
        const job = await finished(service, body.id, 120_000);
        if (job.status === "failed") ok((job.error ?? "").length > 10, `${name} says why`);
        else is(job.status, "done", `${name}: ${job.status} ${job.error}`);
        outcomes[name] = job.errorCode ?? job.status;
      }
      is(await hashOf(source), before, `${name} is untouched`);
    }
    for (const bad of ["empty", "noise", "playlist", "hls", "truncated"]) {
      if (bad in ODD) ok(outcomes[bad] !== "done", `${bad} must not pass: ${outcomes[bad]}`);
    }
    for (const good of ["wrongExtension", "variableRate", "interlaced", "oddSize", "noAudio"]) {
      if (good in ODD) is(outcomes[good], "done", good);
    }
  }));

Deno.test("slow: file names that break careless programs encode under their own name", () =>
  withMedia(async (service, media) => {
    const profileId = await profile(service, {
      name: "Quick",
      video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 },
      output: { suffix: " - quick" },
    });
    const clip = join(media, "clip.tmp");
    await makeSmallClip(clip, { seconds: 1, width: 64, height: 36 });
    for (const name of rowsOfRun(ODD_NAMES, 4)) {
      const source = join(media, name);
      await Deno.copyFile(clip, source);
      const before = await hashOf(source);
      const job = await encode(service, source, profileId);
      is(job.status, "done", `${JSON.stringify(name)}: ${job.error}`);
      ok((await Deno.stat(job.outputPath ?? "")).size > 0);
      is(await hashOf(source), before);
    }
    const leftovers = [...Deno.readDirSync(media)].filter((entry) => entry.name.includes("partial"));
    same(leftovers, []);
  }));
