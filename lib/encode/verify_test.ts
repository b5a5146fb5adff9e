import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { cut, makeClip, makeRichRemux, ODD, X264 } from "../../tests/fixtures/media.ts";
import { createCapabilities } from "../media/capabilities.ts";
import { probeFile } from "../media/ffprobe.ts";
import type { Probe } from "../media/model.ts";
import { ProfileInput, type Recipe } from "../profiles/schema.ts";
import { toArgs } from "./args.ts";
import type { Plan } from "./model.ts";
import { plan } from "./plan.ts";
import { runFfmpeg } from "./run.ts";
import { makeSideFiles } from "./side_files.ts";
import { type Verdict, type VerifyMode, verifyOutput, windowsOf } from "./verify.ts";
import { missingShare, tolerance } from "./verify_times.ts";

const tools = { ffmpegPath: "/usr/bin/ffmpeg", ffprobePath: "/usr/bin/ffprobe" };
const remembered = createCapabilities();
const capabilities = () => remembered(tools);
const FAST = {
  encoder: "libx264",
  preset: "ultrafast",
  pixelFormat: "yuv420p",
  hdrPassthrough: false,
  quality: 30,
  extraArgs: "-g 25",
};

interface Encoded {
  probe: Probe;
  decided: Plan;
  output: string;
}

/** Encodes `source` for real and answers what a verification needs. */
async function encode(dir: string, source: string, parts: Record<string, unknown> = {}): Promise<Encoded> {
  const recipe: Recipe = {
    ...ProfileInput.parse({ name: "x", video: FAST, audio: { encoder: "libopus" }, ...parts }),
    id: "x",
  };
  const probe = await probeFile(source, tools);
  const decided = plan(probe, recipe, await capabilities());
  const side = await makeSideFiles({ ...tools, probe, plan: decided, folder: dir });
  const output = join(dir, "result.partial");
  const args = toArgs(probe, decided, { output, side });
  await runFfmpeg({ ...tools, args, signal: new AbortController().signal, stallMs: 60_000 });
  return { probe, decided, output };
}

const verify = ({ probe, decided, output }: Encoded, mode: VerifyMode = "windows"): Promise<Verdict> =>
  verifyOutput({ ...tools, path: output, probe, plan: decided, mode });
const ffmpeg = async (...args: string[]) => {
  const { code, stderr } = await new Deno.Command("ffmpeg", { args: ["-v", "error", "-nostdin", "-y", ...args] })
    .output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
};
const inFolder = (name: string, work: (dir: string) => Promise<void>) =>
  Deno.test(name, async () => {
    const dir = await Deno.makeTempDir({ prefix: "lathe_verify_" });
    try {
      await work(dir);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });

/** A film long enough that 2 % of it is more than the allowed second. */
const longFilm = (dir: string): Promise<string> =>
  makeClip(dir, "film.mkv", {
    seconds: 75,
    width: 160,
    height: 90,
    rate: "25",
    video: [...X264, "-g", "25"],
    audio: [{ language: "eng" }, { language: "deu" }],
  });

type Mutation = [name: string, reason: RegExp, mutate: (encoded: Encoded, dir: string) => Promise<void>];

const remux = async (output: string, dir: string, ...args: string[]) => {
  const changed = join(dir, "changed.mkv");
  await ffmpeg(...args, "-f", "matroska", changed);
  await Deno.rename(changed, output);
};

const MUTATIONS: Mutation[] = [
  ["cut off at 90 %", /ends|ended prematurely/, async ({ output }) => void await cut(output, 0.9)],
  ["cut off by its last kilobyte", /prematurely|Reading/, async ({ output }) => {
    await Deno.truncate(output, (await Deno.stat(output)).size - 1024);
  }],
  ["a tail of zeros", /invalid as first byte|ends|Decoding/, async ({ output }) => {
    const { size } = await Deno.stat(output);
    using file = await Deno.open(output, { write: true });
    await file.seek(Math.floor(size * 0.93), Deno.SeekMode.Start);
    await file.write(new Uint8Array(size - Math.floor(size * 0.93)));
  }],
  [
    "a dropped audio stream",
    /There are 1 audio streams, planned were 2/,
    ({ output }, dir) => remux(output, dir, "-i", output, "-map", "0:v", "-map", "0:a:0", "-c", "copy"),
  ],
  [
    "swapped audio streams",
    /language/,
    ({ output }, dir) =>
      remux(output, dir, "-i", output, "-map", "0:v", "-map", "0:a:1", "-map", "0:a:0", "-c", "copy"),
  ],
  [
    "2 % missing at the end",
    /ends 1\.\d s earlier/,
    ({ output }, dir) => remux(output, dir, "-i", output, "-map", "0", "-c", "copy", "-t", "73.5"),
  ],
  [
    "2 % missing at the start",
    /earlier than in the source/,
    ({ output }, dir) => remux(output, dir, "-ss", "2", "-i", output, "-map", "0", "-c", "copy"),
  ],
  [
    "2 % of the pictures missing in the middle",
    /% of the pictures are missing/,
    ({ output }, dir) =>
      remux(
        output,
        dir,
        "-i",
        output,
        "-map",
        "0",
        "-c:a",
        "copy",
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-vf",
        "select='not(between(t,30,32))'",
        "-fps_mode",
        "vfr",
      ),
  ],
  [
    "sound two seconds late",
    /apart at the start/,
    ({ output }, dir) =>
      remux(output, dir, "-i", output, "-itsoffset", "2", "-i", output, "-map", "0:v", "-map", "1:a", "-c", "copy"),
  ],
  [
    "sound two seconds early",
    /apart at the end|ends 2\.\d s earlier/,
    ({ output }, dir) =>
      remux(output, dir, "-i", output, "-ss", "2", "-i", output, "-map", "0:v", "-map", "1:a", "-c", "copy"),
  ],
  [
    "one sound two seconds late by silence",
    /audio stream 2/,
    ({ output }, dir) =>
      remux(
        output,
        dir,
        "-i",
        output,
        "-map",
        "0",
        "-c",
        "copy",
        "-c:a:1",
        "libopus",
        "-filter:a:1",
        "adelay=2000:all=1",
      ),
  ],
  [
    "another codec",
    /The audio stream 1 is AAC, not Opus/,
    ({ output }, dir) => remux(output, dir, "-i", output, "-map", "0", "-c", "copy", "-c:a", "aac"),
  ],
  [
    "another size",
    /The picture's size is 80x44/,
    ({ output }, dir) =>
      remux(
        output,
        dir,
        "-i",
        output,
        "-map",
        "0",
        "-c",
        "copy",
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-s",
        "80x44",
      ),
  ],
  ["no file content", /cannot be read back/, ({ output }) => Deno.writeFile(output, new Uint8Array())],
  [
    "a tool that only pretends",
    /cannot be read back/,
    ({ output }) => Deno.writeTextFile(output, "done\n".repeat(2000)),
  ],
  ["a file that is gone", /cannot be read back/, ({ output }) => Deno.remove(output)],
  ["another container", /The container is mov/, async ({ output }, dir) => {
    await ffmpeg("-i", output, "-map", "0", "-c", "copy", "-strict", "-2", "-f", "mp4", join(dir, "c.mp4"));
    await Deno.rename(join(dir, "c.mp4"), output);
  }],
  [
    "one picture of the film as the whole film",
    /earlier|missing/,
    ({ output }, dir) => remux(output, dir, "-i", output, "-map", "0", "-c", "copy", "-t", "0.5"),
  ],
];

inFolder("every damaged result is refused, with words that fit, and the good one is not", async (dir) => {
  const good = await encode(dir, await longFilm(dir));
  const kept = join(dir, "good.mkv");
  await Deno.copyFile(good.output, kept);
  deepEqual((await verify(good)).problems, []);
  deepEqual((await verify(good, "full")).problems, []);
  for (const [name, reason, mutate] of MUTATIONS) {
    await Deno.copyFile(kept, good.output);
    await mutate(good, dir);
    const { ok: passed, problems } = await verify(good);
    equal(passed, false, name);
    match(problems.join(" "), reason, name);
  }
});

inFolder("damage inside the film is found by decoding all of it", async (dir) => {
  const good = await encode(dir, await longFilm(dir));
  const { size } = await Deno.stat(good.output);
  {
    using file = await Deno.open(good.output, { write: true });
    await file.seek(Math.floor(size * 0.4), Deno.SeekMode.Start);
    await file.write(new Uint8Array(3_000));
  }
  const { problems } = await verify(good, "full");
  match(problems.join(" "), /Decoding in full|Reading|earlier|missing/);
});

inFolder("lost HDR, chapters and marks are refused", async (dir) => {
  const video = { encoder: "libx265", preset: "ultrafast", quality: 30 };
  const good = await encode(dir, await makeRichRemux(dir), { video });
  deepEqual(await verify(good).then((v) => [v.problems, v.warnings]), [[], []]);
  const kept = join(dir, "good.mkv");
  await Deno.copyFile(good.output, kept);
  const all = ["-i", kept, "-map", "0:v:0", "-map", "0:a", "-map", "0:s", "-c", "copy"];
  const mutated = async (...args: string[]) => {
    await remux(good.output, dir, ...all, ...args);
    return (await verify(good)).problems.join(" ");
  };
  match(await mutated("-map_chapters", "-1"), /chapters are missing/);
  match(await mutated("-disposition:a:0", "0"), /default mark of the audio stream 1/);
  match(
    await mutated("-disposition:s:0", "0", "-metadata:s:s:0", "title=German"),
    /forced mark of the subtitle stream 1/,
  );
  const plain = [
    "-c:v:0",
    "libx265",
    "-preset",
    "ultrafast",
    "-x265-params",
    "log-level=error",
    "-pix_fmt",
    "yuv420p10le",
  ];
  match(await mutated(...plain, "-color_trc", "bt709"), /brightness is SDR, planned was HDR10/);
  await remux(good.output, dir, ...all);
  match((await verify(good)).warnings.join(), /2 of 2 attachments are missing/);
});

for (const [name, make] of Object.entries(ODD)) {
  if (["truncated", "empty", "noise", "playlist", "hls"].includes(name)) continue;
  inFolder(`a good encode of ${name} is accepted`, async (dir) => {
    const source = await make(dir);
    const video = name === "hlg" ? { encoder: "libx265", preset: "ultrafast" } : FAST;
    const good = await encode(dir, source, { video });
    for (const mode of ["windows", "full"] as const) {
      deepEqual((await verify(good, mode)).problems, [], mode);
    }
  });
}

inFolder("copies are accepted, MP4 and one-second clips too", async (dir) => {
  const short = await makeClip(dir, "short.mkv", { seconds: 1, video: [...X264, "-bf", "3"] });
  deepEqual((await verify(await encode(dir, short, { video: { encoder: "copy" }, audio: {} }))).problems, []);
  const web = { container: "mp4", audio: { encoder: "aac" } };
  deepEqual((await verify(await encode(dir, await makeRichRemux(dir), web))).problems, []);
  const late = await ODD.lateStart(dir);
  deepEqual((await verify(await encode(dir, late, { video: { encoder: "copy" }, audio: {} }))).problems, []);
});

inFolder("a source that ends early is told, whatever came of it", async (dir) => {
  const source = await ODD.truncated(dir);
  const { problems } = await verify(await encode(dir, source));
  match(problems.join(), /The source itself is cut off: it holds only 2\.\d s of the 4\.0 s/);
});

inFolder("damage that was in the source and is copied along is a warning", async (dir) => {
  const source = await makeClip(dir, "hurt.mkv", { seconds: 30, video: [...X264, "-g", "24"] });
  {
    using file = await Deno.open(source, { write: true });
    await file.seek(30_000, Deno.SeekMode.Start);
    await file.write(crypto.getRandomValues(new Uint8Array(200)));
  }
  const copy = await encode(dir, source, { video: { encoder: "copy" }, audio: {} });
  const verdict = await verify(copy, "full");
  deepEqual(verdict.problems, []);
  match(verdict.warnings.join(), /source is damaged/);
});

inFolder("an abort throws, it does not judge", async (dir) => {
  const good = await encode(dir, await makeClip(dir, "c.mkv"));
  const reason = new Error("enough");
  const options = { ...tools, path: good.output, probe: good.probe, plan: good.decided, mode: "full" as const };
  await rejects(verifyOutput({ ...options, signal: AbortSignal.abort(reason) }), reason);
});

inFolder("full decoding says how far it is", async (dir) => {
  const good = await encode(dir, await makeClip(dir, "c.mkv"));
  const shares: number[] = [];
  const options = { ...tools, path: good.output, probe: good.probe, plan: good.decided, mode: "full" as const };
  await verifyOutput({ ...options, onProgress: (share) => shares.push(share) });
  ok(shares.length > 0 && shares.every((share) => share >= 0 && share <= 1));
});

Deno.test("windows cover start, three places inside and the last ten seconds; short files are one window", () => {
  deepEqual(windowsOf(3, []).map((w) => w.startSeconds), [0]);
  deepEqual(windowsOf(100, []).map((w) => [w.startSeconds, w.seconds]), [[0, 1], [25, 1], [50, 1], [75, 1], [90, 11]]);
  const keys = [0, 20, 40, 60, 80];
  deepEqual(windowsOf(100, keys).map((w) => w.startSeconds), [0, 20.15, 40.15, 60.15, 80.15]);
});

Deno.test("the tolerance is a second for short films and half a percent of long ones", () => {
  deepEqual([tolerance(10), tolerance(200), tolerance(7200)], [1, 1, 36]);
});

Deno.test("missing pictures are counted against the span", () => {
  equal(missingShare({ start: 0, end: 100, packets: 2400, keys: [] }, 24), 0);
  ok(missingShare({ start: 0, end: 100, packets: 2300, keys: [] }, 24) > 0.03);
  equal(missingShare({ start: 0, end: 0.1, packets: 1, keys: [] }, 24), 0);
});
