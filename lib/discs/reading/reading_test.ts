import { deepStrictEqual as same, equal, ok, rejects } from "node:assert/strict";
import { createBlurayShelf, FILM } from "../../../tests/fixtures/discs/bluray_discs.ts";
import { folderDisc } from "../../../tests/fixtures/discs/bluray_folder.ts";
import { seriesDisc } from "../../../tests/fixtures/discs/dvd_authoring.ts";
import { memoryDisc } from "../../../tests/fixtures/discs/dvd_folder.ts";
import { DiscFault } from "../files/model.ts";
import type { DiscAudio } from "../model.ts";
import { DiscTitle } from "../title_schema.ts";
import { scannedTitles } from "./disc_titles.ts";
import { readDisc } from "./read_disc.ts";
import { audioTrack, channelText, subtitleTrack } from "./track_labels.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

Deno.test("slow: readDisc() distinguishes a DVD, its folder alone, a Blu-ray and files", async () => {
  const dvd = (await seriesDisc()).files;
  equal((await readDisc(memoryDisc(dvd))).type, "dvd");
  const bare = new Map([...dvd].map(([path, bytes]) => [path.replace("VIDEO_TS/", ""), bytes]));
  equal((await readDisc(memoryDisc(bare))).titles.length, 4);
  equal((await readDisc(folderDisc((await shelf.make(FILM)).folder))).type, "bluray");
  const files = memoryDisc(
    new Map([["photos/1.jpg", new Uint8Array(3)], ["VIDEO_TS.txt", new Uint8Array(3)]]),
    "HOLIDAY",
  );
  same(await readDisc(files), { type: "data", volumeName: "HOLIDAY", fingerprint: {}, titles: [], warnings: [] });
});

Deno.test("readDisc() reads the DVD of a disc whose Blu-ray part is damaged, and warns about it", async () => {
  const dvd = (await seriesDisc()).files;
  const broken = new Map([...dvd, ["BDMV/PLAYLIST/00001.mpls", new Uint8Array(9)] as const]);
  const disc = await readDisc(memoryDisc(broken));
  equal(disc.type, "dvd");
  ok(disc.warnings[0]?.startsWith("Its Blu-ray part cannot be read:"));
  await rejects(
    readDisc(memoryDisc(new Map([["BDMV/PLAYLIST/00001.mpls", new Uint8Array(9)]]))),
    (error) => error instanceof DiscFault,
  );
});

Deno.test("short titles are left out, and the others are numbered without gaps in the order of the disc", async () => {
  const disc = await readDisc(memoryDisc((await seriesDisc()).files));
  const all = scannedTitles(disc, 0);
  same(all.map(({ title }) => title.name), ["Title 1", "Title 2", "Title 3", "Title 4"]);
  const long = scannedTitles(disc, 7);
  same(long.map(({ title }) => [title.id, title.sourceFile, title.fileName]), [
    [0, "01", "title_t00.mkv"],
    [1, "04", "title_t01.mkv"],
  ]);
  same(scannedTitles(disc, 1000), []);
  const [first] = all;
  ok(first?.read);
  same(DiscTitle.parse(first.title), first.title);
  same(
    [first.title.audio, first.title.subtitles, first.title.videoCodec, first.title.resolution, first.title.frameRate],
    [["Japanese AC-3 2.0"], ["English VobSub"], "MPEG-2", "720x480", 29.97],
  );
  equal(first.title.segmentMap, first.read.segmentMap);
});

Deno.test("playlists and angles name their titles", async () => {
  const disc = await readDisc(folderDisc((await shelf.make(FILM)).folder));
  const names = scannedTitles(disc, 0).map(({ title }) => title.name);
  ok(names.includes("00800.mpls") && names.includes("00804.mpls, angle 2"), names.join());
});

Deno.test("labels contain language, codec, channels and kind", () => {
  const audio: DiscAudio = {
    ...{ streamId: 1, codec: "dtshdma", language: "eng", channels: 6, commentary: false, visuallyImpaired: false },
  };
  const label = (part: Partial<DiscAudio>) => audioTrack({ ...audio, ...part }, 0).label;
  equal(label({}), "English DTS-HD MA 5.1");
  equal(label({ language: undefined, codec: "lpcm", channels: 2 }), "Unknown language PCM 2.0");
  equal(label({ codec: "ac3", channels: undefined, commentary: true }), "English AC-3 (commentary)");
  equal(label({ codec: "mp2", channels: 1, visuallyImpaired: true }), "English MP2 1.0 (audio description)");
  same(
    ["ac3", "dts", "dtshd", "eac3", "mp2"].map((codec) => audioTrack({ ...audio, codec } as DiscAudio, 0).lossless),
    [
      ...[false, false, false, false, false],
    ],
  );
  same(["dtshdma", "truehd", "lpcm"].map((codec) => audioTrack({ ...audio, codec } as DiscAudio, 0).lossless), [
    ...[true, true, true],
  ]);
  same([0, 1, 7, 8, 4].map(channelText), ["", "1.0", "6.1", "7.1", "4.0"]);
  const subtitle = {
    streamId: 1,
    codec: "pgs",
    language: "deu",
    forced: true,
    hearingImpaired: true,
    commentary: false,
  };
  equal(
    subtitleTrack(subtitle as Parameters<typeof subtitleTrack>[0], 2).label,
    "German PGS (forced, hearing impaired)",
  );
});
