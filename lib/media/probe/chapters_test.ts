import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { tools } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { runProcess } from "../../kit/process/process.ts";
import { probeFile, rawProbe } from "./ffprobe.ts";
import { chaptersOfCut, limitChapters, MAX_CHAPTERS } from "./long_answer.ts";

/** Copies a clip with metadata in ffmpeg's own format. */
async function withMetadata(folder: string, clip: string, text: string): Promise<string> {
  const [metadata, path] = [join(folder, "metadata.txt"), join(folder, "with.mkv")];
  await Deno.writeTextFile(metadata, `;FFMETADATA1\n${text}`);
  const { code, stderr } = await runProcess({
    path: tools.ffmpegPath,
    args: [
      ...["-nostdin", "-v", "error", "-i", `file:${clip}`, "-i", `file:${metadata}`],
      ...["-map", "0", "-map_metadata", "1", "-map_chapters", "1", "-c", "copy", `file:${path}`],
    ],
    timeoutMs: 60_000,
  });
  is(code, 0, stderr);
  return path;
}

inFolder("slow: S18: a file with 100,000 chapters is understood, and its first chapters are listed", async (folder) => {
  const clip = join(folder, "clip.mkv");
  await makeClip(clip);
  const chapters = Array.from(
    { length: 100_000 },
    (_, i) => `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${i * 20}\nEND=${i * 20 + 20}\ntitle=No ${i} {"chapters": [ } ]\n`,
  );
  const path = await withMetadata(folder, clip, chapters.join(""));
  const probe = await probeFile(path, tools);
  same([probe.streams.length, probe.chapters.length, probe.moreChapters], [2, MAX_CHAPTERS, true]);
  same(probe.chapters[1_999], { startSeconds: 39.98, endSeconds: 40, title: 'No 1999 {"chapters": [ } ]' });
  const raw = await rawProbe(path, tools) as { streams: unknown[]; chapters: unknown[]; format: object };
  same([raw.streams.length, raw.chapters.length, "duration" in raw.format], [2, MAX_CHAPTERS, true]);
  const plain = await probeFile(clip, tools);
  same([plain.chapters, plain.moreChapters], [[], undefined]);
});

inFolder("S18: a file whose tags are longer than the read part is refused with the reason", async (folder) => {
  const clip = join(folder, "clip.mkv");
  await makeClip(clip);
  const path = await withMetadata(folder, clip, `lyrics=${"la".repeat(5 << 20)}\n`);
  await rejects(probeFile(path, tools), (error: Error) => {
    match(error.message, /has more metadata than can be read/);
    return true;
  });
});

Deno.test("S18: only whole chapters of a truncated response are kept, and none that a title imitates", () => {
  const chapter = (id: number, title: string) => ({ id, start_time: "0.0", end_time: "1.0", tags: { title } });
  const all = [chapter(1, "One"), chapter(2, '\n    "chapters": [\n        }'), chapter(3, "Ende \u2026")];
  const answer = {
    programs: [],
    streams: [{ index: 0, tags: { title: '\n    "chapters": [' } }],
    chapters: all,
    format: {},
  };
  // ffprobe indents by four spaces.
  const text = JSON.stringify(answer, null, 4);
  for (let at = 0; at <= text.length; at++) {
    const kept = chaptersOfCut(text.slice(0, at));
    same(kept, all.slice(0, kept.length), `cut at ${at}`);
  }
  is(chaptersOfCut(text).length, 3);
  same(limitChapters(answer), answer);
  const many = { chapters: Array.from({ length: MAX_CHAPTERS + 1 }, (_, i) => chapter(i, "x")) };
  const limited = limitChapters(many) as { chapters: unknown[]; more_chapters?: boolean };
  same([limited.chapters.length, limited.more_chapters], [MAX_CHAPTERS, true]);
  ok(!("more_chapters" in (limitChapters({ chapters: many.chapters.slice(1) }) as object)));
});
