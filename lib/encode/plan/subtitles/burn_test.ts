/** Burned-in subtitles, verified in the frames. */
import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg } from "../../../../tests/fixtures/decoded.ts";
import { pgsFile } from "../../../../tests/fixtures/pgs.ts";
import { encodeVerified as encode, recipe, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { makeClip, makeRichRemux, X265_HDR10 } from "../../../../tests/fixtures/media.ts";

/** Returns the maximum luma code in an area of one frame. */
async function brightness(path: string, at: number, crop: string): Promise<number> {
  const graph = `crop=${crop},signalstats,metadata=print:key=lavfi.signalstats.YMAX:file=-`;
  const args = ["-v", "error", "-ss", String(at), "-i", path, "-frames:v", "1", "-vf", graph, "-f", "null", "-"];
  const { stdout } = await new Deno.Command("ffmpeg", { args }).output();
  return Number(/YMAX=([\d.]+)/.exec(new TextDecoder().decode(stdout))?.[1]);
}

inFolder("slow: text is burned in with the file's own styles, for any file name", async (dir) => {
  const dark = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-vf", "lutyuv=y=20:u=128:v=128"];
  const film = await makeClip(dir, "dark.mkv", { width: 640, height: 360, seconds: 3, video: dark });
  const text = join(dir, "t.srt");
  await Deno.writeTextFile(text, "1\n00:00:01,000 --> 00:00:02,500\nLOUD WORDS HERE\n");
  const odd = join(dir, "it's [a], 'test':x;%d\\.mkv");
  const mux = ["-v", "error", "-i", `file:${film}`, "-i", text, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "srt"];
  await new Deno.Command("ffmpeg", { args: [...mux, `file:${odd}`] }).output();
  const { output, decided } = await encode(dir, odd, recipe({ video: X264_FAST, subtitles: { mode: "burn" } }));
  equal(decided.streams.at(-1)?.action, "burn");
  ok(await brightness(output, 1.5, "640:120:0:240") > 180);
  ok(await brightness(output, 0.2, "640:120:0:240") < 60);
});

inFolder("slow: text burned into HDR video is graphics white, not 10,000 nits", async (dir) => {
  const dark = [...X265_HDR10, "-vf", "lutyuv=y=80:u=512:v=512"];
  const film = await makeClip(dir, "dark.mkv", { width: 640, height: 360, seconds: 2, video: dark });
  await Deno.writeTextFile(join(dir, "t.srt"), "1\n00:00:00,100 --> 00:00:01,900\nLOUD WORDS HERE\n");
  const source = join(dir, "with.mkv");
  const mux = ["-v", "error", "-i", film, "-i", join(dir, "t.srt"), "-map", "0", "-map", "1", "-c", "copy", source];
  await new Deno.Command("ffmpeg", { args: mux }).output();
  const chosen = recipe({ video: { preset: "ultrafast", quality: 10 }, subtitles: { mode: "burn" } });
  const { output, decided } = await encode(dir, source, chosen);
  equal(decided.video?.hdr, "hdr10");
  // 10 bits: 64 is black, 940 is 10,000 nits, 573 is 203 nits.
  const brightest = await brightness(output, 1, "640:120:0:240");
  ok(brightest > 480 && brightest < 680, String(brightest));
});

inFolder("slow: bitmap subtitles are burned in at their position, also over scaled video", async (dir) => {
  const source = await makeRichRemux(dir);
  const burn = { mode: "burn", burnForcedOnly: true };
  const chosen = recipe({ video: { ...X264_FAST, hdrToSdr: "hable", maxHeight: 180 }, subtitles: burn });
  const plain = recipe({ video: { ...X264_FAST, hdrToSdr: "hable", maxHeight: 180 } });
  const kept = join(dir, "plain.mkv");
  await Deno.rename((await encode(dir, source, plain)).output, kept);
  const { output } = await encode(dir, source, chosen);
  // The subtitle bitmap is a bar 48 lines above the bottom of the 360 lines, in the middle half of the width.
  const [with_, without] = [await brightness(output, 1, "120:4:100:154"), await brightness(kept, 1, "120:4:100:154")];
  ok(with_ !== without, `${with_} against ${without}`);
});

inFolder("slow: bitmap subtitles in a black bar are drawn above its former position", async (dir) => {
  const source = await makeRichRemux(dir);
  const video = { ...X264_FAST, hdrToSdr: "hable", crop: "auto" };
  // The subtitle bitmap is a bar 48 lines above the bottom of the 360 lines, which is 12 lines below the kept area.
  const crop = { width: 640, height: 240, x: 0, y: 60 };
  const kept = join(dir, "plain.mkv");
  await Deno.rename((await encode(dir, source, recipe({ video }), { crop })).output, kept);
  const burn = { mode: "burn", burnForcedOnly: true };
  const { output, result } = await encode(dir, source, recipe({ video, subtitles: burn }), { crop });
  equal(result.streams.find((stream) => stream.kind === "video")?.height, 240);
  const [with_, without] = [await brightness(output, 1, "240:4:200:190"), await brightness(kept, 1, "240:4:200:190")];
  ok(with_ !== without, `${with_} against ${without}`);
});

/** Returns left, top, right and bottom of the bright area in a frame, in pixels. Undefined if all is dark. */
async function brightArea(path: string, at: number, width: number): Promise<number[] | undefined> {
  const args = ["-v", "error", "-ss", String(at), "-i", path, "-map", "0:v", "-frames:v", "1", "-f", "rawvideo"];
  const { stdout } = await new Deno.Command("ffmpeg", { args: [...args, "-pix_fmt", "gray", "-"] }).output();
  const bright = Array.from(stdout, (luma, i) => luma > 140 ? [i % width, Math.floor(i / width)] : []).filter((one) =>
    one.length > 0
  );
  if (bright.length === 0) return undefined;
  const [columns, lines] = [bright.map(([x = 0]) => x), bright.map(([, y = 0]) => y)];
  return [Math.min(...columns), Math.min(...lines), Math.max(...columns) + 1, Math.max(...lines) + 1];
}

for (
  const [name, codec, screen, { defined = true, cropped = false } = {}] of [
    ["DVB of standard definition", "dvbsub", [720, 576]],
    ["DVB that does not define its canvas", "dvbsub", [720, 576], { defined: false }],
    ["DVB of high definition", "dvbsub", [1920, 1080]],
    ["VobSub in a movie of another size", "dvdsub", [720, 480]],
    ["Blu-ray pictures", "copy", [1920, 1080]],
    ["VobSub over a movie that loses its bars", "dvdsub", [720, 576], { cropped: true }],
    ["Blu-ray pictures over a movie that loses its bars", "copy", [1920, 1080], { cropped: true }],
  ] as [string, string, [number, number], { defined?: boolean; cropped?: boolean }?][]
) {
  inFolder(`slow: ${name}: burned in where a player shows them`, async (dir) => {
    const [width, height] = screen;
    await Deno.writeFile(join(dir, "t.sup"), pgsFile({ width, height, cues: [{ start: 0.5, end: 2.5 }] }));
    const source = join(dir, codec === "dvbsub" ? "s.ts" : "s.mkv");
    await ffmpeg([
      ...[
        "-f",
        "lavfi",
        "-i",
        "testsrc2=s=256x144:r=10:d=3,format=yuv420p,lutyuv=y=val/4+12",
        "-i",
        join(dir, "t.sup"),
      ],
      ...["-map", "0", "-map", "1", "-c:v", "libx264", "-preset", "ultrafast", "-c:s", codec, source],
    ]);
    if (!defined) await Deno.writeFile(source, withoutDisplayDefinition(await Deno.readFile(source)));
    const chosen = recipe({ video: { ...X264_FAST, crop: "auto" }, subtitles: { mode: "burn" } });
    const bars = cropped ? { crop: { width: 256, height: 108, x: 0, y: 18 } } : {};
    // The subtitle bitmap is large in such a small frame and changes its brightness, so verification is skipped.
    const { output } = await encode(dir, source, chosen, { ...bars, known: true });
    // The subtitle bitmap is a bar with a dark outline of two lines and four columns, 60 lines above the bottom of its
    // canvas.
    const [x, y] = [256 / width, 144 / height];
    const bottom = cropped ? 108 : 144;
    const wanted = [(width / 4 + 4) * x, bottom - 58 * y, (width * 3 / 4 - 4) * x, bottom - 38 * y];
    const found = await brightArea(output, 1.5, 256) ?? [];
    ok(wanted.every((edge, i) => Math.abs(edge - (found[i] ?? NaN)) < 2.5), `${found} is not ${wanted}`);
  });
}

/** Replaces the stream's display definition segments with stuffing. */
function withoutDisplayDefinition(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const DEFINITION = [0x0f, 0x14, 0, 1, 0, 5];
  for (let at = bytes.indexOf(0x0f); at >= 0; at = bytes.indexOf(0x0f, at + 1)) {
    if (DEFINITION.every((byte, i) => bytes[at + i] === byte)) bytes[at + 1] = 0xff;
  }
  return bytes;
}
