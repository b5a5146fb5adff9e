/** Mutation suite: results with every conceivable damage, each of which must be rejected with a fitting message. */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { type Encoded, encodeFile, recipe, tools, X264_FAST } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { cut, makeClip, makeRichRemux, X264 } from "../../../tests/fixtures/media.ts";
import { type Verdict, type VerifyMode, verifyOutput } from "./verify.ts";

const FAST = { ...X264_FAST, hdrPassthrough: false, extraArgs: "-g 25" };
const encode = (dir: string, source: string, parts: Record<string, unknown> = {}): Promise<Encoded> =>
  encodeFile(dir, source, recipe({ video: FAST, audio: { encoder: "libopus" }, ...parts }));
const verify = ({ probe, decided, output }: Encoded, mode: VerifyMode = "windows"): Promise<Verdict> =>
  verifyOutput({ ...tools, path: output, probe, plan: decided, mode });

const ffmpeg = async (...args: string[]) => {
  const { code, stderr } = await new Deno.Command("ffmpeg", { args: ["-v", "error", "-nostdin", "-y", ...args] })
    .output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
};

/** Creates a movie that is long enough for windows mode to skip parts of it. */
const longFilm = (dir: string): Promise<string> =>
  makeClip(dir, "film.mkv", {
    seconds: 30,
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
    /There are 1 audio streams; expected: 2/,
    ({ output }, dir) => remux(output, dir, "-i", output, "-map", "0:v", "-map", "0:a:0", "-c", "copy"),
  ],
  [
    "swapped audio streams",
    /language/,
    ({ output }, dir) =>
      remux(output, dir, "-i", output, "-map", "0:v", "-map", "0:a:1", "-map", "0:a:0", "-c", "copy"),
  ],
  [
    "1.5 s missing at the end",
    /\d+ of 750 frames are missing, the first at 0:28|ends 1\.\d+ s earlier/,
    ({ output }, dir) => remux(output, dir, "-i", output, "-map", "0", "-c", "copy", "-t", "28.5"),
  ],
  [
    "2 s missing at the start",
    /frames are missing, the first at 0:00|earlier than in the source/,
    ({ output }, dir) => remux(output, dir, "-ss", "2", "-i", output, "-map", "0", "-c", "copy"),
  ],
  [
    "2 s of the pictures missing in the middle",
    /frames are missing, the first at 0:1/,
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
        "select='not(between(t,12,14))'",
        "-fps_mode",
        "vfr",
      ),
  ],
  [
    "sound two seconds late",
    /audio track 1 starts (?:19|20)\d\d ms later/,
    ({ output }, dir) =>
      remux(output, dir, "-i", output, "-itsoffset", "2", "-i", output, "-map", "0:v", "-map", "1:a", "-c", "copy"),
  ],
  [
    "sound two seconds early",
    /audio track 1 (?:starts|ends)/,
    ({ output }, dir) =>
      remux(output, dir, "-i", output, "-ss", "2", "-i", output, "-map", "0:v", "-map", "1:a", "-c", "copy"),
  ],
  [
    "one sound two seconds late by silence",
    /audio track 2/,
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
    /The video's size is 80x44/,
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

inFolder(
  "slow: S-FILE-3: every damaged result is refused, with a fitting message, and the good one is not",
  async (dir) => {
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
      match(`${name}: ${problems.join(" ")}`, reason);
    }
  },
);

inFolder("slow: damage inside the movie is found by decoding all of it", async (dir) => {
  const good = await encode(dir, await longFilm(dir));
  const { size } = await Deno.stat(good.output);
  {
    using file = await Deno.open(good.output, { write: true });
    await file.seek(Math.floor(size * 0.4), Deno.SeekMode.Start);
    await file.write(new Uint8Array(3_000));
  }
  const { problems } = await verify(good, "full");
  match(problems.join(" "), /Decoding: |Reading|earlier|missing/);
});

inFolder("slow: lost HDR, chapters and flags are refused", async (dir) => {
  const video = { encoder: "libx265", preset: "ultrafast", quality: 30 };
  const good = await encode(dir, await makeRichRemux(dir), { video });
  deepEqual(await verify(good).then((v) => [v.problems, v.warnings]), [[], []]);
  const kept = join(dir, "good.mkv");
  await Deno.copyFile(good.output, kept);
  const streams = ["-map", "0:v:0", "-map", "0:a", "-map", "0:s", "-c", "copy"];
  const all = ["-i", kept, ...streams, "-default_mode", "passthrough"];
  const mutated = async (...args: string[]) => {
    await remux(good.output, dir, ...all, ...args);
    return (await verify(good)).problems.join(" ");
  };
  match(await mutated("-map_chapters", "-1"), /chapters are missing/);
  match(await mutated("-disposition:a:0", "0"), /default flag of the audio stream 1/);
  match(
    await mutated("-disposition:s:0", "0", "-metadata:s:s:0", "title=German"),
    /forced flag of the subtitle stream 1/,
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
  // Frames specify the transfer as well. Since ffmpeg 7.1, it takes precedence over the option.
  match(await mutated(...plain, "-vf", "setparams=color_trc=bt709"), /The video is SDR; expected: HDR10/);
  await remux(good.output, dir, ...all, "-disposition:s:0", "forced");
  const { problems, checks } = await verify(good);
  match(problems.join(), /The attachment \S+ is missing\.,The attachment \S+ is missing\./);
  equal(checks.find(({ id }) => id === "attachments")?.state, "failed");
  equal(checks.find(({ id }) => id === "pictures")?.state, "skipped");
});
