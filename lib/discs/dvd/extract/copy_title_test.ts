import { deepStrictEqual as same, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { angleDisc } from "../../../../tests/fixtures/discs/dvd_angles.ts";
import { type AuthoredTitle, filmDisc, seriesDisc } from "../../../../tests/fixtures/discs/dvd_authoring.ts";
import {
  elementary,
  packetTimes,
  STANDARDS,
  subtitlePictures,
  tool,
} from "../../../../tests/fixtures/discs/dvd_clips.ts";
import { memoryDisc, memoryFile } from "../../../../tests/fixtures/discs/dvd_folder.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { concat } from "../../../kit/bytes.ts";
import { DiscFault, type DiscFiles } from "../../files/model.ts";
import type { ReadTitle } from "../../model.ts";
import { readDvd } from "../read_dvd.ts";
import type { ByteSink } from "./byte_sink.ts";
import { copyDvdTitle } from "./copy_title.ts";

const SECTOR = 2048;
const VOB = "VIDEO_TS/VTS_01_1.VOB";

async function titleOf(files: DiscFiles, index: number): Promise<ReadTitle> {
  const title = (await readDvd(files)).titles[index];
  ok(title);
  return title;
}

/** Stores the written bytes in memory. */
function memorySink(): ByteSink & { bytes: () => Uint8Array; closed: () => boolean } {
  const parts: Uint8Array[] = [];
  let closed = false;
  return {
    write: (bytes) => Promise.resolve(void parts.push(bytes.slice())),
    close: () => Promise.resolve(void (closed = true)),
    bytes: () => concat(parts),
    closed: () => closed,
  };
}

/** Returns the starts of a subtitle track's authored lines on the title's clock. */
function authoredStarts({ clips }: AuthoredTitle, track: number): number[] {
  let before = 0;
  return clips.flatMap(({ options: { standard, seconds, subtitles } }) => {
    const starts = (subtitles?.[track]?.lines ?? []).map(({ fromMs }) => before + fromMs);
    before += Math.round(seconds * 1000 / STANDARDS[standard].frameMs) * STANDARDS[standard].frameMs;
    return starts;
  });
}

for (
  const [name, make, index] of [
    ["a film", filmDisc, 0],
    ["all episodes of a series", seriesDisc, 0],
    ["an episode that begins inside of its title set", seriesDisc, 2],
    ["the first angle", angleDisc, 0],
    ["the second angle", angleDisc, 1],
  ] as const
) {
  inFolder(`slow: copyDvdTitle() and mkvmerge keep every frame and all audio of ${name}`, async (folder) => {
    const disc = await make();
    const authored = disc.titles[index];
    ok(authored);
    const files = memoryDisc(disc.files);
    const title = await titleOf(files, index);
    const copy = await copyDvdTitle(files, title, { vob: join(folder, "title.vob"), subtitles: folder });
    equal(copy.bytes, title.sizeBytes);
    ok(Math.abs(copy.durationMs - title.durationMs) <= 1, `${copy.durationMs}`);
    same(copy.lost, []);
    same(copy.subtitles.map(({ streamId }) => streamId), title.subtitles.map(({ streamId }) => streamId));
    same(copy.streams, [...title.subtitles, ...title.audio].map(({ streamId }) => streamId).concat(0xe0));

    const mkv = join(folder, "title.mkv");
    await tool("mkvmerge", ["-q", "-o", mkv, join(folder, "title.vob"), ...copy.subtitles.map(({ idx }) => idx)]);
    for (const [i, map] of ["0:v:0", ...title.audio.map((_, i) => `0:a:${i}`)].entries()) {
      const went = concat(authored.clips.map(({ streams }) => streams[i] ?? new Uint8Array()));
      same(await elementary(mkv, map), went, map);
    }
    const firstPictureMs = Math.min(...await packetTimes(mkv, "v:0"));
    const { frameMs } = STANDARDS[authored.clips[0]?.options.standard ?? "pal"];
    const tracks: { forced: boolean }[] = authored.clips[0]?.options.subtitles ?? [];
    for (const [i, subtitle] of copy.subtitles.entries()) {
      const pictures = await subtitlePictures(mkv, `0:s:${i}`);
      same(pictures, authored.clips.flatMap((clip) => clip.pictures[i] ?? []));
      const times = await packetTimes(mkv, `s:${i}`);
      for (const [n, start] of [...authoredStarts(authored, i).entries()] as [number, number][]) {
        const late: number = (times[n] ?? 0) - firstPictureMs - start;
        ok(Math.abs(late) <= frameMs, `subtitle ${n} of stream ${i}: ${late} ms late`);
      }
      same([subtitle.subpictures, subtitle.forced], [pictures.length, tracks[i]?.forced ? pictures.length : 0]);
    }
  });
}

inFolder("copyDvdTitle() writes an index with the size, the colours and the language of the disc", async (folder) => {
  const files = memoryDisc((await filmDisc()).files);
  const title = await titleOf(files, 0);
  const { subtitles } = await copyDvdTitle(files, title, { vob: memorySink(), subtitles: folder });
  const [english = "", german = ""] = await Promise.all(subtitles.map(({ idx }) => Deno.readTextFile(idx)));
  match(
    english,
    /^# VobSub index file, v7.*\nsize: 720x576\npalette: ffffff, 000000(, 000000){14}\nlangidx: 0\n\nid: en, index: 0\n/,
  );
  match(german, /\nid: de, index: 0\ntimestamp: 00:00:01:\d{3}, filepos: 000000000\n$/);
  // Each file contains one stream, which is numbered as the first (`0x20`).
  for (const { sub } of subtitles) {
    const packs = await Deno.readFile(sub);
    for (let at = 0; at < packs.length; at += SECTOR) equal(packs[at + 23 + (packs[at + 22] ?? 0)], 0x20);
  }
});

inFolder("copyDvdTitle() copies exactly the sectors of the cells, and reports its progress", async (folder) => {
  const { files } = await seriesDisc();
  const disc = memoryDisc(files);
  const title = await titleOf(disc, 3);
  const sink = memorySink();
  const reports: number[][] = [];
  await copyDvdTitle(disc, title, { vob: sink, subtitles: folder }, (done, total) => reports.push([done, total]));
  same(sink.bytes(), files.get("VIDEO_TS/VTS_02_1.VOB"));
  ok(sink.closed());
  ok(reports.length > 3);
  same(reports.at(-1), [title.sizeBytes, title.sizeBytes]);
  ok(reports.every(([done = 0, total], i) => total === title.sizeBytes && done > (reports[i - 1]?.[0] ?? 0)));
});

inFolder("copyDvdTitle() sees several VOB files as one", async (folder) => {
  const { files } = await filmDisc();
  const vob = files.get(VOB) ?? new Uint8Array();
  const split = new Map([
    ...files,
    [VOB, vob.subarray(0, 100 * SECTOR)] as const,
    [VOB.replace("_1.", "_2."), vob.subarray(100 * SECTOR, 101 * SECTOR)] as const,
    [VOB.replace("_1.", "_3."), vob.subarray(101 * SECTOR)] as const,
  ]);
  const disc = memoryDisc(split);
  const sink = memorySink();
  await copyDvdTitle(disc, await titleOf(disc, 0), { vob: sink, subtitles: folder });
  same(sink.bytes(), vob);
});

inFolder("copyDvdTitle() stops at the first scrambled pack and writes none", async (folder) => {
  const { files } = await filmDisc();
  const vob = files.get(VOB)?.slice() ?? new Uint8Array();
  const title = await titleOf(memoryDisc(files), 0);
  const at = 301 * SECTOR;
  vob[at + 20] = (vob[at + 20] ?? 0) | 0x10;
  const sink = memorySink();
  await rejects(
    copyDvdTitle(memoryDisc(new Map([...files, [VOB, vob]])), title, { vob: sink, subtitles: folder }),
    (error) => error instanceof DiscFault && error.code === "protected" && /Sector 301 /.test(error.message),
  );
  ok(sink.closed());
  ok(sink.bytes().length <= at);
});

/** Returns the disc with VOB sectors that are unreadable where `bad` returns true. */
function failing(files: DiscFiles, bad: (sector: number) => boolean): DiscFiles {
  return {
    ...files,
    async open(path) {
      const file = await files.open(path);
      if (file === undefined || !path.endsWith(".VOB")) return file;
      const read = async (offset: number, length: number) => {
        for (let at = offset; at < offset + length; at += SECTOR) {
          if (bad(at / SECTOR)) throw new DiscFault("unreadable", `Sector ${at / SECTOR} cannot be read.`);
        }
        return await file.read(offset, length);
      };
      return { ...memoryFile(new Uint8Array()), size: file.size, read };
    },
  };
}

inFolder("copyDvdTitle() leaves out unreadable sectors, and reports them", async (folder) => {
  const { files } = await filmDisc();
  const vob = files.get(VOB) ?? new Uint8Array();
  const title = await titleOf(memoryDisc(files), 0);
  const sink = memorySink();
  const bad = (sector: number) => sector === 5 || (sector >= 60 && sector <= 62);
  const copy = await copyDvdTitle(failing(memoryDisc(files), bad), title, { vob: sink, subtitles: folder });
  same(copy.lost, [{ first: 5, last: 5 }, { first: 60, last: 62 }]);
  const good = Array.from({ length: vob.length / SECTOR }, (_, i) => i).filter((sector) => !bad(sector));
  same(sink.bytes(), concat(good.map((sector) => vob.subarray(sector * SECTOR, (sector + 1) * SECTOR))));
});

inFolder("copyDvdTitle() fails when too much is unreadable", async (folder) => {
  const disc = memoryDisc((await seriesDisc()).files);
  const title = await titleOf(disc, 3);
  let reads = 0;
  const bad = failing(disc, (sector) => sector > 100 && ++reads > 0);
  await rejects(
    copyDvdTitle(bad, title, { vob: memorySink(), subtitles: folder }),
    (error) => error instanceof DiscFault && error.code === "unreadable",
  );
  ok(reads < 5000, `${reads}`);
});

inFolder("copyDvdTitle() reports missing data at the end of a truncated VOB", async (folder) => {
  const { files } = await filmDisc();
  const vob = files.get(VOB) ?? new Uint8Array();
  const disc = memoryDisc(new Map([...files, [VOB, vob.subarray(0, 200 * SECTOR + 9)]]));
  const sink = memorySink();
  const copy = await copyDvdTitle(disc, await titleOf(disc, 0), { vob: sink, subtitles: folder });
  same(copy.lost, [{ first: 200, last: vob.length / SECTOR - 1 }]);
  same(sink.bytes(), vob.subarray(0, 200 * SECTOR));
});

inFolder("copyDvdTitle() refuses an angle whose pieces cannot be distinguished", async (folder) => {
  const { files } = await angleDisc();
  const title = await titleOf(memoryDisc(files), 1);
  const cell = title.source.kind === "dvd" ? title.source.cells[1] : undefined;
  ok(cell);
  const vob = files.get(VOB) ?? new Uint8Array();
  const noNavigation = vob.slice();
  noNavigation.fill(0, cell.firstSector * SECTOR, (cell.firstSector + 1) * SECTOR);
  const longUnit = vob.slice();
  new DataView(longUnit.buffer).setUint32(cell.firstSector * SECTOR + 0x40f, 0xffffffff);
  const otherCell = { ...title, source: { ...title.source, cells: [{ ...cell, cellId: 9 }] } } as ReadTitle;
  for (const [bytes, wanted] of [[noNavigation, title], [longUnit, title], [vob, otherCell]] as const) {
    const disc = memoryDisc(new Map([...files, [VOB, bytes]]));
    await rejects(
      copyDvdTitle(disc, wanted, { vob: memorySink(), subtitles: folder }),
      (error) => error instanceof DiscFault && /angle cannot be separated from the others/.test(error.message),
    );
  }
});

inFolder("copyDvdTitle() ends when it is cancelled, and closes its files", async (folder) => {
  const disc = memoryDisc((await seriesDisc()).files);
  const cancel = new AbortController();
  const sink = memorySink();
  const reports: number[] = [];
  const copy = copyDvdTitle(disc, await titleOf(disc, 3), { vob: sink, subtitles: folder }, (done) => {
    reports.push(done);
    cancel.abort();
  }, cancel.signal);
  await rejects(copy, { name: "AbortError" });
  equal(reports.length, 1);
  ok(sink.closed());
});
