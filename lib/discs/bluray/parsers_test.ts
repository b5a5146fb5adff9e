import { deepStrictEqual as same, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import type { AuthoredClip } from "../../../tests/fixtures/discs/bluray_clip.ts";
import { clipInfoFile, indexFiles, metadataFile, playlistFile } from "../../../tests/fixtures/discs/bluray_tables.ts";
import { plainPlaylist } from "../../../tests/fixtures/discs/bluray_plain.ts";
import { DiscFault } from "../files/model.ts";
import { entryPacket, packetAfter, parseClipInfo, partSize } from "./clip_info.ts";
import { discNameIn, indexVersion } from "./read_bluray.ts";
import { parsePlaylist } from "./playlist.ts";
import { isLoop, titlesOf } from "./title.ts";

/** A two-hour clip with a keyframe every half second. It is only described, never created. */
const clip: AuthoredClip = {
  spec: {
    ...{ id: "00007", seconds: 7200 },
    audio: [{ codec: "truehd", language: "eng", layout: "5.1" }, { codec: "ac3", language: "ger" }],
    subtitles: [{ language: "jpn", cues: [] }],
  },
  ...{ path: "", frames: 0, elementary: [], inTime: 27_000_000, outTime: 27_000_000 + 7200 * 45_000 },
  ...{ packets: 14_400 * 9000, size: 14_400 * 9000 * 192 },
  entries: Array.from({ length: 14_400 }, (_, n) => ({ pts: 54_000_000 + n * 45_045, packet: n * 9000 })),
};
const clips = new Map([["00007", clip]]);
const items = [{ clip: "00007" }, { clip: "00007", fromMs: 1000, toMs: 5000, angles: ["00008", "00009"] }];
const playlist = playlistFile({ name: "00001", items, chapters: [{ item: 0, ms: 0 }, { item: 1, ms: 500 }] }, clips);
const info = clipInfoFile(clip);

/** Returns true if the file is parsed or the error reports it as damaged. */
function isReadOrMalformed(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    return error instanceof DiscFault && error.code === "malformed";
  }
}

/** Generates a file with some changed bytes, possibly truncated. */
const damaged = (bytes: Uint8Array) =>
  fc.tuple(
    fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
    fc.option(fc.nat(bytes.length), { freq: 3 }),
  ).map(([changes, length]) => {
    const copy = bytes.slice(0, length ?? bytes.length);
    for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
    return copy;
  });

Deno.test("parsers of playlists, clip information and index parse damaged bytes or report the damage", () => {
  const read = (parse: (bytes: Uint8Array) => unknown, bytes: Uint8Array) =>
    fc.assert(fc.property(damaged(bytes), (copy) => isReadOrMalformed(() => parse(copy))), { numRuns: 3000 });
  const known = new Map([["00007", { size: 5_000_000, info: parseClipInfo(info.slice(), "x.clpi") }]]);
  read((bytes) => {
    const found = parsePlaylist(bytes, "x.mpls");
    const titles = titlesOf("00001.mpls", found, known);
    ok(isLoop(found) || titles.every(({ durationMs, sizeBytes }) => durationMs >= 0 && sizeBytes >= 0));
  }, playlist);
  // The complete keyframe map is long, and damage before it is more relevant.
  const short = clipInfoFile({ ...clip, entries: clip.entries.slice(0, 40) });
  read((bytes) => parseClipInfo(bytes, "x.clpi"), short);
  read(indexVersion, indexFiles([1, 2, 3]).index);
});

Deno.test("parsers accept any bytes or report damage", () => {
  const heads = ["MPLS0200", "HDMV0200", "INDX0300", "MPLS0300"].map((head) => new TextEncoder().encode(head));
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 600 }), (head, rest) => {
      const bytes = new Uint8Array([...head, ...rest]);
      for (const parse of [parsePlaylist, parseClipInfo]) if (!isReadOrMalformed(() => parse(bytes, "x"))) return false;
      return isReadOrMalformed(() => indexVersion(bytes));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("parsePlaylist() reads items, angles, marks and streams", () => {
  const found = parsePlaylist(playlist, "00001.mpls");
  same(found.items.map((item) => [item.clips, item.inTime, item.outTime]), [
    [["00007"], clip.inTime, clip.outTime],
    [["00007", "00008", "00009"], clip.inTime + 45_000, clip.inTime + 225_000],
  ]);
  same(found.marks, [{ item: 0, time: clip.inTime }, { item: 1, time: clip.inTime + 67_500 }]);
  const streams = found.items[1]?.streams;
  same(streams?.audio.map(({ codec, language }) => [codec, language]), [["truehd", "eng"], ["ac3", "deu"]]);
  same(streams?.subtitles.map(({ streamId, language }) => [streamId, language]), [[0x1200, "jpn"]]);
});

Deno.test("parsePlaylist() refuses clip names that are no numbers, items that run backwards, and excessive counts", () => {
  const changed = (at: number, ...values: number[]) => {
    const copy = plainPlaylist(2).slice();
    copy.set(values, at);
    return () => parsePlaylist(copy, "00001.mpls");
  };
  const firstItem = 40 + 10;
  throws(changed(firstItem + 2, 0x2e, 0x2e, 0x2f, 0x2e, 0x2e), /a clip whose name is not a number/);
  throws(changed(firstItem + 14, 0xff), /one of its items ends before it starts/);
  throws(changed(firstItem + 11, 0, 0x11, ...Array.from({ length: 21 }, () => 0), 200), /200 angles/);
  throws(changed(46, 0, 0), /no items to play/);
  throws(changed(46, 0xff, 0xff), /plays 65535 items/);
  throws(changed(firstItem + 34 + 4, 255, 255, 255), /more streams than a disc can have/);
  throws(() => parsePlaylist(plainPlaylist(10_000), "00001.mpls"), /plays 10000 items/);
});

Deno.test("parseClipInfo() reads packets, times, format and every keyframe", () => {
  const found = parseClipInfo(info, "00007.clpi");
  same([found.packets, found.start, found.end, found.aspect], [clip.packets, clip.inTime, clip.outTime, 3]);
  same(found.pids, [0x1011, 0x1100, 0x1101, 0x1200]);
  same(found.entries.times.length, clip.entries.length);
  clip.entries.forEach(({ pts, packet }, i) => {
    const early = pts / 2 - (found.entries.times[i] ?? NaN);
    if (early < 0 || early >= 256 || found.entries.packets[i] !== packet) {
      same([pts / 2, packet], [early, found.entries.packets[i]]);
    }
  });
});

Deno.test("parseClipInfo() limits the number of keyframes", () => {
  const entriesIn = (room: number) => parseClipInfo(info, "00007.clpi", room).entries.times.length;
  same([entriesIn(clip.entries.length), entriesIn(clip.entries.length - 1)], [clip.entries.length, 0]);
});

Deno.test("entryPacket() and packetAfter() find the keyframes around a time", () => {
  const { entries } = parseClipInfo(info, "00007.clpi");
  const timeOf = (n: number) => Math.floor((54_000_000 + n * 45_045) / 2);
  for (const n of [0, 1, 777, 14_399]) {
    same(entryPacket(entries, timeOf(n)), n * 9000);
    same(entryPacket(entries, timeOf(n) + 20_000), n * 9000);
    same(packetAfter(entries, timeOf(n) + 20_000), n === 14_399 ? undefined : (n + 1) * 9000);
  }
  same(entryPacket(entries, 0), 0);
});

Deno.test("partSize() scales a clip by its keyframes, and by time without any", () => {
  const found = parseClipInfo(info, "00007.clpi");
  same(partSize(found, clip.size, clip.inTime, clip.outTime), clip.size);
  const half = partSize(found, clip.size, clip.inTime, clip.inTime + 3600 * 45_000);
  ok(Math.abs(half / clip.size - 0.5) < 0.001, String(half));
  const none = parseClipInfo(clipInfoFile({ ...clip, entries: [] }), "00007.clpi");
  same(partSize(none, 1000, clip.inTime + 1800 * 45_000, clip.outTime), 750);
  same(partSize(undefined, 1000, 0, 1), 1000);
});

Deno.test("isLoop() detects menus, but not a season whose opening repeats in the playlist of all episodes", () => {
  const part = (id: number, seconds: number) => ({
    ...{ clips: [String(id).padStart(5, "0")], inTime: 0, outTime: seconds * 45_000, connection: 1 },
    streams: { videoPids: [], audio: [], subtitles: [], elsewhere: 0 },
  });
  const loop = (items: ReturnType<typeof part>[]) => isLoop({ version: "0200", items, marks: [], subPaths: 0 });
  same(loop([part(1, 30), part(1, 30), part(1, 30)]), true);
  same(loop([1, 2, 3, 4].flatMap((n) => [part(100, 90), part(n, 1300)])), false);
  same(loop([part(1, 30), part(1, 30)]), false);
});

Deno.test("discNameIn() reads a name and nothing that XML could do besides", () => {
  same(discNameIn(metadataFile("Glass Harbor & Son", "eng")), "Glass Harbor & Son");
  same(discNameIn("<di:name>Caf&#xE9;  &lt;\u202E1\u0000&gt;\n</di:name>"), "Café <1 >");
  same(discNameIn('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><di:name>&e;</di:name>'), "&e;");
  same(discNameIn("<di:name></di:name>"), undefined);
  same(discNameIn("<di:name>&#x110000;&#xD800;</di:name>")?.isWellFormed(), true);
  same(discNameIn(`<name>${"x".repeat(1500)}</name>`)?.length, 200);
  same(discNameIn("<name>".repeat(10_000)), undefined);
});
