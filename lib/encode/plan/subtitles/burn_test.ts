/** Burned-in subtitles, looked at in the pictures. */
import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { encodeVerified as encode, recipe, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { makeClip, makeRichRemux, X265_HDR10 } from "../../../../tests/fixtures/media.ts";

/** The brightest luma code in a part of one picture. */
async function brightness(path: string, at: number, crop: string): Promise<number> {
  const graph = `crop=${crop},signalstats,metadata=print:key=lavfi.signalstats.YMAX:file=-`;
  const args = ["-v", "error", "-ss", String(at), "-i", path, "-frames:v", "1", "-vf", graph, "-f", "null", "-"];
  const { stdout } = await new Deno.Command("ffmpeg", { args }).output();
  return Number(/YMAX=([\d.]+)/.exec(new TextDecoder().decode(stdout))?.[1]);
}

inFolder("slow: text is burned in with the file's own styles, whatever the file is called", async (dir) => {
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

inFolder("slow: text burned into an HDR picture is graphics white, not 10,000 nits", async (dir) => {
  const dark = [...X265_HDR10, "-vf", "lutyuv=y=80:u=512:v=512"];
  const film = await makeClip(dir, "dark.mkv", { width: 640, height: 360, seconds: 2, video: dark });
  await Deno.writeTextFile(join(dir, "t.srt"), "1\n00:00:00,100 --> 00:00:01,900\nLOUD WORDS HERE\n");
  const source = join(dir, "with.mkv");
  const mux = ["-v", "error", "-i", film, "-i", join(dir, "t.srt"), "-map", "0", "-map", "1", "-c", "copy", source];
  await new Deno.Command("ffmpeg", { args: mux }).output();
  const chosen = recipe({ video: { preset: "ultrafast", quality: 10 }, subtitles: { mode: "burn" } });
  const { output, decided } = await encode(dir, source, chosen);
  equal(decided.video?.hdr, "hdr10");
  // Ten bits: 64 is black, 940 is 10,000 nits, 573 is 203 nits.
  const brightest = await brightness(output, 1, "640:120:0:240");
  ok(brightest > 480 && brightest < 680, String(brightest));
});

inFolder("slow: picture subtitles are burned in where they belong, also over a scaled picture", async (dir) => {
  const source = await makeRichRemux(dir);
  const burn = { mode: "burn", burnForcedOnly: true };
  const chosen = recipe({ video: { ...X264_FAST, hdrToSdr: "hable", maxHeight: 180 }, subtitles: burn });
  const plain = recipe({ video: { ...X264_FAST, hdrToSdr: "hable", maxHeight: 180 } });
  const kept = join(dir, "plain.mkv");
  await Deno.rename((await encode(dir, source, plain)).output, kept);
  const { output } = await encode(dir, source, chosen);
  // The bar lies 48 lines above the bottom of 360, in the middle half.
  const [with_, without] = [await brightness(output, 1, "120:4:100:154"), await brightness(kept, 1, "120:4:100:154")];
  ok(with_ !== without, `${with_} against ${without}`);
});

inFolder("slow: picture subtitles that lie in a black bar are drawn above where it was", async (dir) => {
  const source = await makeRichRemux(dir);
  const video = { ...X264_FAST, hdrToSdr: "hable", crop: "auto" };
  // The bar lies 48 lines above the bottom of 360, which are 12 lines below what is kept.
  const crop = { width: 640, height: 240, x: 0, y: 60 };
  const kept = join(dir, "plain.mkv");
  await Deno.rename((await encode(dir, source, recipe({ video }), { crop })).output, kept);
  const burn = { mode: "burn", burnForcedOnly: true };
  const { output, result } = await encode(dir, source, recipe({ video, subtitles: burn }), { crop });
  equal(result.streams.find((stream) => stream.kind === "video")?.height, 240);
  const [with_, without] = [await brightness(output, 1, "240:4:200:190"), await brightness(kept, 1, "240:4:200:190")];
  ok(with_ !== without, `${with_} against ${without}`);
});
