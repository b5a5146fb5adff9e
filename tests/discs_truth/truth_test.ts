import { deepStrictEqual as same, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { markTitles } from "../../lib/discs/choose/title_marks.ts";
import type { DiscRippers } from "../../lib/discs/rippers/create_rippers.ts";
import { RipProblem, type Scan, type ScannedTitle } from "../../lib/discs/ripper_model.ts";
import { newRip } from "../../lib/discs/rips/new_rip.ts";
import { withTitles } from "../../lib/discs/rips/scan/scanned_rip.ts";
import { concat } from "../../lib/kit/bytes.ts";
import { Settings } from "../../lib/platform/settings/schema.ts";
import { pictureUnits, streamOf, subtitleSegments } from "../fixtures/discs/bluray_compare.ts";
import { createBlurayShelf, FILM, SEASON } from "../fixtures/discs/bluray_discs.ts";
import { filmDisc } from "../fixtures/discs/dvd_authoring.ts";
import { elementary, subtitlePictures } from "../fixtures/discs/dvd_clips.ts";
import { makeBridgeImage } from "../fixtures/discs/image_bridge.ts";
import { ripperWorld } from "../fixtures/discs/makemkv_world.ts";
import { copyOf, watching, writeDisc } from "../fixtures/discs/ripping.ts";
import { inFolder, withFolder } from "../fixtures/folder.ts";
import { type Form, formsOf } from "./forms.ts";
import { blurays, type BlurayTruth, type DiscTruth, dvds, type DvdTruth, type TitleTruth } from "./truth.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

type Scanned = Scan & { reason: string };

/** Joins the parts that are neither empty nor false. */
const words = (...parts: (string | number | false | undefined)[]) => parts.filter(Boolean).join(" ");

/** Returns a scanned title in the notation of the expected content. */
function said({ title, read }: ScannedTitle) {
  ok(read, title.name);
  const { video } = read;
  return {
    sourceFile: title.sourceFile,
    angle: title.angle,
    audio: read.audio.map(({ language, codec, channels, commentary }) =>
      words(language, codec, channels, commentary && "commentary")
    ),
    subtitles: read.subtitles.map(({ language, forced }) => words(language, forced && "forced")),
    video: video && words(video.codec, `${video.width}x${video.height}`, title.frameRate, video.hdr),
    problem: title.problem,
  };
}

function checkTitle(scanned: ScannedTitle | undefined, truth: TitleTruth): void {
  ok(scanned, truth.sourceFile);
  const { sourceFile, angle, audio, subtitles, video } = truth;
  same(said(scanned), { sourceFile, angle, audio, subtitles, video, problem: undefined });
  const off = Math.abs(scanned.title.durationSeconds * 1000 - truth.ms);
  ok(off <= truth.frameMs, `${sourceFile} lasts ${scanned.title.durationSeconds} s in place of ${truth.ms} ms`);
  const starts = scanned.read?.chapters ?? [];
  equal(starts.length, truth.chapters.length, sourceFile);
  equal(scanned.title.chapters, truth.chapters.length);
  for (const [i, start] of truth.chapters.entries()) {
    const early = start - (starts[i] ?? NaN);
    ok(early >= -1 && early <= truth.chapterEarlyMs + 1, `${sourceFile}, chapter ${i + 1}: ${early} ms early`);
  }
}

/** Converts seconds to hours, because only movies of at least one hour are checked for obfuscation. */
const asHours = (scan: Scanned): Scanned => ({
  ...scan,
  titles: scan.titles.map(({ title }) => ({ title: { ...title, durationSeconds: title.durationSeconds * 3600 } })),
});

function checkMarks(scan: Scanned, truth: DiscTruth): void {
  const seen = { origin: "image", source: { kind: "image", path: "/x.iso" }, label: truth.name } as const;
  const { record } = newRip(seen, Settings.parse({}), new Date());
  const marked = withTitles(record, scan, 0);
  const flagged = (flag: string) =>
    marked.titles.filter(({ flags }) => flags.some((one) => one === flag)).map(({ sourceFile = "" }) => sourceFile);
  same(flagged("playAll"), truth.playAll);
  same(flagged("duplicate"), Object.keys(truth.duplicates));
  const nameOf = (id: number) => scan.titles.find(({ title }) => title.id === id)?.title.sourceFile ?? "";
  const { duplicateOf } = markTitles(scan.titles.map(({ title }) => title));
  same(Object.fromEntries([...duplicateOf].map(([id, first]) => [nameOf(id), nameOf(first)])), truth.duplicates);
  const hidden = withTitles(record, asHours(scan), 0);
  equal(hidden.titles.filter(({ flags }) => flags.includes("obfuscated")).length, truth.obfuscated);
  equal(hidden.warnings.some((warning) => /long titles of nearly the same length/.test(warning)), truth.obfuscated > 0);
}

async function checkForm(rippers: DiscRippers, form: Form, truth: DiscTruth): Promise<Scanned> {
  const scan = await rippers.scan(form.source, { minSeconds: 0, ...watching() });
  same([scan.type, scan.ripper, scan.protection], [truth.type, "open", undefined]);
  equal(scan.volumeName, form.name === "folder" ? undefined : truth.name);
  equal(scan.discName, truth.discName);
  equal(scan.titles.length, truth.titles.length);
  for (const [i, title] of truth.titles.entries()) checkTitle(scan.titles[i], title);
  equal(scan.warnings.length, truth.warnings.length, scan.warnings.join("\n"));
  for (const [i, warning] of truth.warnings.entries()) match(scan.warnings[i] ?? "", warning);
  checkMarks(scan, truth);
  return scan;
}

type Compare = (path: string, title: TitleTruth, index: number) => Promise<void>;

/** Scans every form of a disc and copies each title from one of them, in rotation. */
async function checkDisc(
  dir: string,
  forms: Form[],
  truth: DiscTruth,
  { compare, copied }: { compare: Compare; copied: (title: TitleTruth) => boolean },
): Promise<void> {
  const { rippers } = await ripperWorld(dir, {}, { absent: ["makemkvcon"], disc: { ripperPath: "" } });
  const scans: Scanned[] = [];
  for (const form of forms) scans.push(await checkForm(rippers, form, truth));
  const told = scans.map(({ titles }) => titles.map(({ title }) => title));
  for (const titles of told) same(titles, told[0]);
  for (const [i, title] of truth.titles.entries()) {
    if (!copied(title)) continue;
    const { source } = forms[i % forms.length] ?? { source: undefined };
    const scanned = scans[i % forms.length]?.titles[i];
    ok(source && scanned);
    await withFolder(async (folder) => {
      const copy = copyOf(scanned);
      const { path, readErrors } = await rippers.copy("open", source, copy, { minSeconds: 0, folder, ...watching() });
      equal(readErrors, 0);
      await rippers.verify(path, copy, new AbortController().signal);
      await compare(path, title, i);
    });
  }
}

const dvdCompare = ({ make }: DvdTruth): Compare => async (path, title, index) => {
  const clips = (await make()).titles[index]?.clips ?? [];
  ok(clips.length > 0);
  for (const [i, map] of ["0:v:0", ...title.audio.map((_, i) => `0:a:${i}`)].entries()) {
    same(await elementary(path, map), concat(clips.map(({ streams }) => streams[i] ?? new Uint8Array())), map);
  }
  for (const i of title.subtitles.keys()) {
    same(await subtitlePictures(path, `0:s:${i}`), clips.flatMap(({ pictures }) => pictures[i] ?? []));
  }
};

const blurayCompare = ({ spec }: BlurayTruth): Compare => async (path, { clips: played }) => {
  const { clips } = await shelf.make(spec);
  const first = clips.get(played[0] ?? "");
  ok(first);
  const counts = { video: 0, audio: 0, subtitle: 0 };
  for (const { kind, codec } of first.elementary) {
    const nth = counts[kind]++;
    const parts = played.map((id) =>
      clips.get(id)?.elementary.filter((stream) => stream.kind === kind)[nth]?.path ?? ""
    );
    const went = concat(await Promise.all(parts.map((part) => Deno.readFile(part))));
    if (codec === "h264" || codec === "hevc") {
      const units = pictureUnits(went, codec);
      ok(units.length > 0);
      same(pictureUnits(await streamOf(path, "0:v:0", codec), codec), units);
    } else if (kind === "audio") same(await streamOf(path, `0:a:${nth}`, codec), went);
    else same(subtitleSegments(await streamOf(path, `0:s:${nth}`, "sup")), subtitleSegments(went));
  }
};

inFolder(
  "slow: DVDs are listed, marked and copied as they were authored, from a folder and from each kind of image",
  async (dir) => {
    for (const truth of await dvds()) {
      const folder = await writeDisc((await truth.make()).files, join(dir, truth.name));
      const udf250 = truth.name === "DVD_FILM";
      const forms = await formsOf(folder, dir, { volumeName: truth.name, dvd: true, udf250 });
      await checkDisc(dir, forms, truth, { compare: dvdCompare(truth), copied: () => true });
    }
  },
);

/** Cuts within a clip are covered by the cutter's tests. */
const isCompared = ({ sourceFile }: TitleTruth) => sourceFile !== "00803.mpls";

inFolder(
  "slow: Blu-rays are listed, marked and copied as they were authored, from a folder and from each kind of image",
  async (dir) => {
    for (const truth of await blurays(shelf)) {
      const { folder } = await shelf.make(truth.spec);
      const udf250 = truth.name === "BD_FILM";
      const forms = await formsOf(folder, dir, { volumeName: truth.name, dvd: false, udf250 });
      await checkDisc(dir, forms, truth, { compare: blurayCompare(truth), copied: isCompared });
    }
  },
);

const refuses = (code: RipProblem["code"], sentence: RegExp) => (error: unknown) => {
  ok(error instanceof RipProblem, String(error));
  equal(error.code, code, error.message);
  match(error.message, sentence);
  return true;
};

/** Returns a DVD's files with modified packs of the movie. */
async function changedFilm(change: (vob: Uint8Array) => Uint8Array): Promise<Map<string, Uint8Array>> {
  const { files } = await filmDisc();
  const path = "VIDEO_TS/VTS_01_1.VOB";
  return new Map([...files, [path, change(files.get(path)?.slice() ?? new Uint8Array())]]);
}

/** Sets the scrambling bits of all packs except navigation packs. */
function scramble(vob: Uint8Array): Uint8Array {
  const view = new DataView(vob.buffer);
  for (let at = 0; at < vob.length; at += 2048) {
    if (view.getUint32(at + 14) !== 0x1bb) vob[at + 20] = (vob[at + 20] ?? 0) | 0x30;
  }
  return vob;
}

inFolder("protected discs of every kind are refused with their protection", async (dir) => {
  const { rippers } = await ripperWorld(dir, {}, { absent: ["makemkvcon"], disc: { ripperPath: "" } });
  const scrambled = await writeDisc(await changedFilm(scramble), join(dir, "CSS"));
  const discs = [
    {
      folder: scrambled,
      volumeName: "CSS",
      dvd: true,
      sentence: /protected with CSS\. Sector \d+ of title set 1 is scrambled\./,
    },
    {
      folder: (await shelf.encrypted()).folder,
      volumeName: "AACS",
      dvd: false,
      sentence: /protected with AACS\. The packets of \d+\.m2ts are encrypted/,
    },
  ];
  for (const { folder, volumeName, dvd, sentence } of discs) {
    for (const { source } of await formsOf(folder, dir, { volumeName, dvd, udf250: false })) {
      await rejects(rippers.scan(source, { minSeconds: 0, ...watching() }), refuses("protected", sentence));
      await rejects(
        rippers.scan(source, { minSeconds: 0, ...watching() }),
        refuses("protected", /MakeMKV is needed to copy it, but makemkvcon was not found/),
      );
    }
  }
});

inFolder(
  "a missing clip, a truncated file and a truncated image are reported with each affected title",
  async (dir) => {
    const { rippers } = await ripperWorld(dir, {}, { absent: ["makemkvcon"], disc: { ripperPath: "" } });
    const missing = await shelf.copy(FILM);
    await Deno.remove(join(missing.folder, "BDMV/STREAM/00056.m2ts"));
    const cut = await shelf.copy(SEASON);
    await Deno.truncate(join(cut.folder, "BDMV/STREAM/00002.m2ts"), 192 * 100);
    const vob = await writeDisc(await changedFilm((bytes) => bytes.slice(0, 200 * 2048)), join(dir, "CUT"));
    const table: [folder: string, sentence: RegExp, touched: string[]][] = [
      [missing.folder, /^Clip 00056\.m2ts is missing from the disc\.$/, [
        "00800",
        "00801",
        "00802",
        "00803",
        "00804",
      ]],
      [cut.folder, /^Clip 00002\.m2ts is truncated: it has 19200 bytes/, ["00101", "00200"]],
      [vob, /^Its VOB files end before sector 200, but it extends to sector \d+\.$/, ["01"]],
    ];
    for (const [folder, sentence, touched] of table) {
      const source = { kind: "folder", path: folder } as const;
      const { titles } = await rippers.scan(source, { minSeconds: 0, ...watching() });
      const broken = titles.filter(({ title }) => title.problem !== undefined);
      same(broken.map(({ title }) => title.sourceFile?.replace(".mpls", "")), touched);
      for (const { title } of broken) match(title.problem ?? "", sentence);
    }
  },
);

inFolder("the missing part of a truncated image is reported, and no affected title counts as complete", async (dir) => {
  const { rippers } = await ripperWorld(dir, {}, { absent: ["makemkvcon"], disc: { ripperPath: "" } });
  const folder = await writeDisc((await filmDisc()).files, join(dir, "WHOLE"));
  const image = join(dir, "whole.iso");
  await makeBridgeImage(folder, image, { dvd: true });
  await Deno.truncate(image, Math.floor((await Deno.stat(image)).size * 0.6));
  const source = { kind: "image", path: image } as const;
  const { warnings: [warning = ""], titles: [film] } = await rippers.scan(source, { minSeconds: 0, ...watching() });
  match(warning, /^The image is truncated: it ends after \d+ bytes, but VIDEO_TS\/VTS_01_1\.VOB extends to byte \d+\./);
  ok(film);
  await Deno.mkdir(join(dir, "copy"));
  const heard = watching();
  const copying = rippers.copy("open", source, copyOf(film), { minSeconds: 0, folder: join(dir, "copy"), ...heard });
  await rejects(
    copying.then(({ path }) => rippers.verify(path, copyOf(film), heard.signal)),
    refuses("short", /^The copy does not match the title\. Its video lasts \d\.\d\d s, but 4\.00 s on the disc/),
  );
  match(heard.log.join("\n"), /Could not read \d+ sectors of the title; the first missing one is \d+/);
});
