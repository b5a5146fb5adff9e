import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { ffmpeg } from "../../../../tests/fixtures/decoded.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdToc } from "../model.ts";
import { albumOf } from "./album.ts";
import { encodeTrack } from "./encode_track.ts";
import type { TrackReading } from "./rip_log.ts";
import { verifyFlac } from "./verify_flac.ts";
import { type AlbumToWrite, type TrackAudio, writeAlbum } from "./write_album.ts";
import { FFMPEG } from "../../../../tests/kit/ffmpeg.ts";

const SECTOR_BYTES = 2352;
const LENGTHS = [100, 150, 120];
const TITLES = ['Über / "Quotes" \u202eevil', "..Dots\nTRACK 99=x", "😀".repeat(100)];

/** Incompressible noise, quieter with each track. The fourth is silent. */
function pcm(sectors: number, seed: number): Uint8Array<ArrayBuffer> {
  const samples = new Int16Array(sectors * SECTOR_BYTES / 2);
  let state = seed + 1;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    samples[i] = seed === 3 ? 0 : state >> (17 + seed);
  }
  return new Uint8Array(samples.buffer);
}

const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

async function probe(
  path: string,
): Promise<{ tags: Record<string, string>; coverImage: Record<string, string> | undefined }> {
  const args = ["-v", "error", "-show_format", "-show_streams", "-of", "json", path];
  const { stdout } = await new Deno.Command("ffprobe", { args }).output();
  const { format, streams } = JSON.parse(new TextDecoder().decode(stdout));
  const coverImage = streams.find((one: { codec_type: string }) => one.codec_type === "video");
  // ffmpeg 9 reports DISCSUBTITLE as `disc_subtitle`.
  const { disc_subtitle, ...tags } = format.tags;
  if (disc_subtitle !== undefined) tags.DISCSUBTITLE = disc_subtitle;
  return { tags, coverImage: coverImage && { codec: coverImage.codec_name, ...coverImage.tags } };
}

/** Encodes a track for each length. `first` is 0 if the first one is the hidden track. */
async function encoded(folder: string, lengths: number[], first = 1): Promise<TrackAudio[]> {
  return await Promise.all(lengths.map(async (sectors, i) => {
    const [pcmPath, path] = [join(folder, `${i}.pcm`), join(folder, `${i}.flac`)];
    await Deno.writeFile(pcmPath, pcm(sectors, i));
    const audio = await encodeTrack({ ffmpegPath: FFMPEG, pcmPath, output: path, compressionLevel: 8 });
    return { ...audio, number: first + i, path };
  }));
}

const TOC: CdToc = {
  tracks: LENGTHS.map((sectors, i) => ({
    number: i + 1,
    start: LENGTHS.slice(0, i).reduce((sum, one) => sum + one, 0),
    sectors,
    ...(i === 1 ? { pregap: 30 } : {}),
    isAudio: true,
    preEmphasis: i === 1,
    ...(i === 0 ? { isrc: "GBAYE0000351" } : {}),
  })),
  leadOut: 370,
  catalogNumber: "5016025911646",
};
const RELEASE: CatalogRelease = {
  kind: "release",
  releaseId: "11111111-0000-4000-8000-000000000000",
  releaseGroupId: "22222222-0000-4000-8000-000000000000",
  artistId: "33333333-0000-4000-8000-000000000000",
  title: "Quiet/Rooms: part 1",
  artist: "AC/DC",
  date: "1999-03",
  label: "Small Label",
  catalogNumber: "X 1",
  barcode: "5016025911646",
  discNumber: 2,
  discCount: 2,
  discTitle: "Live",
  tracks: TITLES.map((title, i) => ({ number: i + 1, title, recordingId: `rec-${i}`, trackId: `track-${i}` })),
  source: "releasedb",
};
const read = (number: number): TrackReading => ({
  number,
  copyCrc: 0xfedcba98,
  ...(number === 1 ? { testCrc: 0xfedcba98 } : {}),
  accurateRip: { v1: 1, v2: 0xffffffff, confidenceV2: 7, ...(number === 2 ? { confidenceV1: 0 } : {}) },
  readErrors: number,
  skips: 0,
});

const world = (folder: string, audioFiles: TrackAudio[], more: Partial<AlbumToWrite> = {}): AlbumToWrite => ({
  ffmpegPath: FFMPEG,
  root: folder,
  album: albumOf({ toc: TOC, discId: "disc-id", release: RELEASE }),
  toc: TOC,
  audioFiles,
  detectMqa: false,
  reading: {
    finishedAt: new Date("2026-01-02T03:04:05Z"),
    drive: "ACME BD\nTrack 09: forged",
    readOffset: 667,
    tools: [{ name: "cd-paranoia", version: "10.2" }],
    cddbId: "3404f606",
    tracks: [1, 2, 3].map(read),
  },
  writeCueSheet: (sheet) => JSON.stringify(sheet),
  ...more,
});

const names = async (folder: string): Promise<string[]> =>
  (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();

inFolder("slow: an album is written with tags, cover, gains, cue, playlist and log, bit for bit", async (folder) => {
  const audioFiles = await encoded(folder, LENGTHS);
  const coverImage = join(folder, "art.png");
  await ffmpeg(["-f", "lavfi", "-i", "color=c=teal:s=96x96:d=1", "-frames:v", "1", "-update", "1", coverImage]);
  const seen: string[] = [];
  const written = await writeAlbum(world(join(folder), audioFiles, {
    cover: await Deno.readFile(coverImage),
    detectMqa: true,
    onProgress: (done, of) => void seen.push(`${done}/${of}`),
  }));
  same(written.folder, join(folder, "AC-DC", "Quiet-Rooms - part 1 (1999)", "Disc 2 - Live"));
  same(await names(written.folder), [
    "01 - Über - 'Quotes' evil.flac",
    "02 - ..Dots TRACK 99=x.flac",
    `03 - ${"😀".repeat(57)}.flac`,
    "AC-DC - Quiet-Rooms - part 1.cue",
    "AC-DC - Quiet-Rooms - part 1.log",
    "AC-DC - Quiet-Rooms - part 1.m3u8",
  ]);
  same([written.hasCover, written.mqa?.detected, seen.at(-1)], [true, false, "6/6"]);
  const [first, second] = await Promise.all(written.tracks.map(({ path }) => probe(path)));
  same(first?.coverImage, { codec: "png", comment: "Cover (front)" });
  const {
    REPLAYGAIN_TRACK_GAIN: gain = "",
    REPLAYGAIN_ALBUM_GAIN: album = "",
    REPLAYGAIN_TRACK_PEAK: peak = "",
    REPLAYGAIN_ALBUM_PEAK: _,
    ...tags
  } = first?.tags ?? {};
  match(gain, /^-?\d+\.\d\d dB$/);
  match(album, /^-?\d+\.\d\d dB$/);
  ok(Math.abs(Number(peak) - 0.5) < 0.01, peak);
  same(tags, {
    TITLE: 'Über / "Quotes" evil',
    ARTIST: "AC/DC",
    ALBUM: "Quiet/Rooms: part 1",
    album_artist: "AC/DC",
    track: "1",
    TRACKTOTAL: "3",
    disc: "2",
    DISCTOTAL: "2",
    DISCSUBTITLE: "Live",
    DATE: "1999-03",
    LABEL: "Small Label",
    CATALOGNUMBER: "X 1",
    BARCODE: "5016025911646",
    ISRC: "GBAYE0000351",
    MEDIA: "CD",
    MUSICBRAINZ_DISCID: "disc-id",
    MUSICBRAINZ_ALBUMID: RELEASE.releaseId,
    MUSICBRAINZ_RELEASEGROUPID: RELEASE.releaseGroupId,
    MUSICBRAINZ_ALBUMARTISTID: RELEASE.artistId,
    MUSICBRAINZ_TRACKID: "rec-0",
    MUSICBRAINZ_RELEASETRACKID: "track-0",
  });
  same([second?.tags.TITLE, second?.tags.PRE_EMPHASIS], ["..Dots TRACK 99=x", "1"]);
  for (const [i, { path }] of written.tracks.entries()) {
    await verifyFlac({ ffmpegPath: FFMPEG, path, md5: md5Of(pcm(LENGTHS[i] ?? 0, i)) });
  }
  await checkTexts(written);
});

async function checkTexts({ cue, playlist, log }: { cue: string; playlist: string; log: string }): Promise<void> {
  const sheet = JSON.parse(await Deno.readTextFile(cue));
  same(sheet.tracks[1].indexes, [{ number: 0, frame: 70, file: 0 }, { number: 1, frame: 0, file: 1 }]);
  same([sheet.catalog, sheet.tracks[1].flags], ["5016025911646", ["PRE"]]);
  const rows = (await Deno.readTextFile(playlist)).split("\n");
  same(rows.slice(0, 3), ["#EXTM3U", '#EXTINF:1,AC/DC - Über / "Quotes" evil', "01 - Über - 'Quotes' evil.flac"]);
  is(rows.length, 8);
  const text = await Deno.readTextFile(log);
  const at = text.lastIndexOf("SHA-256: ");
  is(text.slice(at), `SHA-256: ${createHash("sha256").update(text.slice(0, at)).digest("hex")}\n`);
  for (
    const line of [
      "Drive: ACME BD Track 09: forged",
      "Read offset: +667 samples",
      "Tool: cd-paranoia 10.2",
      "  Pregap: 00:00.30",
      "  CRC32 test: FEDCBA98",
      "  AccurateRip v1: 00000001, not looked up",
      "  AccurateRip v1: 00000001, no match",
      "  AccurateRip v2: FFFFFFFF, accurate, confidence 7",
      "  Read errors: 3",
      `  MD5 of the samples: ${md5Of(pcm(LENGTHS[0] ?? 0, 0))}`,
      "AccurateRip: 3 of 3 tracks are accurate.",
      "No errors: every track was read and its file verified.",
    ]
  ) ok(text.split("\n").includes(line), line);
  is(text.split("\n").filter((line) => /^Track \d\d:/.test(line)).length, 3, "nothing foreign begins a line");
}

inFolder("slow: a hidden track is number 00, silence has no gain, and a damaged cover is left out", async (folder) => {
  const audioFiles = await encoded(folder, [60, ...LENGTHS], 0);
  const toc = { ...TOC, tracks: TOC.tracks.map((one) => ({ ...one, start: one.start + 60 })), leadOut: 430 };
  const album = albumOf({ toc, discId: "disc-id", hasHidden: true });
  const written = await writeAlbum(world(folder, audioFiles, {
    album,
    toc,
    cover: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3),
  }));
  is(written.hasCover, false);
  is(written.folder, join(folder, "Unknown Artist", "Unknown Album (disc-id)"));
  same((await names(written.folder)).slice(0, 4), [
    ...["00 - Hidden Track.flac", "01 - Track 01.flac", "02 - Track 02.flac", "03 - Track 03.flac"],
  ]);
  const silent = await probe(written.tracks[3]?.path ?? "");
  same([silent.tags.REPLAYGAIN_TRACK_GAIN, silent.coverImage], [undefined, undefined]);
  match(silent.tags.REPLAYGAIN_ALBUM_GAIN ?? "", /dB$/);
  is(silent.tags.MUSICBRAINZ_ALBUMID, undefined);
  const sheet = JSON.parse(await Deno.readTextFile(written.cue));
  same(sheet.tracks[0].indexes, [{ number: 0, frame: 0, file: 0 }, { number: 1, frame: 0, file: 1 }]);
  same((await names(folder)).filter((name) => /cover|part|incoming/.test(name)), []);
});

inFolder("a track that was not read is named", async (folder) => {
  await rejects(writeAlbum(world(folder, [])), { code: "source_missing", message: "Track 1 was not read." });
});

inFolder(
  "an album that is written again is identical, and an aborted one leaves no partial file",
  async (folder) => {
    const audioFiles = await encoded(folder, [75]);
    const toc = { ...TOC, tracks: TOC.tracks.slice(0, 1), leadOut: 75 };
    const options = world(folder, audioFiles, {
      toc,
      album: albumOf({ toc, discId: "d" }),
      cover: new TextEncoder().encode("<svg/>"),
    });
    const first = await writeAlbum(options);
    const [path = ""] = first.tracks.map((track) => track.path);
    const bytes = await Deno.readFile(path);
    same(await writeAlbum(options), first);
    same(md5Of(await Deno.readFile(path)), md5Of(bytes));
    is(first.hasCover, false);
    const stopping = new AbortController();
    const stopped = writeAlbum({
      ...options,
      signal: stopping.signal,
      onProgress: () => stopping.abort(new Error("stop")),
    });
    await rejects(stopped, /stop/);
    same((await names(first.folder)).filter((name) => name.endsWith(".part") || name.endsWith(".tmp")), []);
  },
);
