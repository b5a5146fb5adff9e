import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { createBlurayShelf, FILM, PERMUTED, SEASON, UHD } from "../../../tests/fixtures/discs/bluray_discs.ts";
import { folderDisc, memoryDisc } from "../../../tests/fixtures/discs/bluray_folder.ts";
import { indexFiles, itemTimes } from "../../../tests/fixtures/discs/bluray_tables.ts";
import type { AuthoredDisc } from "../../../tests/fixtures/discs/bluray_authoring.ts";
import { plainPlaylist } from "../../../tests/fixtures/discs/bluray_plain.ts";
import { DiscFault } from "../files/model.ts";
import type { ReadDisc, ReadTitle } from "../model.ts";
import { readBluray } from "./read_bluray.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

const read = ({ folder }: AuthoredDisc): Promise<ReadDisc> => readBluray(folderDisc(folder));
const titleOf = ({ titles }: ReadDisc, playlist: string): ReadTitle => {
  const found = titles.find(({ sourceFile }) => sourceFile === `${playlist}.mpls`);
  ok(found, playlist);
  return found;
};

/** Expected milliseconds of a playlist, from the frames of its clips. */
function authoredMs({ clips, spec }: AuthoredDisc, playlist: string): number {
  const { items = [] } = spec.playlists.find(({ name }) => name === playlist) ?? {};
  return items.reduce((sum, item) => {
    const clip = clips.get(item.clip);
    ok(clip);
    const { inTime, outTime } = itemTimes(item, clip);
    return sum + (outTime - inTime) / 45;
  }, 0);
}

Deno.test("readBluray() lists playlists with their lengths, chapters, streams and languages, and one title per angle", async () => {
  const disc = await shelf.make(FILM);
  const found = await read(disc);
  same([found.type, found.discName, found.protection], ["bluray", "Glass Harbor & Son", undefined]);
  same(found.titles.map(({ sourceFile, angle, segmentMap }) => [sourceFile, angle ?? 0, segmentMap].join(" ")), [
    "00800.mpls 0 55,56",
    "00801.mpls 0 55,56",
    "00802.mpls 0 55,56,57",
    "00803.mpls 0 55,56",
    "00804.mpls 1 55,56",
    "00804.mpls 2 55,58",
  ]);
  same(found.warnings, ["00900.mpls is skipped: it plays the same section 12 times, like a menu background."]);
  for (const { sourceFile, durationMs, problem } of found.titles) {
    const expected = authoredMs(disc, sourceFile.slice(0, 5));
    ok(Math.abs(durationMs - expected) <= 1, `${sourceFile} lasts ${durationMs}, not ${expected}`);
    same(problem, undefined);
  }
  const film = titleOf(found, "00800");
  same(film.chapters, [0, 2000, 5004]);
  same(film.video, {
    ...{ codec: "h264", width: 1920, height: 1080, frameRate: [24000, 1001], interlaced: false, aspect: "16:9" },
  });
  same(
    film.audio.map((
      { streamId, codec, language, channels, sampleRate },
    ) => [streamId, codec, language, channels, sampleRate]),
    [
      [0x1100, "ac3", "eng", undefined, 48_000],
      [0x1101, "dts", "deu", 2, 48_000],
    ],
  );
  same(film.subtitles.map(({ streamId, codec, language }) => [streamId, codec, language]), [
    [0x1200, "pgs", "eng"],
    [0x1201, "pgs", "fra"],
  ]);
  const clipSize = (id: string) => disc.clips.get(id)?.size ?? NaN;
  same(film.sizeBytes, clipSize("00055") + clipSize("00056"));
  const cut = titleOf(found, "00803");
  const share = cut.sizeBytes / (clipSize("00055") + clipSize("00056"));
  ok(share > 0.45 && share < 0.75, `a cut of 3.7 of 7 seconds has ${share} of the bytes`);
  same(film.source, {
    kind: "bluray",
    playlist: "00800.mpls",
    items: [["00055", 27_000_000, 27_180_180], ["00056", 27_000_000, 27_135_135]]
      .map(([clip, inTime, outTime]) => ({ clip, inTime, outTime, connection: 1 })),
  });
});

Deno.test("readBluray() lists episodes and the playlist of all", async () => {
  const disc = await shelf.make(SEASON);
  const found = await read(disc);
  same(found.titles.map(({ sourceFile, segmentMap }) => `${sourceFile} ${segmentMap}`), [
    ...["00100.mpls 1", "00101.mpls 2", "00102.mpls 3", "00103.mpls 4", "00200.mpls 1,2,3,4"],
  ]);
  same(titleOf(found, "00200").chapters, [0, 1520, 3240, 5160]);
  same(titleOf(found, "00200").video?.frameRate, [25, 1]);
  same(found.fingerprint.discId, undefined);
});

Deno.test("slow: readBluray() knows a UHD disc by its index and HDR10 by the playlist", async () => {
  const found = await read(await shelf.make(UHD));
  const [title] = found.titles;
  same([found.type, title?.video?.hdr, title?.video?.width, title?.video?.codec], ["uhd", "hdr10", 3840, "hevc"]);
  same(title?.audio.map(({ codec }) => codec), ["truehd"]);
});

Deno.test("readBluray() distinguishes sixty playlists of the same clips by their segments", async () => {
  const { titles, warnings } = await read(await shelf.make(PERMUTED));
  // The last two playlists have the same segments as the first two.
  same([titles.length, new Set(titles.map(({ segmentMap }) => segmentMap)).size, warnings.length], [60, 58, 0]);
  same(new Set(titles.map(({ durationMs }) => durationMs)).size, 1);
});

Deno.test("readBluray() names the missing or truncated clip in its title and in the warnings", async () => {
  const disc = await shelf.copy(FILM);
  await Deno.remove(join(disc.folder, "BDMV/STREAM/00057.m2ts"));
  await Deno.truncate(join(disc.folder, "BDMV/STREAM/00056.m2ts"), 192_000);
  const found = await read(disc);
  same(titleOf(found, "00802").problem, titleOf(found, "00800").problem);
  const expected = disc.clips.get("00056")?.size;
  const short = `Clip 00056.m2ts is truncated: it has 192000 bytes, but the disc specifies ${expected}.`;
  same(titleOf(found, "00800").problem, short);
  same(found.warnings.filter((sentence) => sentence.startsWith("Clip")), [
    short,
    "Clip 00057.m2ts is missing from the disc.",
  ]);
});

Deno.test("readBluray() reports encrypted clips, and ignores the folders that a decrypted backup kept", async () => {
  const sold = await shelf.encrypted();
  const found = await read(sold);
  same(found.protection, { kind: "aacs", evidence: "The packets of 00004.m2ts are encrypted." });
  same(found.titles.length, 5);
  same(found.fingerprint.discId, createHash("sha1").update("unit keys").digest("hex").toUpperCase());
  await Deno.mkdir(join(sold.folder, "BDSVM"));
  await Deno.writeFile(join(sold.folder, "BDSVM/00000.svm"), new Uint8Array(64));
  same((await read(sold)).protection?.kind, "bdplus");
  const backup = await shelf.copy(SEASON);
  await Deno.mkdir(join(backup.folder, "AACS"));
  await Deno.mkdir(join(backup.folder, "BDSVM"));
  same((await read(backup)).protection, undefined);
  await Deno.writeFile(join(backup.folder, "AACS/Unit_Key_RO.inf"), new TextEncoder().encode("unit keys"));
  same((await read(backup)).protection, undefined);
  // Simulates a decryption program that keeps the copy permission bits.
  const path = join(backup.folder, "BDMV/STREAM/00004.m2ts");
  const bytes = await Deno.readFile(path);
  for (let at = 0; at < bytes.length; at += 192) bytes[at] = 0xc0 | (bytes[at] ?? 0);
  await Deno.writeFile(path, bytes);
  same((await read(backup)).protection, undefined);
});

Deno.test("readBluray() reads the backup copy of each damaged file, and warns about it", async () => {
  const disc = await shelf.copy(FILM);
  const intact = await read(disc);
  const damaged = ["index.bdmv", "PLAYLIST/00800.mpls", "CLIPINF/00055.clpi"];
  for (const path of damaged) await Deno.truncate(join(disc.folder, "BDMV", path), 3);
  await Deno.remove(join(disc.folder, "BDMV/PLAYLIST/00801.mpls"));
  const found = await read(disc);
  same(found.titles, intact.titles);
  same(found.warnings.filter((sentence) => sentence.endsWith("Its backup copy is used.")).length, 4);
});

Deno.test("readBluray() skips a playlist that is damaged together with its backup, and reads the others", async () => {
  const disc = await shelf.copy(SEASON);
  for (const place of ["BDMV", "BDMV/BACKUP"]) {
    await Deno.writeFile(join(disc.folder, place, "PLAYLIST/00200.mpls"), new TextEncoder().encode("MPLS0200 nothing"));
  }
  const found = await read(disc);
  same(found.titles.length, 4);
  ok(found.warnings.some((sentence) => sentence.startsWith("PLAYLIST/00200.mpls is damaged")), String(found.warnings));
});

Deno.test("readBluray() refuses a disc without a readable playlist", async () => {
  const isFault = (code: string) => (error: unknown) => error instanceof DiscFault && error.code === code;
  await rejects(readBluray(memoryDisc(new Map())), isFault("missing_file"));
  await rejects(
    readBluray(memoryDisc(new Map([["BDMV/PLAYLIST/00001.mpls", new Uint8Array(100)]]))),
    isFault("malformed"),
  );
});

Deno.test("readBluray() reads a limited part of an oversized disc, and reports the omitted rest", async () => {
  const files = new Map<string, Uint8Array>([["BDMV/index.bdmv", indexFiles([1]).index]]);
  const playlist = plainPlaylist(1);
  for (let n = 0; n < 10_000; n++) files.set(`BDMV/PLAYLIST/${String(n).padStart(5, "0")}.mpls`, playlist);
  files.set("BDMV/PLAYLIST/../../etc.mpls", playlist);
  files.set("BDMV/PLAYLIST/00000 copy.mpls", playlist);
  const found = await readBluray(memoryDisc(files));
  same(found.titles.length, 2000);
  ok(found.warnings.some((sentence) => /10000 playlists; only the first 2000/.test(sentence)), String(found.warnings));
  ok(found.warnings.length <= 101);
});

Deno.test("readBluray() leaves out playlists of more items than players take, and stops at too many in all", async () => {
  const files = new Map<string, Uint8Array>([["BDMV/PLAYLIST/00001.mpls", plainPlaylist(10_000)]]);
  for (let n = 2; n < 100; n++) files.set(`BDMV/PLAYLIST/${String(n).padStart(5, "0")}.mpls`, plainPlaylist(999));
  const found = await readBluray(memoryDisc(files));
  same(found.titles.length, 50);
  ok(found.warnings.some((sentence) => /00001\.mpls is damaged: it plays 10000 items/.test(sentence)));
  ok(found.warnings.some((sentence) => /more than 50000 items/.test(sentence)));
});

Deno.test("readBluray() stops when it is aborted", async () => {
  const files = new Map([["BDMV/PLAYLIST/00001.mpls", plainPlaylist(1)]]);
  await rejects(readBluray(memoryDisc(files), AbortSignal.abort(new Error("no longer wanted"))), /no longer wanted/);
});
