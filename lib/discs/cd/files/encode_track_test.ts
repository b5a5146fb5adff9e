import { ok, rejects, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { encodeTrack } from "./encode_track.ts";
import { tagTrack } from "./tag_track.ts";
import { verifyFlac } from "./verify_flac.ts";
import { FFMPEG } from "../../../../tests/kit/ffmpeg.ts";

/** One second of a sawtooth with noise, as raw samples. */
const PCM = ((): Uint8Array<ArrayBuffer> => {
  const samples = Int16Array.from({ length: 2 * 44_100 }, (_, i) => ((i * 37) % 20_000) - 10_000 + ((i * i) % 97));
  return new Uint8Array(samples.buffer);
})();
const MD5 = createHash("md5").update(PCM).digest("hex");

async function track(folder: string, bytes = PCM) {
  const pcmPath = join(folder, "a track, -x.pcm");
  await Deno.writeFile(pcmPath, bytes);
  return { ffmpegPath: FFMPEG, pcmPath, output: join(folder, "out.flac"), compressionLevel: 8 };
}

/** Installs an ffmpeg wrapper that runs the shell commands in `extra` before each encode. */
async function wrapped(folder: string, extra: string): Promise<string> {
  const path = join(folder, "ffmpeg");
  const script = [
    "#!/bin/sh",
    `case " $* " in *" -compression_level "*|*" attached_pic "*) ${extra} ;; esac`,
    `exec ${FFMPEG} "$@"`,
  ];
  await Deno.writeTextFile(path, `${script.join("\n")}\n`, { mode: 0o755 });
  return path;
}

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);

inFolder("samples are preserved bit for bit at every level, and better levels are smaller", async (folder) => {
  const sizes: number[] = [];
  for (const compressionLevel of [0, 5, 8]) {
    const one = { ...await track(folder), compressionLevel };
    const { md5, samples } = await encodeTrack(one);
    is(md5, MD5);
    is(samples, 44_100);
    await verifyFlac({ ffmpegPath: FFMPEG, path: one.output, md5: MD5 });
    sizes.push((await Deno.stat(one.output)).size);
  }
  ok((sizes[0] ?? 0) > (sizes[2] ?? 0), String(sizes));
  is(await exists(join(folder, "out.flac.part")), false);
});

/** The shortest track: one sector of 588 samples. ffmpeg 9 rejects FLAC files with fewer than 16 samples. */
const SECTOR = Uint8Array.from({ length: 588 * 4 }, (_, i) => i % 251);

inFolder("full scale, silence and a single sector survive", async (folder) => {
  const extremes = new Int16Array(8820).map((_, i) => i % 2 ? 32_767 : -32_768);
  for (const bytes of [new Uint8Array(extremes.buffer), new Uint8Array(8820), SECTOR]) {
    const { samples } = await encodeTrack(await track(folder, bytes));
    is(samples, bytes.length / 4);
  }
});

/**
 * ffmpeg options for a quieter encode, one with reversed samples, one that ends early, and one without the first
 * sample.
 */
const WRONG = ["-af volume=0.9999", "-af areverse", "-t 0.5", "-af atrim=start_sample=1"];

inFolder("wrong samples are noticed and leave no file", async (folder) => {
  const one = await track(folder);
  for (const filter of WRONG) {
    const extra = `for word do shift; [ "$word" = -c:a ] && set -- "$@" ${filter}; set -- "$@" "$word"; done`;
    const ffmpegPath = await wrapped(folder, extra);
    await rejects(encodeTrack({ ...one, ffmpegPath }), { code: "verification_failed" }, filter);
    is(await exists(one.output), false);
    is(await exists(`${one.output}.part`), false);
  }
});

inFolder("one flipped bit in a file, and the sum of other samples, are no match", async (folder) => {
  const one = await track(folder);
  await encodeTrack(one);
  await rejects(verifyFlac({ ffmpegPath: FFMPEG, path: one.output, md5: "0".repeat(32) }), {
    code: "verification_failed",
  });
  const bytes = await Deno.readFile(one.output);
  const at = bytes.length - 2000;
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  await Deno.writeFile(one.output, bytes);
  await rejects(verifyFlac({ ffmpegPath: FFMPEG, path: one.output, md5: MD5 }));
});

inFolder("a copy with tags is verified too", async (folder) => {
  const one = await track(folder);
  await encodeTrack(one);
  const request = { ffmpegPath: FFMPEG, path: one.output, output: join(folder, "tagged.flac"), tags: [] };
  await rejects(tagTrack({ ...request, md5: "0".repeat(32) }), { code: "verification_failed" });
  is(await exists(request.output), false);
  await tagTrack({ ...request, md5: MD5 });
  is(await exists(request.output), true);
});

inFolder("a file without audio, a missing tool and an abort cause different errors", async (folder) => {
  await rejects(encodeTrack(await track(folder, new Uint8Array())), { code: "unreadable" });
  await rejects(encodeTrack(await track(folder, new Uint8Array(6))), { code: "unreadable" });
  const one = await track(folder);
  await rejects(encodeTrack({ ...one, pcmPath: join(folder, "none") }), { code: "source_missing" });
  await rejects(encodeTrack({ ...one, ffmpegPath: join(folder, "none") }), { code: "tool_missing" });
  await rejects(encodeTrack({ ...one, ffmpegPath: await wrapped(folder, "exit 0") }));
  await rejects(
    encodeTrack({
      ...one,
      ffmpegPath: await wrapped(folder, "echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1"),
    }),
    { code: "disk_full" },
  );
  await rejects(encodeTrack({ ...one, signal: AbortSignal.abort(new Error("stop")) }), /stop/);
  is(await exists(one.output), false);
});
