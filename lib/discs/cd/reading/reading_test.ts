import { deepEqual as same, equal as is, match, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import * as discs from "../../../../tests/fixtures/discs/cd_images.ts";
import {
  type DriveHabit,
  installFreaccmdDrive,
  installParanoia,
  readsOf,
} from "../../../../tests/fixtures/discs/cd_programs.ts";
import { findTools, watching } from "../../../../tests/fixtures/discs/ripping.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { createChecksums } from "../accuraterip/checksums.ts";
import { findOffsets } from "../accuraterip/find_offset.ts";
import { RipProblem } from "../../ripper_model.ts";
import { audioAround, cutSamples } from "./cut.ts";
import { isDoubtful, type ReadTrackOptions, type TrackReading } from "./model.ts";
import { readAroundTrack, readTrack } from "./read_track.ts";
import { extractWavSamples } from "./encodertool_reader.ts";
import { writeAudio } from "./write_audio.ts";

const OFFSETS = [0, 6, 667, -1164];
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
const crcOf = (bytes: Uint8Array) => crc32(bytes).toString(16).toUpperCase().padStart(8, "0");

/** Reads a track of an image, either directly or with its sheet as a drive. */
function readFrom(
  disc: discs.CdImage,
  folder: string,
  options: Partial<ReadTrackOptions> & { kind?: "image" | "device" } = {},
): Promise<TrackReading> {
  const { kind = "image", ...rest } = options;
  const source = { kind, path: disc.cue };
  return readTrack({
    source,
    toc: disc.toc,
    track: 1,
    offset: 0,
    folder,
    findTool: findTools(),
    ...watching(),
    ...rest,
  });
}

const failed = (work: Promise<unknown>): Promise<RipProblem> =>
  work.then(() => new RipProblem("failed", "It succeeded."), (error: unknown) => {
    if (error instanceof RipProblem) return error;
    throw error;
  });

const listed = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();

for (const kind of ["image", "device"] as const) {
  for (const offset of OFFSETS) {
    inFolder(
      `every track of a disc (${kind}) with offset ${offset} is bit-exact`,
      async (folder) => {
        const disc = await discs.albumCd();
        for (const track of ["hidden", 1, 2, 3, 4, 5] as const) {
          const found = await readFrom(disc, folder, { kind, track, offset });
          const wanted = disc.track(track, offset);
          same([found.md5, found.crc32, found.samples], [md5(wanted), crcOf(wanted), wanted.length / 4], String(track));
          is(md5(await Deno.readFile(found.path)), md5(wanted));
          const [isFirst, isLast] = [track === 1, track === 5];
          const sums = createChecksums({ samples: found.samples, isFirst, isLast });
          sums.push(wanted);
          same(found.checksums, sums.end());
          same([found.agreement, found.readErrors, found.skips, isDoubtful(found)], ["single", 0, 0, false]);
        }
        same(await listed(folder), ["00", "01", "02", "03", "04", "05"].map((number) => `track${number}.pcm`));
      },
    );
  }
  inFolder(`mixed, enhanced, single and full discs (${kind}) are read without their data`, async (folder) => {
    for (
      const [made, tracks] of [[discs.mixedCd, [2, 3]], [discs.singleCd, [1]], [discs.fullCd, [1, 50, 99]]] as const
    ) {
      const disc = await made();
      for (const track of tracks) {
        for (const offset of [0, 667, -1164]) {
          const found = await readFrom(disc, folder, { kind, track, offset });
          is(found.md5, md5(disc.track(track, offset)), `${track} of ${disc.toc.tracks.length} at ${offset}`);
        }
      }
    }
  });
}

inFolder(
  "the audio of an enhanced disc ends with its session, and cdrdao's image has other bytes first",
  async (folder) => {
    const enhanced = await discs.enhancedCd();
    for (const offset of OFFSETS) {
      for (const track of [1, 2]) {
        is((await readFrom(enhanced, folder, { track, offset })).md5, md5(enhanced.track(track, offset)));
      }
    }
    const album = await discs.albumCd();
    const source = { kind: "image", path: album.cdrdao } as const;
    is((await readFrom(album, folder, { source, track: 3, offset: 6 })).md5, md5(album.track(3, 6)));
  },
);

inFolder("data tracks, missing tracks, and a missing area before track 1 cause messages", async (folder) => {
  const mixed = await discs.mixedCd();
  for (const track of [1, 4, "hidden"] as const) is((await failed(readFrom(mixed, folder, { track }))).code, "failed");
  const absent = findTools("cd-paranoia", "cdparanoia", "freaccmd");
  is((await failed(readFrom(mixed, folder, { kind: "device", track: 2, findTool: absent }))).code, "tool_missing");
  same(await listed(folder), []);
});

inFolder(
  "an image that was truncated after its table of contents was read fails with a clear message",
  async (folder) => {
    const disc = await discs.writeCdImage(folder, { tracks: [{ sectors: 40 }, { sectors: 50 }] });
    await Deno.truncate(disc.bin, 2352 * 60 + 5);
    const problem = await failed(readFrom(disc, folder, { track: 2 }));
    is(problem.code, "short");
    match(problem.message, /^The image is incomplete/);
  },
);

inFolder("progress rises from 0 to 1 and names the track", async (folder) => {
  const disc = await discs.albumCd();
  for (const kind of ["image", "device"] as const) {
    const watched = watching();
    await readFrom(disc, folder, { kind, track: 5, ...watched });
    const fractions = watched.progress.map(({ fraction = -1 }) => fraction);
    ok(fractions.every((fraction, at) => fraction >= (fractions[at - 1] ?? 0) && fraction <= 1));
    ok((fractions.at(-1) ?? 0) > 0.99);
    is(watched.progress[0]?.step, "Track 5");
  }
});

/** True for drives that stall. Only these have a short timeout, because a busy machine may delay the others. */
const isStalling = (habits: DriveHabit[]) => habits.some((habit) => habit === "hangs" || habit === "chatters");

/** Reads track 1 of the album, 460 sectors, with a drive that behaves as listed. */
async function readWith(habits: DriveHabit[], folder: string, options: Partial<ReadTrackOptions> = {}) {
  const [programs, target] = [join(folder, "programs"), join(folder, "target")];
  await Deno.mkdir(programs, { recursive: true });
  await Deno.mkdir(target, { recursive: true });
  const path = await installParanoia(programs, habits);
  const disc = await discs.albumCd();
  const watched = watching();
  const reading = readFrom(disc, target, {
    kind: "device",
    findTool: (name) => Promise.resolve(name === "cd-paranoia" ? { path } : {}),
    times: { ...isStalling(habits) ? { stallMs: habits.length > 1 ? 1500 : 300 } : {}, graceMs: 100 },
    ...watched,
    ...options,
  });
  return { reading, target, log: watched.log, reads: () => readsOf(programs), good: disc.track(1) };
}

for (
  const [habits, agreement, reads, isGood, doubtful, trouble] of [
    [["good"], "single", 1, true, false, [0, 0]],
    [["errors", "good"], "copies", 2, true, false, [0, 0]],
    [["skips", "good"], "copies", 2, true, false, [0, 0]],
    [["skips", "skips"], "copies", 2, true, true, [0, 2]],
    [["skips", "flipped", "good"], "copies", 3, true, false, [0, 0]],
    [["errors", "silence", "good"], "copies", 3, true, false, [0, 0]],
    [["errors", "flipped", "flipped", "silence"], "none", 4, false, true, [0, 0]],
    [["nothing", "good"], "single", 2, true, false, [0, 0]],
    [["errors", "nothing", "good"], "copies", 3, true, false, [0, 0]],
    [["errors", "fails", "fails"], "none", 3, true, true, [1, 0]],
    [["half", "good"], "single", 2, true, false, [0, 0]],
    [["hangs", "good"], "single", 2, true, false, [0, 0]],
  ] as const
) {
  inFolder(`slow: a drive that reads ${habits.join(", ")}: ${agreement} after ${reads}`, async (folder) => {
    const { reading, target, good, reads: started } = await readWith([...habits], folder);
    const found = await reading;
    same([found.agreement, isDoubtful(found)], [agreement, doubtful]);
    is(await started(), reads);
    same([found.readErrors, found.skips], trouble);
    is(found.md5 === md5(good), isGood);
    is(md5(await Deno.readFile(found.path)), found.md5);
    is(found.crc32, crcOf(await Deno.readFile(found.path)));
    ok(found.crcs.includes(found.crc32));
    same(await listed(target), ["track01.pcm"]);
  });
}

for (
  const [habit, pattern] of [
    ["nothing", /cd-paranoia wrote 0 of 460 sectors/],
    ["half", /cd-paranoia wrote 10 of 460 sectors/],
    ["fails", /cd-paranoia exited with code 1: Unable to read the disc/],
    ["hangs", /made no progress/],
    ["chatters", /made no progress/],
  ] as const
) {
  inFolder(`a drive that ${habit} twice fails with a clear message, and leaves no file`, async (folder) => {
    const { reading, target, reads, log } = await readWith([habit], folder);
    const problem = await failed(reading);
    is(problem.code, "read_error");
    match(problem.message, pattern);
    // On a busy machine, a stalling drive may be stopped before its program has counted the read.
    if (isStalling([habit])) is(log.filter((line) => pattern.test(line)).length, 2, log.join("\n"));
    else is(await reads(), 2);
    match(log.join("\n"), pattern);
    same(await listed(target), []);
  });
}

inFolder("an AccurateRip match makes one read sufficient, whatever the drive reported", async (folder) => {
  const { reading, reads } = await readWith(["skips"], folder, { confirm: () => true });
  const found = await reading;
  same([found.agreement, isDoubtful(found), found.skips, await reads()], ["confirmed", false, 2, 1]);
});

inFolder("without an AccurateRip match the track is read until two reads are equal", async (folder) => {
  const confirmed: number[] = [];
  const confirm: ReadTrackOptions["confirm"] = ({ v1 }) => confirmed.push(v1) < 0;
  const { reading, reads, good } = await readWith(["flipped", "good", "good"], folder, { confirm });
  const found = await reading;
  same([found.agreement, found.md5, await reads(), found.crcs.length], ["copies", md5(good), 3, 3]);
  same([confirmed.length, new Set(confirmed).size], [3, 2]);
});

inFolder("an aborted read throws the caller's reason, ends the program, and leaves no file", async (folder) => {
  const watched = watching();
  const { reading, target } = await readWith(["chatters"], folder, { ...watched, times: {} });
  const ending = reading.catch((error: unknown) => error);
  while ((await readsOf(join(folder, "programs"))) === 0) await new Promise((done) => setTimeout(done, 5));
  watched.controller.abort("enough");
  is(await ending, "enough");
  same(await listed(target), []);
});

inFolder("an unknown read offset is found from one track and the database", async (folder) => {
  const disc = await discs.albumCd();
  const { v2, crc450 } = (await readFrom(disc, folder, { track: 3, offset: 667 })).checksums;
  const path = await readAroundTrack({
    ...{ source: { kind: "device", path: disc.cue }, toc: disc.toc, track: 3, folder, findTool: findTools() },
    ...watching(),
  });
  const found = await findOffsets({
    ...{ samples: 480 * 588, isFirst: false, isLast: false, known: [{ confidence: 7, crc: v2, crc450 }] },
    read: async function* () {
      yield await Deno.readFile(path);
    },
  });
  same(found, [{ offset: 667, version: 2, confidence: 7 }]);
});

inFolder(
  "without cd-paranoia fre:ac reads whole tracks, without offset and without data before track 1",
  async (folder) => {
    const disc = await discs.albumCd();
    const path = await installFreaccmdDrive(folder);
    const target = join(folder, "target");
    await Deno.mkdir(target);
    await Deno.writeFile(join(folder, "2.pcm"), disc.track(2));
    await Deno.writeFile(join(folder, "3.pcm"), disc.track(3).subarray(4));
    const findTool = (name: string) => Promise.resolve(name === "freaccmd" ? { path } : {});
    const watched = watching();
    const options = { source: { kind: "device", path: "/dev/sr0" }, findTool, ...watched } as const;
    const found = await readFrom(disc, target, { ...options, track: 2, offset: 667 });
    same([found.md5, found.reader, found.offset], [md5(disc.track(2)), "fre:ac", 0]);
    match(watched.log.join("\n"), /fre:ac applies the read offset/);
    match((await failed(readFrom(disc, target, { ...options, track: 3 }))).message, /fre:ac read 479 of 480 sectors/);
    match(
      (await failed(readFrom(disc, target, { ...options, track: 4 }))).message,
      /did not find device:\/\/cdda:1\/4/,
    );
    is((await failed(readFrom(disc, target, { ...options, track: "hidden" }))).code, "tool_missing");
    const elsewhere = { ...options, source: { kind: "device", path: "/dev/sr9" } } as const;
    match(
      (await failed(readFrom(disc, target, { ...elsewhere, track: 2 }))).message,
      /does not recognise the drive \/dev\/sr9/,
    );
    same(await listed(target), ["track02.pcm"]);
  },
);

const chunk = (name: string, bytes: Uint8Array, length = bytes.length) => {
  const head = new DataView(new ArrayBuffer(8));
  head.setUint32(4, length, true);
  const all = [...new TextEncoder().encode(name), ...new Uint8Array(head.buffer, 4), ...bytes];
  return Uint8Array.from(bytes.length % 2 === 0 ? all : [...all, 0]);
};

inFolder("the samples of a WAV file are those of its data chunk, whatever chunks surround it", async (folder) => {
  const [wav, output] = [join(folder, "a.wav"), join(folder, "a.pcm")];
  const samples = discs.noise(4000, 1);
  const list = chunk("LIST", new Uint8Array(13).fill(100));
  const head = chunk("RIFF", new TextEncoder().encode("WAVE"));
  for (const [data, after] of [[chunk("data", samples), list], [chunk("data", samples, 0xffffffff), []]] as const) {
    await Deno.writeFile(wav, Uint8Array.from([...head, ...list, ...data, ...after]));
    is(await extractWavSamples(wav, output), 4000);
    same(await Deno.readFile(output), samples);
    await Deno.remove(output);
  }
  for (const bytes of [new Uint8Array(), head, Uint8Array.from([...head, ...list]), discs.noise(500, 3)]) {
    await Deno.writeFile(wav, bytes);
    match((await failed(extractWavSamples(wav, output))).message, /is not a WAV file/);
  }
});

inFolder("the loudest sample counts in both directions, and silence is 0", async (folder) => {
  const [raw, output] = [join(folder, "a.raw"), join(folder, "a.pcm")];
  const cut = { span: { start: 0, sectors: 1 }, skip: 0, taken: 588, zerosBefore: 3, zerosAfter: 0 };
  const span = { samples: 591, isFirst: false, isLast: false };
  for (const [sample, peak] of [[0, 0], [-16_384, 0.5], [8192, 0.25], [-32_768, 1]] as const) {
    const samples = new Int16Array(588 * 2);
    samples[700] = sample;
    await Deno.writeFile(raw, new Uint8Array(samples.buffer));
    is((await writeAudio({ raw, output, cut, span, signal: new AbortController().signal })).peak, peak);
    is((await Deno.stat(output)).size, 591 * 4);
  }
});

Deno.test("property: a cut has the requested length, and reads nothing outside the audio", () => {
  const place = fc.integer({ min: -20_000, max: 40_000 });
  fc.assert(
    fc.property(
      place,
      fc.integer({ min: 1, max: 20_000 }),
      fc.nat(40),
      fc.integer({ min: 1, max: 30 }),
      (from, samples, start, sectors) => {
        const { span, skip, taken, zerosBefore, zerosAfter } = cutSamples(from, samples, { start, sectors });
        is(zerosBefore + taken + zerosAfter, samples);
        ok([skip, taken, zerosBefore, zerosAfter].every((count) => count >= 0));
        if (taken === 0) return is(span.sectors, 0);
        ok(span.start >= start && span.start + span.sectors <= start + sectors);
        is(span.start * 588 + skip, Math.max(from, start * 588));
        ok(skip < 588 && skip + taken <= span.sectors * 588);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("the audio around a track ends at data and starts with the disc", async () => {
  same(audioAround((await discs.albumCd()).toc, 3), { start: 0, sectors: 2370 });
  same(audioAround((await discs.mixedCd()).toc, 3), { start: 400, sectors: 630 });
  same(audioAround((await discs.enhancedCd()).toc, 1), { start: 0, sectors: 670 });
});
