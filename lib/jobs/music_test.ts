import { deepStrictEqual as same, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { tools } from "../../tests/fixtures/encode.ts";
import { loudnessSummary, makeAlbum, makeMqaTrack } from "../../tests/fixtures/music.ts";
import { openQueue, type Queue, withFolders } from "../../tests/fixtures/queue.ts";
import { installFreaccmd } from "../../tests/fakes/freaccmd.ts";
import { probeFile } from "../media/probe/ffprobe.ts";
import type { AudioStream, Probe } from "../media/probe/model.ts";
import { decodedMd5, flacStoredMd5 } from "../media/audio/pcm_md5.ts";
import { ProfileInput } from "../encode/profiles/schema.ts";
import { findPreset } from "../encode/profiles/presets.ts";
import { BulkCreate } from "./request_schema.ts";

const read = (path: string): Promise<Probe> => probeFile(path, tools);
const soundOf = (probe: Probe): AudioStream => {
  const found = probe.streams.find((stream) => stream.kind === "audio");
  if (found?.kind !== "audio") throw new Error("no sound");
  return found;
};
const md5 = (path: string, streamIndex: number, bitDepth: number) =>
  decodedMd5({ ffmpegPath: tools.ffmpegPath, path, streamIndex, bitDepth });

/** Creates a profile from a music preset with a separate output folder, so that names never collide. */
async function into(queue: Queue, preset: string, directory: string): Promise<string> {
  const found = findPreset(preset);
  if (!found) throw new Error(preset);
  const { id: _, ...input } = found;
  await Deno.mkdir(directory, { recursive: true });
  return (await queue.profiles.create(ProfileInput.parse({ ...input, output: { ...input.output, directory } }))).id;
}

/** Returns the tags of the container and its streams, with keys in capitals. Container tags take precedence. */
async function tagsOf(path: string): Promise<Record<string, string>> {
  const { stdout } = await new Deno.Command(tools.ffprobePath, {
    args: ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", path],
  }).output();
  const { format = {}, streams = [] } = JSON.parse(new TextDecoder().decode(stdout));
  const sound = streams.map((stream: { tags?: Record<string, string> }) => stream.tags ?? {});
  const all = Object.assign({}, ...sound.toReversed(), format.tags);
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key.toUpperCase(), String(value)]));
}

/** Presets with their codecs and the tested tracks of the album. */
const PRESETS = [
  ["builtin-music-flac", "flac", [0, 1, 2]],
  ["builtin-music-flac-cd", "flac", [0, 1, 2]],
  ["builtin-music-mp3-v0", "mp3", [0, 1, 2]],
  ["builtin-music-opus", "opus", [1, 2]],
  ["builtin-music-vorbis", "vorbis", [0]],
] as const;

Deno.test("slow: an album is encoded with the music presets: audio, tags, cover and gains are right", () =>
  withFolders(async ({ media, configDir }) => {
    const album = await makeAlbum(media);
    const before = await Promise.all(album.map((path) => Deno.readFile(path)));
    await using queue = await openQueue({ configDir, settings: { concurrency: 2 } });
    for (const [preset, codec, tracks] of PRESETS) {
      const folder = join(media, preset);
      const profile = await into(queue, preset, folder);
      const jobs = await Promise.all(tracks.map((i) => queue.create(album[i] ?? "", profile)));
      const outputs: string[] = [];
      for (const [n, { id }] of jobs.entries()) {
        const i = tracks[n] ?? 0;
        const job = await queue.finished(id);
        equal(job.status, "done", `${preset}: ${job.error}`);
        // A result in another folder is kept even if it is larger than its source.
        outputs.push(job.outputPath ?? "");
        const made = await read(outputs[n] ?? "");
        equal(soundOf(made).codec, codec);
        const tags = await tagsOf(outputs[n] ?? "");
        same([tags.TITLE, tags.ALBUM, tags.DATE], [["Loud", "Quiet", "Mixed"][i], "Quiet Rooms", "2001"], preset);
        match(tags.TRACK ?? "", new RegExp(`^${i + 1}`));
        const covers = made.streams.filter((stream) => stream.kind === "attachment").length;
        equal(covers, ["flac", "mp3", "vorbis"].includes(codec) ? 1 : 0, `${preset} cover`);
      }
      if (preset === "builtin-music-flac") {
        for (const [i, path] of album.entries()) {
          const [source, made] = [soundOf(await read(path)), soundOf(await read(outputs[i] ?? ""))];
          const depth = source.bitDepth ?? 16;
          equal(await md5(outputs[i] ?? "", made.index, depth), await md5(path, source.index, depth), `${preset} ${i}`);
        }
      }
      if (preset === "builtin-music-flac") {
        equal(await flacStoredMd5(outputs[0] ?? ""), await md5(outputs[0] ?? "", 0, 16));
      }
      if (preset === "builtin-music-flac-cd") {
        const { sampleRate, bitDepth } = soundOf(await read(outputs[2] ?? ""));
        same([sampleRate, bitDepth], [44_100, 16]);
      }
      if (codec === "flac" || codec === "mp3") await gainsAreRight(outputs, preset);
      if (codec === "opus") await opusGainsAreRight(outputs);
    }
    const after = await Promise.all(album.map((path) => Deno.readFile(path)));
    same(after, before, "originals stay as they are");
  }));

async function gainsAreRight(outputs: string[], preset: string): Promise<void> {
  const album = -18 - await loudnessSummary(outputs);
  for (const path of outputs) {
    const tags = await tagsOf(path);
    const track = -18 - await loudnessSummary([path]);
    near(parseFloat(tags.REPLAYGAIN_TRACK_GAIN ?? ""), track, `${preset} track`);
    near(parseFloat(tags.REPLAYGAIN_ALBUM_GAIN ?? ""), album, `${preset} album`);
    match(tags.REPLAYGAIN_TRACK_PEAK ?? "", /^\d\.\d{6}$/);
  }
}

async function opusGainsAreRight(outputs: string[]): Promise<void> {
  for (const path of outputs) {
    const tags = await tagsOf(path);
    near(Number(tags.R128_TRACK_GAIN) / 256, -23 - await loudnessSummary([path]), "opus track");
    ok(tags.R128_ALBUM_GAIN);
    equal(tags.REPLAYGAIN_TRACK_GAIN, undefined);
  }
}

/** Asserts that two gains are equal. ffmpeg's summary has one decimal, so the tolerance is 0.1 dB plus rounding. */
const near = (is: number, should: number, what: string) =>
  ok(Math.abs(is - should) <= 0.15, `${what}: ${is}, should be ${should}`);

Deno.test("slow: MQA stays bit exact with any profile, and no lossy copy is created", () =>
  withFolders(async ({ media, configDir }) => {
    const path = join(media, "folded.flac");
    await makeMqaTrack(path);
    await using queue = await openQueue({ configDir });
    const exact = await into(queue, "builtin-music-flac-cd", join(media, "cd"));
    const job = await queue.finished((await queue.create(path, exact)).id);
    equal(job.status, "done", job.error ?? "");
    match(job.warnings.join(" "), /MQA Studio, so it is stored bit for bit/);
    equal(await md5(job.outputPath ?? "", 0, 24), await md5(path, 0, 24));
    const tags = await tagsOf(job.outputPath ?? "");
    same([tags.MQA, tags.ORIGINALSAMPLERATE], ["MQA Studio", "96000"]);
    const lossy = await into(queue, "builtin-music-mp3-v0", join(media, "mp3"));
    const skipped = await queue.finished((await queue.create(path, lossy)).id);
    equal(skipped.status, "skipped");
    match(
      skipped.message ?? skipped.resolvedProfile?.summary.join(" ") ?? "",
      /MQA Studio, which a lossy encode would destroy/,
    );
  }));

Deno.test("slow: lossy music is not blown up to a lossless file, and is warned about when encoded again", () =>
  withFolders(async ({ media, configDir }) => {
    const [track = ""] = await makeAlbum(media);
    await using queue = await openQueue({ configDir });
    const mp3 = await into(queue, "builtin-music-mp3-320", join(media, "mp3"));
    const lossy = (await queue.finished((await queue.create(track, mp3)).id)).outputPath ?? "";
    const flac = await into(queue, "builtin-music-flac", join(media, "flac"));
    const skipped = await queue.finished((await queue.create(lossy, flac)).id);
    equal(skipped.status, "skipped");
    const opus = await into(queue, "builtin-music-opus", join(media, "opus"));
    const again = await queue.finished((await queue.create(lossy, opus)).id);
    equal(again.status, "done", again.error ?? "");
    match(again.warnings.join(" "), /MP3 is already lossy/);
  }));

Deno.test("slow: WavPack is written by the installed encoder tool, and equals the source", () =>
  withFolders(async ({ media, configDir }) => {
    const [track = ""] = await makeAlbum(media);
    const bin = join(media, "bin");
    await Deno.mkdir(bin);
    const encodertoolPath = await installFreaccmd(bin, { encoders: ["flac", "lame", "wv"] });
    await using queue = await openQueue({ configDir, settings: { encodertoolPath } });
    const profile = await into(queue, "builtin-music-wavpack", join(media, "wv"));
    const job = await queue.finished((await queue.create(track, profile)).id);
    equal(job.status, "done", job.error ?? "");
    const { lines } = await queue.jobs.log(job.id);
    ok(lines.some((line) => line.includes("--encoder=wv")), lines.join("\n"));
    const made = soundOf(await read(job.outputPath ?? ""));
    equal(made.codec, "wavpack");
    equal(await md5(job.outputPath ?? "", made.index, 16), await md5(track, 0, 16));
    equal((await tagsOf(job.outputPath ?? "")).TITLE, "Loud");
    const ape = await queue.profiles.create(
      ProfileInput.parse({ name: "APE", mediaType: "music", container: "ape", audio: { encoder: "ape" } }),
    );
    equal(ape.missingEncoders.join(), "ape", "this tool has no Monkey's Audio");
    const failed = await queue.finished((await queue.create(track, ape.id)).id);
    equal(failed.errorCode, "encoder_missing");
  }));

Deno.test("a folder is queued as one album: a job for each track, discs included", () =>
  withFolders(async ({ media, configDir }) => {
    const album = join(media, "Quiet Rooms");
    await Deno.mkdir(join(album, "CD2"), { recursive: true });
    const [one = "", two = ""] = await makeAlbum(album);
    await Deno.rename(two, join(album, "CD2", "01 Quiet.flac"));
    await Deno.writeTextFile(join(album, "notes.txt"), "x");
    await using queue = await openQueue({ configDir, start: false });
    const result = await queue.jobs.createBulk(BulkCreate.parse({
      profileId: "builtin-music-opus",
      items: [{ source: { kind: "album", localPath: album } }, {
        source: { kind: "album", localPath: join(album, "CD2", "none") },
      }],
    }));
    equal(result.created, 3);
    equal(result.errors.length, 1);
    const jobs = await Promise.all(result.jobs.map((id) => queue.jobs.get(id)));
    equal(new Set(jobs.map((job) => job.batchId)).size, 1);
    same(jobs.map((job) => [job.source.kind, job.subtitle]), jobs.map(() => ["track", "Quiet Rooms"]));
    ok(jobs.some((job) => job.source.localPath === one));
  }));
