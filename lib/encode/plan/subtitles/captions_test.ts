/** Closed captions: kept in the video if the encoder supports them, otherwise extracted as text or reported. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { makeCaptioned } from "../../../../tests/fixtures/captions.ts";
import { ffmpeg } from "../../../../tests/fixtures/decoded.ts";
import { encodeFile, read, recipe, tools, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import { analyseVideo } from "../video/analyse.ts";
import { tidyCaptions } from "./caption_text.ts";

const X265 = { encoder: "libx265", preset: "ultrafast" };

/** Analyses, plans and encodes like a job. */
async function encode(dir: string, source: string, parts: Record<string, unknown>) {
  const chosen = recipe(parts);
  const findings = await analyseVideo({ ...tools, probe: await read(source), recipe: chosen });
  return await encodeFile(dir, source, chosen, findings);
}

const textOf = (path: string): Promise<string> =>
  ffmpeg(["-i", path, "-map", "0:s:0", "-c:s", "srt", "-f", "srt", "-"]);

inFolder("slow: x264 keeps captions in the video", async (dir) => {
  const source = await makeCaptioned(dir, "film.mkv");
  equal(mainVideo(await read(source))?.closedCaptions, true);
  const { output, decided } = await encode(dir, source, { video: X264_FAST });
  deepEqual([decided.warnings, decided.subtitles], [[], []]);
  equal(mainVideo(await read(output))?.closedCaptions, true);
});

inFolder("slow: x265 cannot: the captions become text, in every container, with any name", async (dir) => {
  const source = join(dir, "it's [a], 'film':x;%d.mkv");
  await Deno.rename(await makeCaptioned(dir, "film.mkv"), source);
  for (const [container, codec] of [["mkv", "subrip"], ["mp4", "mov_text"]]) {
    const { output, decided } = await encode(dir, source, { container, video: { ...X265, deinterlace: "off" } });
    match(
      decided.warnings.join(),
      /closed captions are converted to a text subtitle because libx265 cannot preserve them/,
    );
    const stream = (await read(output)).streams.find((one) => one.kind === "subtitle");
    equal(stream?.codec, codec);
    match(await textOf(output), /00:00:02,\d{3} --> 00:00:04,\d{3}\nGOOD EVENING\n/);
  }
});

inFolder("captions are removed where one frame per field would double every letter", async (dir) => {
  const source = await makeCaptioned(dir, "film.mkv");
  const { decided } = await encodeFile(dir, source, recipe({ video: { ...X264_FAST, deinterlace: "field-rate" } }), {
    fields: { kind: "interlaced" },
  });
  deepEqual(decided.subtitles.map((subtitle) => subtitle.captions), [true]);
});

inFolder("slow: captions without text, and profiles without text, cause a note before the encode", async (dir) => {
  const empty = await makeCaptioned(dir, "empty.mkv", { cues: [] });
  match(
    (await encode(dir, empty, { video: X265 })).decided.warnings.join(),
    /are removed because .*no text was found in them/,
  );
  const film = await makeCaptioned(dir, "film.mkv");
  const silent = await encode(dir, film, { video: X265, subtitles: { mode: "none" } });
  match(silent.decided.warnings.join(), /captions are lost: libx265 cannot preserve them/);
  const copied = await encode(dir, film, { video: { encoder: "copy" } });
  deepEqual(copied.decided.warnings, []);
  equal(mainVideo(await read(copied.output))?.closedCaptions, true);
});

inFolder("slow: captions are timed from the start of the file, whatever its first timestamp", async (dir) => {
  const film = await makeCaptioned(dir, "film.mkv");
  const late = join(dir, "late.ts");
  await ffmpeg([
    ...["-f", "lavfi", "-i", "sine=d=7", "-itsoffset", "1", "-i", film, "-map", "1:v", "-map", "0:a", "-c:v", "copy"],
    ...["-c:a", "mp2", "-output_ts_offset", "95", late],
  ]);
  const { output } = await encode(dir, late, { video: { ...X265, deinterlace: "off" } });
  match(await textOf(output), /00:00:0[23],\d{3} --> 00:00:0[45],\d{3}\nGOOD EVENING\n/);
  const start = Number(/00:00:(\d+,\d+) -->/.exec(await textOf(output))?.[1]?.replace(",", "."));
  ok(Math.abs(start - 3) < 0.1, `${start}`);
});

Deno.test("text that the decoder adds to captions is removed", () => {
  const text = '1\n00:59:59,900 --> 01:00:02,000\n<font face="Monospace">{\\an7}\\hGOOD</font>\n';
  equal(tidyCaptions(text, 0.25), "1\n01:00:00,150 --> 01:00:02,250\n GOOD\n");
});
