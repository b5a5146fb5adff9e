import { equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";
import { drawDvdTrack, DVD_LOOKS, type DvdLine } from "../../tests/fixtures/dvd_letters.ts";
import { tools } from "../../tests/fixtures/encode.ts";
import { makeClip, X264 } from "../../tests/fixtures/media.ts";
import { openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import { ENGLISH } from "../../tests/fixtures/subtitle_lines.ts";
import { runProcess } from "../kit/process/process.ts";
import { probeFile } from "../media/probe/ffprobe.ts";
import type { SubtitleStream } from "../media/probe/model.ts";
import { ProfileInput } from "../encode/profiles/schema.ts";
import type { Job } from "./schema.ts";

/** A language without a Tesseract package. */
const UNREAD_LANGUAGE = "zul";

interface Track {
  lines: DvdLine[];
  /** ISO 639-2/T. */
  language?: string;
  forced?: boolean;
  default?: boolean;
}

/** Creates a movie with DVD subtitles. */
async function film(media: string, tracks: Track[]): Promise<string> {
  const [look] = DVD_LOOKS;
  ok(look);
  const seconds = Math.max(...tracks.flatMap(({ lines }) => lines.map(({ end }) => end))) + 1;
  const plain = await makeClip(media, "plain.mkv", { seconds, width: 128, height: 72, rate: "12", video: X264 });
  const inputs: string[] = [];
  for (const [i, { lines, language = "und", forced, default: first }] of tracks.entries()) {
    const { idx, sub } = await drawDvdTrack(lines, look, "en");
    const path = join(media, `track${i}.idx`);
    await Deno.writeTextFile(path, idx);
    await Deno.writeFile(join(media, `track${i}.sub`), sub);
    inputs.push("--language", `0:${language}`);
    inputs.push("--default-track-flag", `0:${first ? 1 : 0}`, "--forced-display-flag", `0:${forced ? 1 : 0}`, path);
  }
  const path = join(media, "film.mkv");
  const args = ["-q", "-o", path, plain, ...inputs];
  const { code, stdout } = await runProcess({ path: findProgram("mkvmerge") ?? "", args, timeoutMs: 30_000 });
  if (code > 1) throw new Error(new TextDecoder().decode(stdout));
  return path;
}

const lines = (count: number, change: (i: number) => Partial<DvdLine> = () => ({})): DvdLine[] =>
  Array.from({ length: count }, (_, i) => {
    return { start: 0.5 + i * 0.8, end: 1.1 + i * 0.8, text: ENGLISH[i] ?? "", ...change(i) };
  });

/** Encodes a movie with these tracks and passes the finished job and its subtitles to `look`. */
function encoded(
  name: string,
  { container = "mkv", tracks }: { container?: "mkv" | "mp4"; tracks: Track[] },
  look: (job: Job, subtitles: SubtitleStream[], path: string) => Promise<void> | void,
): void {
  Deno.test(name, () =>
    withFolders(async ({ media, configDir }) => {
      const path = await film(media, tracks);
      await using queue = await openQueue({ configDir, settings: { ocr: { enabled: true } } });
      const { id } = await queue.profiles.create(ProfileInput.parse({
        name,
        container,
        video: { encoder: "libx264", quality: 30, preset: "ultrafast", pixelFormat: "yuv420p" },
        audio: { encoder: "aac" },
        subtitles: { pictureSubtitles: "ocr" },
        output: { suffix: ".made" },
      }));
      const finished = await queue.finished((await queue.create(path, id)).id);
      equal(finished.status, "done", finished.error ?? "");
      const job = await queue.jobs.get(finished.id);
      const made = await probeFile(job.outputPath ?? "", tools);
      const subtitles = made.streams.filter((stream) => stream.kind === "subtitle");
      await look(job, subtitles, job.outputPath ?? "");
    }));
}

async function srtOf(path: string, position: number): Promise<string> {
  const args = ["-v", "error", "-i", path, "-map", `0:s:${position}`, "-c:s", "srt", "-f", "srt", "-"];
  const { stdout } = await runProcess({ path: tools.ffmpegPath, args, timeoutMs: 30_000 });
  return new TextDecoder().decode(stdout);
}

const codecs = (subtitles: SubtitleStream[]): string => subtitles.map(({ codec }) => codec).join();

encoded(
  "slow: a track in a language that tesseract cannot read keeps its pictures, and the others become text",
  { tracks: [{ lines: lines(4), language: "eng" }, { lines: lines(4), language: UNREAD_LANGUAGE }] },
  (job, subtitles) => {
    equal(codecs(subtitles), "subrip,dvd_subtitle");
    equal(subtitles[1]?.language, UNREAD_LANGUAGE);
    equal(subtitles[1]?.title, "Zulu");
    match(job.warnings.join(" "), /stays a bitmap: tesseract lacks the data for Zulu \(tesseract-ocr-zul\)\./);
    equal(job.streams?.filter(({ type }) => type === "subtitle").map(({ action }) => action).join(), "ocr,copy");
  },
);

encoded(
  "slow: in MP4 a track in a language that tesseract cannot read is left out with a warning",
  { container: "mp4", tracks: [{ lines: lines(4), language: "eng" }, { lines: lines(4), language: UNREAD_LANGUAGE }] },
  (job, subtitles) => {
    equal(codecs(subtitles), "mov_text");
    match(
      job.warnings.join(" "),
      /is removed: tesseract lacks the data for Zulu .*, and mp4 does not support bitmap subtitles\./,
    );
  },
);

encoded(
  "slow: a track of which 29 of 30 packets do not decode keeps its pictures",
  { tracks: [{ lines: lines(30, (i) => ({ damaged: i !== 7 })), language: "eng" }] },
  (job, subtitles) => {
    equal(codecs(subtitles), "dvd_subtitle");
    match(job.warnings.join(" "), /stays a bitmap: 29 of its 30 packets cannot be decoded\./);
  },
);

encoded(
  "slow: a track with two damaged packets of thirty becomes text, and the number is told",
  { tracks: [{ lines: lines(30, (i) => ({ damaged: i === 7 || i === 19 })), language: "eng" }] },
  (job, subtitles) => {
    equal(codecs(subtitles), "subrip");
    match(job.warnings.join(" "), /2 packets of subtitle \d could not be decoded completely\./);
    equal(job.ocr?.[0]?.damaged, 2);
  },
);

encoded(
  "slow: a track without a language is read as English, and the job says so",
  { tracks: [{ lines: lines(3) }] },
  (job, subtitles) => {
    equal(codecs(subtitles), "subrip");
    match(job.warnings.join(" "), /has no language and was read as English\./);
  },
);

for (const container of ["mkv", "mp4"] as const) {
  encoded(
    `slow: forced subtitles of a full track become a forced track in ${container}, and language, title and flags stay`,
    {
      container,
      tracks: [{
        lines: lines(6, (i) => ({ forced: i % 3 === 1, top: i === 2 })),
        language: "eng",
        default: true,
      }],
    },
    async (job, subtitles, path) => {
      const full = subtitles.findIndex(({ forced }) => !forced);
      const forced = subtitles.findIndex((stream) => stream.forced);
      equal(subtitles.length, 2);
      equal(subtitles.map(({ language }) => language).join(), "eng,eng");
      equal(subtitles[full]?.default, true);
      if (container === "mkv") equal(subtitles.map(({ title }) => title).join(), "English,English Forced");
      const texts = await srtOf(path, full);
      equal(texts.match(/-->/g)?.length, 6);
      equal((await srtOf(path, forced)).match(/-->/g)?.length, 2);
      match(job.warnings.join(" "), /marks 2 of its 6 subtitles as forced; they are repeated in a forced track\./);
      const moved = /has 1 of 6 subtitles at the top of the frame; mp4 shows them at the bottom\./;
      if (container === "mkv") equal(texts.match(/\{\\an8\}/g)?.length, 1, texts);
      else match(job.warnings.join(" "), moved);
    },
  );

  encoded(
    `slow: a track of forced subtitles stays forced in ${container}`,
    {
      container,
      tracks: [
        { lines: lines(3), language: "eng" },
        { lines: lines(3, () => ({ forced: true })), language: "eng" },
        { lines: lines(3), language: "deu", forced: true },
      ],
    },
    (_job, subtitles) => {
      equal(subtitles.map(({ forced }) => forced ? "forced" : "full").sort().join(), "forced,forced,full");
    },
  );
}
