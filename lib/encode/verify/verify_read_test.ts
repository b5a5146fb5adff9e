/** Results whose text was read from bitmap subtitles: what verification accepts and what it rejects. */
import { deepEqual, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../../build/needs.ts";
import { drawDvdTrack, DVD_LOOKS } from "../../../tests/fixtures/dvd_letters.ts";
import { capabilities, read, recipe, tools, X264_FAST } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip, X264 } from "../../../tests/fixtures/media.ts";
import { runProcess } from "../../kit/process/process.ts";
import { toSrt } from "../../media/subtitles/srt.ts";
import { toArgs } from "../args/args.ts";
import { plan } from "../plan/plan.ts";
import { runFfmpeg } from "../run/run.ts";
import { verifyOutput } from "./verify.ts";

const COUNT = 30;
const startOf = (i: number): number => 0.5 + i * 0.5;

/** Creates a movie with thirty DVD subtitles. */
async function film(dir: string): Promise<string> {
  const [look] = DVD_LOOKS;
  ok(look);
  const plain = await makeClip(dir, "plain.mkv", { seconds: 17, video: X264 });
  const lines = Array.from(
    { length: COUNT },
    (_, i) => ({ start: startOf(i), end: startOf(i) + 0.4, text: `Cue ${i}` }),
  );
  const { idx, sub } = await drawDvdTrack(lines, look, "en");
  await Deno.writeTextFile(join(dir, "lines.idx"), idx);
  await Deno.writeFile(join(dir, "lines.sub"), sub);
  const path = join(dir, "film.mkv");
  const args = ["-q", "-o", path, plain, join(dir, "lines.idx")];
  const { code, stdout } = await runProcess({ path: findProgram("mkvmerge") ?? "", args, timeoutMs: 30_000 });
  if (code !== 0) throw new Error(new TextDecoder().decode(stdout));
  return path;
}

/** Returns the problems reported after the cues with these numbers were converted to text. */
async function problemsWith(dir: string, source: string, container: string, numbers: number[]): Promise<string[]> {
  const probe = await read(source);
  const chosen = recipe({
    container,
    video: { ...X264_FAST, hdrPassthrough: false },
    audio: { encoder: "aac" },
    subtitles: { pictureSubtitles: "ocr" },
  });
  const decided = plan(probe, chosen, await capabilities(), { ocr: "ready" });
  const index = decided.subtitles.find((subtitle) => subtitle.ocr)?.index;
  ok(index !== undefined);
  const text = join(dir, "text.srt");
  const cues = numbers.map((i) => {
    return { startSeconds: startOf(i), endSeconds: startOf(i) + 0.4, forced: false, top: false, text: `Cue ${i}` };
  });
  await Deno.writeTextFile(text, toSrt(cues));
  const output = join(dir, "result.partial");
  const args = toArgs(probe, decided, { output, side: { texts: { [index]: text } } });
  await runFfmpeg({ ...tools, args, signal: new AbortController().signal, stallMs: 60_000 });
  const verdict = await verifyOutput({ ...tools, path: output, probe, plan: decided, mode: "windows" });
  return verdict.problems;
}

for (const container of ["mkv", "mp4"]) {
  inFolder(
    `slow: text from thirty bitmaps is accepted in ${container}, and one cue in their place is refused`,
    async (dir) => {
      const source = await film(dir);
      const all = Array.from({ length: COUNT }, (_, i) => i);
      deepEqual(await problemsWith(dir, source, container, all), []);
      match((await problemsWith(dir, source, container, [12])).join(), /1 cues for 30 bitmaps/);
      match((await problemsWith(dir, source, container, all.slice(0, 15))).join(), /15 cues for 30 bitmaps/);
    },
  );
}
