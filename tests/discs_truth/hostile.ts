import { ascii, sized, u16, u32, zeros } from "../fixtures/discs/bluray_bytes.ts";
import { clipInfoFile, indexFiles } from "../fixtures/discs/bluray_tables.ts";
import type { UdfFile } from "../fixtures/discs/udf_image.ts";

/**
 * Disc files with as much content as the formats allow, or more. A reader must store little of this content in memory.
 */

const number = (n: number) => String(n).padStart(5, "0");
const index: UdfFile = { path: "BDMV/index.bdmv", content: indexFiles([1]).index };

/** Builds a playlist of `items` different clips, starting at clip `first`, each with `angles` angles and a mark. */
export function manyItems(items: number, { first = 0, angles = 1 } = {}): Uint8Array {
  const clip = (n: number) => [...ascii(`${number(n % 100_000)}M2TS`), 0];
  const item = (n: number) => {
    const further = Array.from({ length: angles - 1 }, (_, i) => clip(n + i + 1));
    return sized([
      ...[
        ...ascii(`${number((first + n) % 100_000)}M2TS`),
        0,
        angles > 1 ? 0x11 : 1,
        0,
        ...u32(45_000),
        ...u32(90_000),
      ],
      ...[...zeros(8), 0, 0, 0, 0, ...(angles > 1 ? [angles, 0, ...further.flat()] : []), ...sized(zeros(14), 2)],
    ], 2);
  };
  const list = sized([0, 0, ...u16(items), 0, 0, ...Array.from({ length: items }, (_, n) => item(n)).flat()], 4);
  const marks = Array.from({ length: items }, (_, n) => [0, 1, ...u16(n), ...u32(45_000), 0xff, 0xff, ...u32(0)]);
  return Uint8Array.from([
    ...[...ascii("MPLS0200"), ...u32(40), ...u32(40 + list.length), ...u32(0), ...zeros(20)],
    ...[...list, ...sized([...u16(items), ...marks.flat()], 4)],
  ]);
}

/** Builds a Blu-ray with the given number of playlists. */
export const bluray = (playlists: number, playlist: (n: number) => Uint8Array): UdfFile[] => [
  index,
  ...Array.from({ length: playlists }, (_, n) => ({ path: `BDMV/PLAYLIST/${number(n)}.mpls`, content: playlist(n) })),
];

/** Builds clip information that claims two keyframes per second for 24 hours and two bytes per millisecond. */
export function manyEntries(): Uint8Array {
  const entries = Array.from({ length: 190_000 }, (_, n) => ({ pts: 90_000 + n * 512, packet: n }));
  return clipInfoFile({
    spec: { id: "00001", seconds: 1 },
    ...{ path: "", size: 0, packets: 1, inTime: 45_000, outTime: 90_000, frames: 24, entries, elementary: [] },
  });
}

const SECTOR = 2048;

/** Builds 99 titles, each with `chains` program chains of 255 cells. One block of each has nine angles. */
export function manyCells(files: Map<string, Uint8Array>, chains: number): Map<string, Uint8Array> {
  const TITLES = 99;
  const set = files.get("VIDEO_TS/VTS_01_0.IFO") ?? new Uint8Array();
  const manager = files.get("VIDEO_TS/VIDEO_TS.IFO")?.slice() ?? new Uint8Array();
  const old = new DataView(set.buffer, set.byteOffset);
  const table = old.getUint32(0xcc) * SECTOR;
  const chain = bigChain(set.subarray(table + old.getUint32(table + 12)));
  const chapters = Array.from({ length: TITLES }, (_, title) => [
    ...Array.from({ length: chains }, (_, n) => [...u16(1 + (title + n) % chains), ...u16(1)]).flat(),
  ]);
  const offsets = chapters.map((_, title) => 8 + TITLES * 4 + title * chains * 4);
  const ptt = [
    ...u16(TITLES),
    0,
    0,
    ...u32(8 + TITLES * (4 + chains * 4) - 1),
    ...offsets.flatMap(u32),
    ...chapters.flat(),
  ];
  const starts = Array.from({ length: chains }, (_, n) => [0, 0, 0, 0, ...u32(8 + chains * 8 + n * chain.length)]);
  const pgci = [...u16(chains), 0, 0, ...u32(8 + chains * (8 + chain.length) - 1), ...starts.flat()];
  const at = Math.ceil(set.length / SECTOR);
  const pgciAt = at + Math.ceil(ptt.length / SECTOR);
  const ifo = new Uint8Array(pgciAt * SECTOR + pgci.length + chains * chain.length);
  ifo.set(set);
  ifo.set(ptt, at * SECTOR);
  ifo.set(pgci, pgciAt * SECTOR);
  for (let n = 0; n < chains; n++) ifo.set(chain, pgciAt * SECTOR + pgci.length + n * chain.length);
  const view = new DataView(ifo.buffer);
  view.setUint32(0xc8, at);
  view.setUint32(0xcc, pgciAt);
  const titles = Array.from({ length: TITLES }, (_, n) => [0x3c, 9, ...u16(chains), 0, 0, 1, n + 1, ...u32(0)]);
  const place = Math.ceil(manager.length / SECTOR);
  const vmg = new Uint8Array((place + 2) * SECTOR);
  vmg.set(manager);
  vmg.set([...u16(TITLES), 0, 0, ...u32(8 + TITLES * 12 - 1), ...titles.flat()], place * SECTOR);
  new DataView(vmg.buffer).setUint32(0xc4, place);
  return new Map([
    ...files,
    ...["IFO", "BUP"].flatMap((end) => [
      [`VIDEO_TS/VTS_01_0.${end}`, ifo] as const,
      [`VIDEO_TS/VIDEO_TS.${end}`, vmg] as const,
    ]),
  ]);
}

/** Builds a chain of one program with 255 cells, the first nine of which are angles. Adjacent cells always differ. */
function bigChain(from: Uint8Array): Uint8Array {
  const CELLS = 255;
  const view = new DataView(from.buffer, from.byteOffset);
  const cell = from.slice(view.getUint16(0xe8), view.getUint16(0xe8) + 24);
  const chain = new Uint8Array(0xec + 2 + CELLS * 28);
  const out = new DataView(chain.buffer);
  chain.set(from.subarray(0, 0xec));
  chain.set([1, CELLS], 2);
  out.setUint16(0xe6, 0xec);
  out.setUint16(0xe8, 0xee);
  out.setUint16(0xea, 0xee + CELLS * 24);
  chain[0xec] = 1;
  for (let n = 0; n < CELLS; n++) {
    chain.set(cell, 0xee + n * 24);
    chain[0xee + n * 24] = n > 8 ? 0 : n === 0 ? 0b01_01_0000 : n === 8 ? 0b11_01_0000 : 0b10_01_0000;
    chain.set([0, 1, 0, 1 + n * 2 % 251], 0xee + CELLS * 24 + n * 4);
  }
  return chain;
}
