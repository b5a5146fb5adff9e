import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../../fixtures/folder.ts";
import { readOptions } from "../../fixtures/encoder_options/read_options.ts";
import { run } from "../../kit/run.ts";
import { makeCardsFfmpeg } from "./make_cards_ffmpeg.ts";

const recorded = JSON.parse(
  await Deno.readTextFile(new URL("../../fixtures/encoder_options/7.1.json", import.meta.url)),
);
const NAMES = ["h264", "hevc", "av1"].flatMap((codec) =>
  ["nvenc", "qsv", "vaapi"].map((method) => `${codec}_${method}`)
);

const encode = (path: string, output: string, options: string[], filter = "format=nv12") =>
  run(path, [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:d=0.2"],
    ...["-filter:v:0", filter, ...options, "-f", "matroska", `file:${output}`],
  ]);
const NVENC = ["-c:v:0", "hevc_nvenc", "-gpu:v:0", "0"];

Deno.test("slow: the stand-in has exactly the recorded options and formats of every hardware encoder", () =>
  withFolder(async (folder) => {
    const { path } = await makeCardsFfmpeg(folder, {});
    const { encoders } = await readOptions(path);
    for (const name of NAMES) same(encoders[name], recorded.encoders[name], name);
    const { stdout } = await run(path, ["-hide_banner", "-encoders"]);
    for (const name of NAMES) match(stdout, new RegExp(`^ V\\S+ ${name} `, "m"));
  }));

for (
  const [name, options, filter, error] of [
    ["an option of another encoder", [...NVENC, "-crf:v:0", "20"], "format=nv12", /Unrecognized option 'crf:v:0'/],
    ["a value that it lacks", [...NVENC, "-preset:v:0", "veryslow"], "format=nv12", /Error setting option preset/],
    ["a format that it lacks", NVENC, "format=yuv420p10le", /Specified pixel format yuv420p10le is invalid/],
    ["a GPU that does not exist", ["-c:v:0", "hevc_nvenc", "-gpu:v:0", "5"], "format=nv12", /No capable devices found/],
    ["VA-API without an upload", ["-c:v:0", "hevc_vaapi"], "format=nv12", /hardware frames reference is required/],
  ] as const
) {
  Deno.test(`slow: the stand-in refuses ${name} with the message of ffmpeg`, () =>
    withFolder(async (folder) => {
      const { path } = await makeCardsFfmpeg(folder, { cards: { "0": { sessions: 1 } } });
      const { code, stderr } = await encode(path, join(folder, "out.mkv"), [...options], filter);
      is(code, 1);
      match(stderr, error);
    }));
}

Deno.test("slow: the stand-in refuses sessions above the limit, and loses a device in the middle of an encode", () =>
  withFolder(async (folder) => {
    const { path, configure, record } = await makeCardsFfmpeg(folder, { cards: { "0": { sessions: 0 } } });
    const output = join(folder, "out.mkv");
    const full = await encode(path, output, NVENC);
    same([full.code, /OpenEncodeSessionEx failed: out of memory \(10\)/.test(full.stderr)], [1, true]);
    await configure({ cards: { "0": { sessions: 1 } } });
    is((await encode(path, output, NVENC)).code, 0);
    const { size } = await Deno.stat(output);
    await configure({ loseEvery: 1 });
    const lost = await encode(path, output, NVENC);
    same([lost.code, /EncodePicture failed!/.test(lost.stderr)], [1, true]);
    ok((await Deno.stat(output)).size < size);
    same(await record("0"), { peak: 1, opened: 3, refused: 1, lost: 1 });
  }));
