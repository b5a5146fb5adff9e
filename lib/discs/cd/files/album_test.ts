import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdToc } from "../model.ts";
import { albumOf } from "./album.ts";
import { albumCue } from "./cue.ts";
import { albumFileName, albumFolders, trackFileName } from "./names.ts";
import { albumPlaylist, trackTags } from "./write_album.ts";
import { type RipLog, ripLogText } from "./rip_log.ts";

/** Returns `count` tracks of 300 sectors. Those before `firstAudio` are data. */
const tocOf = (count: number, firstAudio = 1): CdToc => ({
  tracks: Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    start: i * 300,
    sectors: 300,
    pregap: 20,
    isAudio: i + 1 >= firstAudio,
    preEmphasis: false,
  })),
  leadOut: count * 300,
});
const releaseOf = (tracks: CatalogRelease["tracks"], more: Partial<CatalogRelease> = {}): CatalogRelease => ({
  kind: "release",
  releaseId: "r1",
  title: "Album",
  artist: "Artist",
  discNumber: 1,
  discCount: 1,
  tracks,
  source: "releasedb",
  ...more,
});
const named = (count: number, text = "Song") =>
  Array.from({ length: count }, (_, i) => ({ number: i + 1, title: `${text} ${i + 1}` }));
const logOf = (toc: CdToc, more: Partial<RipLog["reading"]> = {}): RipLog => ({
  album: albumOf({ toc, discId: "d" }),
  toc,
  reading: { finishedAt: new Date(0), drive: "drive", readOffset: -6, tools: [], cddbId: "0", tracks: [], ...more },
  results: [],
});

Deno.test("names come from the release, else from the disc, else from numbers", () => {
  const toc: CdToc = { ...tocOf(2), title: "On the disc", performer: "Disc artist" };
  toc.tracks.forEach((track) => Object.assign(track, { title: `Disc ${track.number}`, performer: "Solo" }));
  const byRelease = albumOf({
    toc,
    discId: "d",
    release: releaseOf([{ number: 1, title: "One" }, { number: 2, title: "" }]),
  });
  same([byRelease.title, byRelease.artist], ["Album", "Artist"]);
  same(byRelease.tracks.map(({ title, artist }) => [title, artist]), [["One", "Artist"], ["Disc 2", "Artist"]]);
  const byDisc = albumOf({ toc, discId: "d" });
  same([byDisc.title, byDisc.artist, byDisc.tracks[0]?.artist], ["On the disc", "Disc artist", "Solo"]);
  const byNumber = albumOf({ toc: tocOf(2), discId: "d" });
  same([byNumber.title, byNumber.artist, byNumber.tracks[1]?.title], [
    "Unknown Album (d)",
    "Unknown Artist",
    "Track 02",
  ]);
});

Deno.test("data tracks get no file, and titles follow the order of the audio tracks", () => {
  const album = albumOf({ toc: tocOf(4, 2), discId: "d", release: releaseOf(named(3)) });
  same(album.tracks.map(({ number, title }) => [number, title]), [[2, "Song 1"], [3, "Song 2"], [4, "Song 3"]]);
  is(album.trackTotal, 4);
  const byNumber = albumOf({ toc: tocOf(4, 2), discId: "d", release: releaseOf(named(4)) });
  is(byNumber.tracks[0]?.title, "Song 2", "a release that counts the data track");
});

Deno.test("an entry of CDDB or CD-Text has no MusicBrainz IDs", () => {
  for (const source of ["cddb", "cdtext"] as const) {
    const release = releaseOf([{ number: 1, title: "One", recordingId: "rec" }], { source, artistId: "a" });
    const [first, album] = [albumOf({ toc: tocOf(1), discId: "d", release })].map((one) =>
      [one.tracks[0], one] as const
    )[0] ?? [];
    ok(album && first);
    const keys = trackTags(album, first).map(([key]) => key).filter((key) => key.startsWith("MUSICBRAINZ"));
    same(keys, ["MUSICBRAINZ_DISCID"]);
  }
});

Deno.test("each disc of a set has a folder of its own", () => {
  const folders = (more: Partial<CatalogRelease>) =>
    albumFolders(albumOf({ toc: tocOf(1), discId: "d", release: releaseOf([], more) }));
  same(folders({ date: "1999-12-31" }), ["Artist", "Album (1999)"]);
  same(folders({ date: "", discCount: 3, discNumber: 2 }), ["Artist", "Album", "Disc 2"]);
  same(folders({ discNumber: 2, discTitle: "Live: 1/2" }), ["Artist", "Album", "Disc 2 - Live - 1-2"]);
  same(folders({ title: "1984 (1984)", date: "1984" }), ["Artist", "1984 (1984)"]);
});

const ODD = [
  ...["AC/DC", "..", ".", "", "   ", "...And Justice", "con", "NUL.flac", 'a\\b:c*d?e"f<g>h|i', "-rf", "x".repeat(300)],
  ...[
    "😀".repeat(300),
    "\u202egnp.exe",
    "\u200f\u200e",
    "a\u0000b\nc",
    "\ud800",
    "e\u0301".repeat(200),
    "～/.ssh",
    "../../etc/passwd",
  ],
];

Deno.test("slow: every name is one valid part of a path, for any text", () => {
  const check = (title: string, artist: string) => {
    const album = albumOf({
      toc: tocOf(2),
      discId: "d",
      release: releaseOf([{ number: 1, title, artist }], { title, artist, discCount: 2, discTitle: title }),
    });
    const names = [...albumFolders(album), ...album.tracks.map(trackFileName), albumFileName(album, ".cue")];
    for (const name of names) {
      ok(new TextEncoder().encode(name).length <= 255, name);
      ok(name !== "" && name !== "." && name !== "..", name);
      // deno-lint-ignore no-control-regex -- control characters are what must not be there
      is(/[/\\:*?"<>|\u0000-\u001f\u200e\u200f\u202a-\u202e]|^[\s.-]|[\s.]$/.test(name), false, name);
    }
    const [first, second] = album.tracks.map(trackFileName);
    ok(first?.startsWith("01 - ") && second?.startsWith("02 - "));
    for (const [, value] of album.tracks.flatMap((track) => trackTags(album, track))) {
      ok(value !== "" && value.isWellFormed() && !/[\r\n]/.test(value), value);
    }
  };
  for (const title of ODD) for (const artist of ODD) check(title, artist);
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 40 }), check), {
    numRuns: 300,
  });
});

Deno.test("99 tracks have 99 files in cue sheet, playlist and log", () => {
  const toc = tocOf(99);
  const album = albumOf({ toc, discId: "d", release: releaseOf(named(99, "Same")) });
  const cue = albumCue(album, toc, "3404f606");
  is(new Set(cue.files.map(({ name }) => name)).size, 99);
  same(cue.tracks[98]?.indexes, [{ number: 0, frame: 280, file: 97 }, { number: 1, frame: 0, file: 98 }]);
  is(albumPlaylist(album, album.tracks.map(() => 4)).split("\n").length, 1 + 2 * 99 + 1);
  is(ripLogText({ ...logOf(toc), album }).match(/^Track \d\d:/gm)?.length, 99);
});

Deno.test("silence before the first track is a pregap, the hidden track a file; data before a track is neither", () => {
  const late = { ...tocOf(2), tracks: tocOf(2).tracks.map((track) => ({ ...track, start: track.start + 500 })) };
  const [first] = albumCue(albumOf({ toc: late, discId: "d" }), late, "").tracks;
  same([first?.pregap, first?.indexes], [500, [{ number: 1, frame: 0, file: 0 }]]);
  const [hidden] = albumCue(albumOf({ toc: late, discId: "d", hasHidden: true }), late, "").tracks;
  same([hidden?.pregap, hidden?.indexes[0]], [undefined, { number: 0, frame: 0, file: 0 }]);
  const mixed = tocOf(3, 2);
  same(albumCue(albumOf({ toc: mixed, discId: "d" }), mixed, "").tracks[0]?.indexes, [{
    number: 1,
    frame: 0,
    file: 0,
  }]);
});

Deno.test("a log names uncertain and missing tracks, and states its last change", () => {
  const reading = (number: number, more = {}) => ({ number, copyCrc: 1, readErrors: 0, skips: 0, ...more });
  const results = [1, 2, 3, 4].map((number) => ({ number, md5: "0", samples: 1 }));
  const tracks = [reading(1), reading(2, { skips: 4 }), reading(3, { isDoubtful: true })];
  const text = ripLogText({ ...logOf(tocOf(4), { tracks }), results });
  match(text, /Tracks with errors that could not be corrected: 02, 03, 04\./);
  match(text, /Read offset: -6 samples/);
  match(text, /Skips: 4\n/);
  is(/AccurateRip/.test(text), false, "nobody was asked");
  match(ripLogText(logOf(tocOf(1), { tracks: [reading(1)] })), /could not be corrected: 01/, "no file was verified");
  const [body = "", sum] = text.split(/SHA-256: (?=[0-9a-f]{64}\n$)/);
  const sha = (part: string) => `${createHash("sha256").update(part).digest("hex")}\n`;
  is(sum, sha(body));
  ok(sum !== sha(body.replace("Skips: 4", "Skips: 0")));
});

Deno.test("no external text starts a line of the log or the playlist", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (title) => {
    const toc = tocOf(1);
    const album = albumOf({ toc, discId: "d", release: releaseOf([{ number: 1, title: `x\nTrack 99: y\r${title}` }]) });
    const { length } = ripLogText(logOf(toc)).split("\n");
    is(ripLogText({ ...logOf(toc), album }).split("\n").length, length);
    is(albumPlaylist(album, [1]).split(/[\r\n]/).length, 4);
  }));
});
