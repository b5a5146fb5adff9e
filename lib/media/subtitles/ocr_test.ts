import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { findProgram } from "../../../build/needs.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { segment, u16 } from "../../../tests/fixtures/pgs.ts";
import { rowsOfRun } from "../../../tests/kit/all_rows.ts";
import { ENGLISH, GERMAN } from "../../../tests/fixtures/subtitle_lines.ts";
import { accuracy, drawnSup, drawnVobSub, type Line } from "../../../tests/fixtures/subtitle_pictures.ts";
import { runProcess } from "../../kit/process/process.ts";
import { cleanText } from "./clean.ts";
import { chooseLanguages, parseLanguages } from "./languages.ts";
import { decodePgs } from "./bitmaps/pgs.ts";
import { type OcrRequest, ocrStream, type OcrText } from "./service.ts";
import { joinedCues, toSrt } from "./srt.ts";
import { parseTsv } from "./tesseract.ts";
import { decodeSpu, decodeVobSub } from "./bitmaps/vobsub.ts";
import { FFMPEG } from "../../../tests/kit/ffmpeg.ts";

const tools = {
  ffmpegPath: FFMPEG,
  mkvextractPath: findProgram("mkvextract"),
  tesseractPath: findProgram("tesseract") ?? "",
};
const FRAME = 0.042;

const timed = (texts: string[]): Line[] =>
  texts.map((text, i) => ({ start: 2 + i * 3.25, end: 4.5 + i * 3.25, text, forced: i % 7 === 3 }));

/** Creates a movie with these subtitles. Their times are relative to the start of its video. */
async function remux(folder: string, lines: Line[], language: string): Promise<{ pgs: string; dvd: string }> {
  const film = join(folder, "film.mkv");
  const seconds = (lines.at(-1)?.end ?? 0) + 3;
  const source = `color=gray:s=320x180:r=24:d=${seconds}`;
  await run(tools.ffmpegPath, [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    source,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    film,
  ]);
  const [sup, idx] = [join(folder, "lines.sup"), join(folder, "lines.idx")];
  await Deno.writeFile(sup, await drawnSup(lines));
  const packed = await drawnVobSub(lines, language === "deu" ? "de" : "en");
  await Deno.writeTextFile(idx, packed.idx);
  await Deno.writeFile(join(folder, "lines.sub"), packed.sub);
  const [pgs, dvd] = [join(folder, "pgs.mkv"), join(folder, "dvd.mkv")];
  const mkvmerge = findProgram("mkvmerge") ?? "";
  await run(mkvmerge, ["-q", "-o", pgs, film, "--language", `0:${language}`, sup]);
  await run(mkvmerge, ["-q", "-o", dvd, film, idx]);
  return { pgs, dvd };
}

async function run(path: string, args: string[]): Promise<void> {
  const { code, stderr } = await runProcess({ path, args, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(stderr);
}

async function textOf(request: OcrRequest): Promise<OcrText> {
  const result = await ocrStream(request);
  if (result.outcome === "pictures") throw new Error(result.why);
  return result;
}

function parseSrt(srt: string): { start: number; end: number; text: string }[] {
  const seconds = (stamp: string) => {
    const [h = 0, m = 0, s = 0, ms = 0] = stamp.split(/[:,]/).map(Number);
    return h * 3600 + m * 60 + s + ms / 1000;
  };
  return srt.trim().split(/\n\n/).map((block) => {
    const [, times = "", ...text] = block.split("\n");
    const [start = "", end = ""] = times.split(" --> ");
    return { start: seconds(start), end: seconds(end), text: text.join("\n") };
  });
}

for (const [language, all] of [["eng", ENGLISH], ["deu", GERMAN]] as const) {
  const texts = rowsOfRun([...all], 20);
  inFolder(`slow: Blu-ray and DVD subtitles in ${language} are read right, at the right times`, async (folder) => {
    const lines = timed(texts);
    const { pgs, dvd } = await remux(folder, lines, language);
    for (const [path, codec] of [[pgs, "hdmv_pgs_subtitle"], [dvd, "dvd_subtitle"]] as const) {
      const result = await textOf({
        ...tools,
        path,
        stream: { index: 1, codec, language },
        folder,
        languages: [],
      });
      const read = parseSrt(result.srt);
      equal(read.length, lines.length, codec);
      const right = accuracy(read.map((cue) => cue.text).join("\n"), texts.join("\n"));
      ok(
        right >= 0.98,
        `${codec} ${language}: ${(right * 100).toFixed(2)} % right\n${read.map((c) => c.text).join("\n")}`,
      );
      for (const [i, { start, end }] of read.entries()) {
        const wanted = lines[i];
        ok(wanted && Math.abs(start - wanted.start) <= FRAME, `${codec} cue ${i} starts at ${start}`);
        ok(Math.abs(end - wanted.end) <= FRAME, `${codec} cue ${i} ends at ${end}, not ${wanted.end}`);
      }
      ok(result.confidence > 80, `${codec}: ${result.confidence}`);
      equal(result.forcedCues, lines.filter((line) => line.forced).length);
    }
  });
}

inFolder(
  "slow: a real DVD subtitle stream of an author's tool is decoded with its times and colours",
  async (folder) => {
    const spumux = findProgram("spumux");
    ok(spumux, "spumux is missing; run `deno task setup`.");
    const srt =
      "1\n00:00:01,000 --> 00:00:03,000\nThe quiet hill\n\n2\n00:00:04,000 --> 00:00:06,500\nIs it still here?\n";
    await Deno.writeTextFile(join(folder, "en.srt"), srt);
    const font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    await Deno.writeTextFile(
      join(folder, "en.xml"),
      `<subpictures format="PAL"><stream><textsub filename="${folder}/en.srt" characterset="UTF-8" fontsize="28.0" font="${font}" ` +
        `subtitle-fps="25" movie-fps="25" movie-width="720" movie-height="574" bottom-margin="40" left-margin="60" right-margin="60" force="no"/></stream></subpictures>`,
    );
    const plain = join(folder, "plain.mpg");
    await run(tools.ffmpegPath, [
      ...["-v", "error", "-f", "lavfi", "-i", "testsrc=s=720x576:r=25:d=8", "-f", "lavfi", "-i", "sine=d=8:r=48000"],
      ...["-target", "pal-dvd", "-b:v", "1000k", plain],
    ]);
    const muxed = join(folder, "muxed.mpg");
    const { code } = await runProcess({
      path: "/bin/sh",
      args: ["-c", `exec "$0" -m dvd -s 0 "$1" < "$2" > "$3"`, spumux, join(folder, "en.xml"), plain, muxed],
      env: { VIDEO_FORMAT: "PAL" },
      timeoutMs: 60_000,
    });
    equal(code, 0);
    const mkv = join(folder, "disc.mkv");
    await run(tools.ffmpegPath, [
      ...[
        "-v",
        "error",
        "-probesize",
        "50M",
        "-analyzeduration",
        "50M",
        "-i",
        muxed,
        "-map",
        "0:s:0",
        "-c",
        "copy",
        mkv,
      ],
    ]);
    const stream = { index: 0, codec: "dvd_subtitle", language: "eng" };
    const { srt: text } = await textOf({ ...tools, path: mkv, stream, folder, languages: [] });
    const read = parseSrt(text);
    equal(read.length, 2);
    ok(accuracy(read.map((cue) => cue.text).join("\n"), "The quiet hill\nIs it still here?") > 0.9, text);
    const length = (cue = read[0]) => cue ? cue.end - cue.start : 0;
    ok(Math.abs(length(read[0]) - 2) < 0.05 && Math.abs(length(read[1]) - 2.5) < 0.05, text);
  },
);

Deno.test("damaged bitmaps never throw and never hang", async () => {
  const sup = await drawnSup(timed(ENGLISH.slice(0, 2)));
  const bytes = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(fc.nat(sup.length), bytes, fc.nat(sup.length), (cutAt, noise, at) => {
      const broken = sup.slice(0, cutAt);
      broken.set(noise.slice(0, Math.max(0, broken.length - at)), Math.min(at, broken.length));
      decodePgs(broken);
    }),
    { numRuns: 60 },
  );
  fc.assert(fc.property(bytes, (noise) => {
    decodePgs(noise);
    decodeSpu(noise, []);
  }));
  const idx = "size: 720x576\npalette: 000000, ffffff\nid: en, index: 0\ntimestamp: 00:00:01:000, filepos: 000000000\n";
  fc.assert(fc.property(fc.string(), bytes, (text, noise) => {
    decodeVobSub(text, noise);
    decodeVobSub(idx, noise);
    decodeVobSub(idx, Uint8Array.from([0, 0, 1, 0xbd, 0, noise.length, 0x80, 0, 0, 0x20, ...noise]));
  }));
});

Deno.test("a composition that is only faded stays one subtitle", async () => {
  const sup = await drawnSup([{ start: 1, end: 3, text: "Stay" }]);
  const size = [...u16(1920), ...u16(1080), 0x10];
  const place = [...u16(0), 0, 0, ...u16(160), ...u16(850)];
  const fade = [
    ...segment(2, 0x16, [...size, ...u16(7), 0, 0x80, 0, 1, ...place]),
    ...segment(2, 0x14, [0, 1, 1, 120, 128, 128, 200]),
    ...segment(2, 0x80, []),
  ];
  // The data is inserted before the display set that hides the bitmap, whose segments start at three seconds.
  const view = new DataView(sup.buffer);
  const hide = sup.findIndex((byte, at) => byte === 0x50 && sup[at + 1] === 0x47 && view.getUint32(at + 2) === 270_000);
  const { cues } = decodePgs(Uint8Array.from([...sup.subarray(0, hide), ...fade, ...sup.subarray(hide)]));
  equal(cues.length, 1);
  ok(Math.abs((cues[0]?.endSeconds ?? 0) - 3) < 0.001);
});

Deno.test("SubRip: equal neighbours are joined, empty ones removed, short ones extended", () => {
  const cue = (startSeconds: number, endSeconds: number, text: string) => ({
    startSeconds,
    endSeconds,
    text,
    forced: false,
    top: false,
  });
  const joined = joinedCues([cue(1, 2, "a"), cue(2.05, 3, "a"), cue(4, 4.1, "b"), cue(5, 6, " "), cue(4.3, 5, "c")]);
  equal(
    joined.map((one) => `${one.text} ${one.startSeconds} ${one.endSeconds.toFixed(1)}`).join(";"),
    "a 1 3.0;b 4 4.3;c 4.3 5.0",
  );
  equal(toSrt([cue(3661.0005, 3662.5, "x\ny")]), "1\n01:01:01,001 --> 01:01:02,500\nx\ny\n");
});

Deno.test("commonly confused characters are repaired, and correct ones stay", () => {
  for (
    const [language, wrong, right] of [
      ["eng", "l think | am iII", "I think I am ill"],
      ["eng", "lt's all l've got", "It's all I've got"],
      ["eng", "“Hello” , he said", '"Hello", he said'],
      ["eng", "-Yes.", "- Yes."],
      ["eng", "BILL LIVES IN ILLINOIS", "BILL LIVES IN ILLINOIS"],
      ["eng", "McIntyre and IBM", "McIntyre and IBM"],
      ["deu", "lch weiß, lhr nicht", "Ich weiß, Ihr nicht"],
      ["deu", "Uber den Dächern", "Über den Dächern"],
      ["deu", "Der Arzt und die Arzte, ein Argernis", "Der Arzt und die Ärzte, ein Ärgernis"],
      ["eng", "{ will. 'll fall", "I will. I'll fall"],
      ["eng", "If} fall, / think", "If I fall, / think"],
      ["eng", "[ALARM] {'m fine! fll go.", "[ALARM] I'm fine! I'll go."],
      ["eng", "In l911 or 191I, room 10]", "In 1911 or 1911, room 101"],
      ["eng", "Yes or no, i.e. and/or", "Yes or no, i.e. and/or"],
      ["fra", "Ça va ?", "Ça va ?"],
    ] as const
  ) equal(cleanText(wrong, language), right);
});

Deno.test("languages: the requested ones, else the stream's; missing data names its package", () => {
  equal(chooseLanguages([], "deu", ["deu", "eng"]).codes.join(), "deu");
  equal(chooseLanguages(["ger", "eng"], "jpn", ["deu", "eng"]).codes.join(), "deu,eng");
  equal(chooseLanguages([], "zho", ["chi_tra"]).codes.join(), "chi_tra");
  equal(chooseLanguages([], undefined, ["deu", "eng"]).codes.join(), "eng");
  equal(chooseLanguages([], "jpn", ["eng"]).missing, "Japanese (tesseract-ocr-jpn)");
  const listed = parseLanguages('List of available languages in "/usr/share/tessdata/" (2):\ndeu\neng\n');
  equal(JSON.stringify(listed), '{"codes":["deu","eng"],"folder":"/usr/share/tessdata/"}');
  equal(parseLanguages("List of available languages (1):\nosd\n").folder, undefined);
});

Deno.test("a table of words becomes lines of its pages", () => {
  const row = (page: number, line: number, confidence: number, word: string) =>
    ["5", page, 1, 1, line, 1, 0, 0, 9, 9, confidence, word].join("\t");
  const table = [
    "level\tpage",
    row(1, 1, 90, "Hello"),
    row(1, 1, 80, "there"),
    row(1, 2, 70, "you"),
    row(3, 1, 50, "x"),
  ].join("\n");
  equal(
    JSON.stringify(parseTsv(table, 3)),
    JSON.stringify([
      { text: "Hello there\nyou", confidence: 80 },
      { text: "", confidence: 0 },
      { text: "x", confidence: 50 },
    ]),
  );
});

inFolder("without mkvextract the bitmaps of a DVD stay, and the response names the missing program", async (folder) => {
  const { dvd } = await remux(folder, [{ start: 1, end: 2, text: "x" }], "eng");
  const stream = { index: 1, codec: "dvd_subtitle" };
  const result = await ocrStream({ ...tools, mkvextractPath: undefined, path: dvd, stream, folder, languages: [] });
  ok(result.outcome === "pictures" && result.why.includes("mkvextract (package mkvtoolnix)"));
});
