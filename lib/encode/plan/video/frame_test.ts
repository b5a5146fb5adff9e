/** HDR, Dolby Vision, frame rates, interlacing and shapes of the video, checked in real results. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { markDolbyVision } from "../../../../tests/fixtures/dolby_vision.ts";
import { encodeVerified as encode, read, recipe, tools, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { makeClip, makeRichRemux, ODD, X265_HDR10 } from "../../../../tests/fixtures/media.ts";
import { rotatedMp4 } from "../../../../tests/fixtures/rotated_mp4.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import { analyseVideo } from "./analyse.ts";

const SMALL = { width: 160, height: 90 };
/** Creates a remux with streams of all kinds and small video. */
const remux = (dir: string) => makeRichRemux(dir, undefined, { width: 256, height: 144 });

inFolder("slow: HDR10 keeps its mastering data in bitstream and container, with x265 and SVT-AV1", async (dir) => {
  const source = await remux(dir);
  for (
    const video of [{ encoder: "libx265", preset: "ultrafast" }, { encoder: "libsvtav1", preset: "12", quality: 40 }]
  ) {
    const { result, output } = await encode(dir, source, recipe({ video }));
    const picture = mainVideo(result);
    deepEqual(picture?.contentLight, { maxCll: 1000, maxFall: 400 }, video.encoder);
    ok(Math.abs((picture?.masteringDisplay?.red[0] ?? 0) - 0.68) < 0.001);
    ok(Math.abs((picture?.masteringDisplay?.minLuminance ?? 0) - 0.005) < 0.0001);
    // The first frame must contain the HDR metadata too, because some players ignore the metadata of the container.
    const args = [
      "-v",
      "error",
      "-read_intervals",
      "%+#1",
      "-select_streams",
      "v:0",
      "-show_frames",
      "-of",
      "json",
      output,
    ];
    const json = new TextDecoder().decode((await new Deno.Command("ffprobe", { args }).output()).stdout);
    match(json, /Mastering display metadata[^]*Content light level metadata/);
  }
});

inFolder("slow: a source without mastering data in its container still passes it on", async (dir) => {
  const source = await makeClip(dir, "bare.ts", { ...SMALL, video: X265_HDR10, audio: [] });
  const { result } = await encode(dir, source, recipe({ video: { preset: "ultrafast" } }));
  deepEqual(mainVideo(result)?.contentLight, { maxCll: 1000, maxFall: 400 });
});

inFolder("slow: HLG stays HLG", async (dir) => {
  const { result } = await encode(dir, await ODD.hlg(dir), recipe({ video: { preset: "ultrafast" } }));
  deepEqual([mainVideo(result)?.hdr, mainVideo(result)?.colorPrimaries], ["hlg", "bt2020"]);
});

inFolder("slow: Dolby Vision leaves no trace in an encode, and stays in a copy", async (dir) => {
  const plain = await makeClip(dir, "plain.mp4", { ...SMALL, video: X265_HDR10 });
  const source = join(dir, "dv.mp4");
  await markDolbyVision(plain, source, { profile: 8, baseCompatible: 1 });
  const { result, decided } = await encode(dir, source, recipe({ video: { preset: "ultrafast" } }));
  match(decided.warnings.join(), /Dolby Vision metadata is removed; the HDR10 video is kept/);
  const picture = mainVideo(result);
  deepEqual([picture?.dolbyVision, picture?.hdr, picture?.contentLight?.maxCll], [undefined, "hdr10", 1000]);
  const copy = recipe({ video: { encoder: "copy" }, audio: { encoder: "libopus" } });
  equal(mainVideo((await encode(dir, source, copy)).result)?.dolbyVision?.profile, 8);
});

inFolder("slow: tone mapping leaves no HDR word in the name", async (dir) => {
  for (const hdrToSdr of ["hable", "bt2390"]) {
    const { result } = await encode(dir, await remux(dir), recipe({ video: { ...X264_FAST, hdrToSdr } }));
    const picture = mainVideo(result);
    deepEqual([picture?.hdr, picture?.colorTransfer, picture?.masteringDisplay, picture?.contentLight], [
      "sdr",
      "bt709",
      undefined,
      undefined,
    ]);
  }
});

inFolder("slow: VP9 and libaom work, 10 bits included", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { ...SMALL, seconds: 1 });
  for (const [encoder, preset] of [["libvpx-vp9", "5"], ["libaom-av1", "8"]]) {
    const webm = { container: "webm", audio: { encoder: "libopus" }, video: { encoder, preset, quality: 50 } };
    const { result } = await encode(dir, source, recipe(webm));
    deepEqual([mainVideo(result)?.bitDepth, result.streams[1]?.codec], [10, "opus"]);
  }
});

inFolder("slow: a variable rate keeps the timestamp of every frame", async (dir) => {
  const source = await ODD.variableRate(dir);
  const times = async (path: string): Promise<number[]> => {
    const args = ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path];
    const text = new TextDecoder().decode((await new Deno.Command("ffprobe", { args }).output()).stdout);
    return text.trim().split("\n").map(Number).sort((a, b) => a - b);
  };
  const { output } = await encode(dir, source, recipe({ video: X264_FAST }));
  const [before, after] = [await times(source), await times(output)];
  equal(after.length, before.length);
  const shift = (after[0] ?? 0) - (before[0] ?? 0);
  ok(before.every((time, i) => Math.abs((after[i] ?? 0) - time - shift) < 0.002));
});

inFolder("slow: interlaced video becomes progressive at the same rate, and black bars are removed", async (dir) => {
  const chosen = recipe({ video: { ...X264_FAST, crop: "auto" } });
  const fields = await ODD.interlaced(dir);
  const found = await analyseVideo({ ...tools, probe: await read(fields), recipe: chosen });
  deepEqual(found.fields, { kind: "interlaced", order: "tff" });
  const { result } = await encode(dir, fields, chosen, found);
  deepEqual([mainVideo(result)?.interlaced, mainVideo(result)?.frameRate], [false, [25, 1]]);
  const bars = await ODD.letterbox(dir);
  const crop = await analyseVideo({ ...tools, probe: await read(bars), recipe: chosen });
  const cropped = mainVideo((await encode(dir, bars, chosen, crop)).result);
  deepEqual([cropped?.width, cropped?.height], [640, 268]);
});

inFolder("slow: odd sizes become even, and pixel aspect ratio and rotation are right", async (dir) => {
  const size = async (source: string) => {
    const picture = mainVideo((await encode(dir, source, recipe({ video: X264_FAST }), { known: true })).result);
    return [picture?.width, picture?.height, picture?.sampleAspect.join(":"), picture?.rotation];
  };
  deepEqual((await size(await ODD.oddSize(dir))).slice(0, 2), [320, 180]);
  deepEqual(await size(await ODD.anamorphic(dir)), [352, 288, "64:45", 0]);
  const upright = await makeClip(dir, "upright.mp4");
  await Deno.writeFile(join(dir, "turned.mp4"), rotatedMp4(await Deno.readFile(upright)));
  deepEqual(await size(join(dir, "turned.mp4")), [180, 320, "1:1", 0]);
});

inFolder("scaling keeps square pixels square", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { width: 638, height: 358, seconds: 1 });
  const picture = mainVideo(
    (await encode(dir, source, recipe({ video: { ...X264_FAST, maxHeight: 144 } }), { known: true })).result,
  );
  deepEqual([picture?.width, picture?.height, picture?.sampleAspect], [256, 144, [1, 1]]);
});
