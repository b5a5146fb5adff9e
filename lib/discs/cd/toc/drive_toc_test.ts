import { deepEqual as same, equal as is, match, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { findTools } from "../../../../tests/fixtures/discs/ripping.ts";
import * as discs from "../../../../tests/fixtures/discs/cd_images.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { RipProblem } from "../../ripper_model.ts";
import type { CdToc, CdTrack } from "../model.ts";
import { cdInfoToc } from "./cd_info_text.ts";
import { completeToc } from "./complete_toc.ts";
import { cdParanoiaToc, readToc, type ReadTocOptions } from "./read_toc.ts";
import { plistToc } from "./toc_plist.ts";

const signal = new AbortController().signal;
const read = (path: string, options: Partial<ReadTocOptions> = {}) =>
  readToc({ source: { kind: "device", path }, findTool: findTools(), signal, ...options });
const shape = (
  { tracks, leadOut }: CdToc,
) => [...tracks.map(({ start, sectors, isAudio }) => [start, sectors, isAudio]), leadOut];
const failed = (work: Promise<unknown>): Promise<RipProblem> =>
  work.then(() => new RipProblem("failed", "It succeeded."), (error: unknown) => {
    if (error instanceof RipProblem) return error;
    throw error;
  });

/** Returns a TOC without the fields that programs cannot read from a drive. */
const asDrive = ({ tracks, ...toc }: CdToc, part: (track: CdTrack) => Partial<CdTrack> = () => ({})): CdToc => ({
  ...toc,
  tracks: tracks.map(({ pregap: _, isrc: __, ...track }) => ({ ...track, ...part(track) })),
});

Deno.test("cd-info's table of contents of a drive is complete: audio, data, pre-emphasis, barcode, CD-Text", async () => {
  for (const made of [discs.albumCd, discs.mixedCd, discs.singleCd, discs.fullCd]) {
    const disc = await made();
    same(await read(disc.cue), asDrive(disc.toc));
  }
});

Deno.test("without cd-info the table of contents comes from cd-paranoia, which lists audio only", async () => {
  for (const made of [discs.albumCd, discs.mixedCd, discs.singleCd, discs.fullCd]) {
    const { cue, toc } = await made();
    const found = await read(cue, { findTool: findTools("cd-info") });
    same(shape(found), shape(toc));
    same(found.tracks.map(({ preEmphasis }) => preEmphasis), toc.tracks.map(({ preEmphasis }) => preEmphasis));
  }
});

const CD_INFO = [
  "CD-ROM Track List (1 - 3)",
  "  #: MSF       LSN    Type   Green? Copy? Channels Premphasis?",
  "  1: 00:02:32  000032 audio  false  no    2        yes",
  "  2: 03:24:63  015213 audio  false  no    2        no",
  "  3: 21:12:62  095312 data   false  no   ",
  "170: 31:12:62  140312 leadout (314 MB raw, 273 MB formatted)",
  "Media Catalog Number (MCN): 0000000000000",
  "TRACK  1 ISRC: GBAYE0000351",
  "TRACK  2 ISRC: 000000000000",
  "CD-TEXT for Disc:",
  "\tTITLE: Crème brûlée",
  "\tUPC_EAN: 501602591164",
  "CD-TEXT for Track  1:",
  "\tTITLE: Un",
  "\tISRC: GB-AYE-00-00351",
  "Language 1 'German':",
  "CD-TEXT for Track  1:",
  "\tTITLE: Eins",
].join("\n");

Deno.test("an enhanced CD: the audio ends before the gap between the sessions, and the lead-out is that of the whole disc", () => {
  same(cdInfoToc(CD_INFO), {
    tracks: [
      { number: 1, start: 32, sectors: 15_181, isAudio: true, preEmphasis: true, title: "Un", isrc: "GBAYE0000351" },
      { number: 2, start: 15_213, sectors: 95_312 - 11_400 - 15_213, isAudio: true, preEmphasis: false },
      { number: 3, start: 95_312, sectors: 45_000, isAudio: false, preEmphasis: false },
    ],
    leadOut: 140_312,
    title: "Crème brûlée",
  });
});

const PARANOIA = [
  "Table of contents (audio tracks only):",
  "  1.    15213 [03:22.63]        0 [00:00.00]    no   no  2",
  "  2.    16951 [03:46.01]    15213 [03:22.63]    OK  yes  2",
  "  4.    14282 [03:10.32]    46442 [10:19.17]    no   no  4",
  "TOTAL   46446 [21:10.62]    (audio only)",
].join("\n");

Deno.test("cd-paranoia leaves a data track out: it is known by the number that is missing", () => {
  same(shape(cdParanoiaToc(PARANOIA) as CdToc), [
    ...[[0, 15_213, true], [15_213, 16_951, true], [32_164, 14_278, false], [46_442, 14_282, true], 60_724],
  ]);
  is(cdParanoiaToc("004: Unable to read table of contents header"), undefined);
  is(cdParanoiaToc(PARANOIA.replace("  2.", "  3.").replace("  4.", "  9.")), undefined);
});

Deno.test("a data track with almost no gap before an audio track is no separate session", () => {
  const track = (number: number, start: number, isAudio: boolean) => ({ number, start, isAudio, preEmphasis: false });
  same(shape(completeToc([track(1, 0, true), track(2, 5000, false)], 9000) as CdToc), [[0, 5000, true], [
    5000,
    4000,
    false,
  ], 9000]);
  is(completeToc([track(1, 100, true), track(2, 50, true)], 9000), undefined);
  is(completeToc([track(1, 0, true), track(3, 50, true)], 9000), undefined);
  is(completeToc([track(1, 0, true)], 0), undefined);
  is(completeToc([{ ...track(1, 0, true), end: 200 }], 100), undefined);
  is(completeToc([], 0), undefined);
});

const plist = (tracks: string, leadOut: number) =>
  new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://x/y.dtd">
<plist version="1.0"><dict><key>Format 0x02 TOC Data</key><data>AGU=</data><key>Sessions</key><array><dict>
<key>First Track</key><integer>1</integer><key>Leadout Block</key><integer>${leadOut}</integer>
<key>Track Array</key><array>${tracks}</array></dict></array></dict></plist>`,
  );
const plistTrack = (number: number, start: number, data = false) =>
  `<dict><key>Data</key><${data}/><key>Point</key><integer>${number}</integer>
<key>Pre-Emphasis Enabled</key><false/><key>Start Block</key><integer>${start}</integer></dict>`;

inFolder("on macOS the table of contents is read from the mounted disc", async (dir) => {
  const path = join(dir, ".TOC.plist");
  await Deno.writeFile(path, plist(plistTrack(1, 150) + plistTrack(2, 15_363), 95_462));
  const options = { findTool: findTools("cd-info", "cd-paranoia", "cdparanoia"), mountPoint: dir };
  same(shape(await read("/dev/disk4", options)), [[0, 15_213, true], [15_213, 80_099, true], 95_312]);
  for (const bytes of [plist("", 5), plist(plistTrack(1, 100), 50), new Uint8Array([1, 2, 3])]) {
    is(await plistToc(bytes), undefined);
  }
  for (const text of ["<plist><dict>", "<plist version='1.0'><array/></plist>", "bplist00xxxx", ""]) {
    is(await plistToc(new TextEncoder().encode(text)), undefined);
  }
});

Deno.test("a drive without a disc and a server without programs cause different errors", async () => {
  const empty = await failed(read("/dev/lathe_no_drive"));
  is(empty.code, "no_disc");
  match(empty.message, /^No audio CD can be read in \/dev\/lathe_no_drive\./);
  const findTool = findTools("cd-info", "cd-paranoia", "cdparanoia");
  is((await failed(read("/dev/lathe_no_drive", { findTool }))).code, "tool_missing");
});

inFolder("a hung program is ended, and one that cannot be started is skipped", async (dir) => {
  const [slow, broken] = [join(dir, "cd-info"), join(dir, "cd-paranoia")];
  await Deno.writeTextFile(slow, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
  await Deno.writeTextFile(broken, "#!/nowhere\n", { mode: 0o755 });
  const findTool = (name: string) => Promise.resolve(name === "cdparanoia" ? {} : { path: join(dir, name) });
  const found = await failed(read("/dev/sr0", { findTool, timeoutMs: 300 }));
  is(found.code, "no_disc");
  match(found.message, /^The drive \/dev\/sr0 did not respond in time\./);
  const ended = new AbortController();
  const reading = read("/dev/sr0", { findTool, signal: ended.signal }).catch((error: unknown) => error);
  ended.abort("enough");
  is(await reading, "enough");
});

Deno.test("property: no text makes the parsers of programs throw, and their tracks are in order", () => {
  const lines = fc.constantFrom(...CD_INFO.split("\n"), ...PARANOIA.split("\n"));
  let found = 0;
  fc.assert(fc.property(fc.array(fc.oneof(lines, fc.string()), { maxLength: 12 }), (some) => {
    for (const toc of [cdInfoToc(some.join("\n")), cdParanoiaToc(some.join("\n"))]) {
      if (toc === undefined) continue;
      found++;
      for (const [at, { start, sectors }] of toc.tracks.entries()) {
        ok(sectors > 0 && start + sectors <= (toc.tracks[at + 1]?.start ?? toc.leadOut));
      }
    }
  }));
  ok(found > 0);
});
