import { deepEqual as same, equal as is, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { pressingBytes, startAccurateRip } from "../../../../tests/fakes/accuraterip.ts";
import { albumCd, dataCd, noise } from "../../../../tests/fixtures/discs/cd_images.ts";
import { testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import type { HttpRequest } from "../../../platform/http_client/model.ts";
import { accurateRipIds } from "../ids/accuraterip_ids.ts";
import { createChecksums, EDGE_SAMPLES, type TrackChecksums, type TrackSpan } from "./checksums.ts";
import { findOffsets } from "./find_offset.ts";
import { lookUpAccurateRip } from "./look_up.ts";
import { knownTracks, matchTrack, readPressings } from "./pressings.ts";

const signal = new AbortController().signal;

/** Disables leak detection, because undici keeps a timer that outlives the test. */
const httpTest = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

/** Computes the checksums literally as published, with integers of any size. */
function plainly(bytes: Uint8Array, { samples, isFirst, isLast }: TrackSpan): TrackChecksums {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let [low, high, sum450] = [0n, 0n, 0n];
  for (let i = 0; i < samples; i++) {
    const sample = BigInt(view.getUint32(i * 4, true));
    if (samples >= 451 * 588 && i >= 450 * 588 && i < 451 * 588) sum450 += sample * BigInt(i - 450 * 588 + 1);
    if (isFirst && i < 5 * 588 - 1) continue;
    if (isLast && i >= samples - 5 * 588) continue;
    const product = sample * BigInt(i + 1);
    low += product & 0xffffffffn;
    high += product >> 32n;
  }
  const cut = (value: bigint) => Number(BigInt.asUintN(32, value));
  return { v1: cut(low), v2: cut(low + high), crc450: cut(sum450) };
}

function summed(bytes: Uint8Array, span: TrackSpan, pieces: number[] = [65_536]): TrackChecksums {
  const sums = createChecksums(span);
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const size = Math.max(1, pieces[piece % pieces.length] ?? 1);
    sums.push(bytes.subarray(at, at + size));
    at += size;
  }
  return sums.end();
}

const spanOf = (bytes: Uint8Array, isFirst = false, isLast = false) => ({ samples: bytes.length / 4, isFirst, isLast });

Deno.test("both checksums are those of the rule, for the first, a middle, the last and an only track", () => {
  const bytes = noise(2352 * 470, 3);
  for (const isFirst of [false, true]) {
    for (const isLast of [false, true]) {
      const span = spanOf(bytes, isFirst, isLast);
      same(summed(bytes, span), plainly(bytes, span));
    }
  }
  const loudest = new Uint8Array(2352 * 20).fill(255);
  same(summed(loudest, spanOf(loudest)), plainly(loudest, spanOf(loudest)));
});

Deno.test("slow: a sample far into the longest disc is multiplied exactly", () => {
  // 80 minutes of silence except for the last samples, so that the product has 60 bits.
  const samples = 80 * 60 * 44_100;
  const sums = createChecksums({ samples, isFirst: false, isLast: false });
  const silence = new Uint8Array(44_100 * 4);
  for (let second = 0; second < 80 * 60 - 1; second++) sums.push(silence);
  sums.push(noise(44_100 * 4, 8));
  const view = new DataView(noise(44_100 * 4, 8).buffer);
  let [low, high] = [0n, 0n];
  for (let i = 0; i < 44_100; i++) {
    const product = BigInt(view.getUint32(i * 4, true)) * BigInt(samples - 44_100 + i + 1);
    low += product & 0xffffffffn;
    high += product >> 32n;
  }
  const { v1, v2 } = sums.end();
  same([BigInt(v1), BigInt(v2)], [BigInt.asUintN(32, low), BigInt.asUintN(32, low + high)]);
});

Deno.test("property: the checksums do not depend on the pieces the samples come in", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9001 }), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      (pieces, seed) => {
        const bytes = noise(2352 * 12, seed);
        same(summed(bytes, spanOf(bytes, true), pieces), plainly(bytes, spanOf(bytes, true)));
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("one flipped bit anywhere in the counted range changes both checksums, and none outside of it", () => {
  const bytes = noise(2352 * 30, 4);
  const samples = bytes.length / 4;
  const span = spanOf(bytes, true, true);
  const before = summed(bytes, span);
  for (const place of [0, 2938, 2939, 5000, samples - 2941, samples - 2940, samples - 1]) {
    const flipped = bytes.slice();
    flipped[place * 4] = (flipped[place * 4] ?? 0) ^ 1;
    const after = summed(flipped, span);
    const counts = place >= 2939 && place < samples - 2940;
    same([after.v1 !== before.v1, after.v2 !== before.v2], [counts, counts], String(place));
  }
});

/** Yields a drive's data for a track and the 2,940 samples around it, in chunks. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 50_001) yield bytes.subarray(at, at + 50_001);
  await Promise.resolve();
}

Deno.test("the read offset is found with either version, at both ends of the range, for first and last tracks too", async () => {
  const whole = noise(2352 * 500, 12);
  const samples = 2352 * 460 / 4;
  const from = 20 * 588;
  const at = (offset: number) => whole.subarray((from + offset) * 4, (from + offset + samples) * 4);
  const window = whole.subarray((from - EDGE_SAMPLES) * 4, (from + samples + EDGE_SAMPLES) * 4);
  for (const [isFirst, isLast] of [[false, false], [true, false], [false, true]] as const) {
    for (const offset of [0, 6, 667, -1164, EDGE_SAMPLES, -EDGE_SAMPLES]) {
      const { v1, v2, crc450 } = summed(at(offset), { samples, isFirst, isLast });
      for (const [version, crc] of [[1, v1], [2, v2]] as const) {
        const known = [{ confidence: 9, crc: 5, crc450: 77 }, { confidence: 12, crc, crc450 }];
        const found = await findOffsets({ samples, isFirst, isLast, known, read: () => pieces(window) });
        same(found, [{ offset, version, confidence: 12 }]);
      }
    }
  }
});

Deno.test("no offset is found for another track, or for version 2 without its sector", async () => {
  const window = noise((2352 * 20 / 4 + 2 * EDGE_SAMPLES) * 4, 7);
  const samples = 2352 * 20 / 4;
  const { v2 } = summed(window.subarray(EDGE_SAMPLES * 4, (EDGE_SAMPLES + samples) * 4), {
    samples,
    isFirst: false,
    isLast: false,
  });
  for (const known of [[], [{ confidence: 3, crc: 1, crc450: 0 }], [{ confidence: 3, crc: v2, crc450: 0 }]]) {
    same(await findOffsets({ samples, isFirst: false, isLast: false, known, read: () => pieces(window) }), []);
  }
});

const IDS = { tracks: 2, id1: "000513be", id2: "001b2231", freedbId: "3404f602" };

Deno.test("a database response is parsed by pressing; truncated entries and other discs are left out", () => {
  const [first, second] = [[[200, 0xfffffffe, 7], [3, 2, 0]], [[1, 5, 6], [0, 8, 9]]] as const;
  const other = pressingBytes({ ...IDS, id2: "00000000" }, [[9, 1, 1], [9, 2, 2]]);
  const bytes = new Uint8Array([...pressingBytes(IDS, first), ...other, ...pressingBytes(IDS, second)]);
  const whole = readPressings(bytes, IDS);
  same(whole.map(({ tracks }) => tracks.map(({ confidence, crc, crc450 }) => [confidence, crc, crc450])), [
    first,
    second,
  ]);
  is(readPressings(bytes.subarray(0, bytes.length - 1), IDS).length, 1);
  same(knownTracks(whole, 1).map(({ crc }) => crc), [2]);
  same(knownTracks(whole, 5), []);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => ok(readPressings(noise, IDS).length <= noise.length)),
  );
});

Deno.test("the displayed match is the one with the highest confidence, and states its version", () => {
  const sums = { v1: 10, v2: 20, crc450: 0 };
  const known = [{ confidence: 4, crc: 20, crc450: 0 }, { confidence: 90, crc: 10, crc450: 0 }, {
    confidence: 200,
    crc: 3,
    crc450: 0,
  }];
  same(matchTrack(known, sums), { confidence: 90, version: 1 });
  same(matchTrack(known.slice(0, 1), sums), { confidence: 4, version: 2 });
  is(matchTrack(known.slice(2), sums), undefined);
});

httpTest("AccurateRip is asked by the disc's ids: known, unknown, and every failure a sentence", async () => {
  await using http = testHttpClient();
  await using database = startAccurateRip();
  const { toc } = await albumCd();
  const ask = () => lookUpAccurateRip({ http, toc, signal, url: database.url });
  same(await ask(), { outcome: "unknown" });
  const ids = accurateRipIds(toc);
  match(database.seen[0] ?? "", new RegExp(`^./././dBAR-005-${ids.id1}-${ids.id2}-${ids.freedbId}\\.bin$`));
  database.add(ids, [Array.from({ length: 5 }, (_, at) => [at + 1, at + 100, at] as const)]);
  const known = await ask();
  ok(known.outcome === "known");
  same(known.pressings[0]?.tracks[4], { confidence: 5, crc: 104, crc450: 4 });
  for (
    const [instead, pattern] of [
      [{ status: 500 }, /AccurateRip returned status 500/],
      [{ status: 503 }, /AccurateRip returned status 503/],
      [{ body: "<html>Busy</html>" }, /is unreadable or is for another disc/],
      [{ body: "" }, /is unreadable/],
      [{ body: pressingBytes({ ...ids, id1: "00000001" }, [[1, 1, 1]]) }, /for another disc/],
    ] as const
  ) {
    Object.assign(database.instead, { status: undefined, body: undefined }, instead);
    const failed = await ask();
    ok(failed.outcome === "failed");
    match(failed.message, pattern);
  }
  const data = await dataCd();
  const requests = database.seen.length;
  same(await lookUpAccurateRip({ http, toc: data.toc, signal, url: database.url }), { outcome: "unknown" });
  is(database.seen.length, requests);
});

Deno.test("the public database is queried by default, and nothing in this network", async () => {
  const requests: HttpRequest[] = [];
  const send = (request: HttpRequest) => {
    requests.push(request);
    return Promise.resolve({ status: 404, headers: new Headers(), body: new Uint8Array(), url: request.url });
  };
  same(await lookUpAccurateRip({ http: { send }, toc: (await albumCd()).toc, signal }), { outcome: "unknown" });
  is(requests[0]?.class, "chosen");
  match(requests[0]?.url ?? "", /^http:\/\/www\.accuraterip\.com\/accuraterip\/.\/.\/.\/dBAR-005-/);
});

httpTest("an AccurateRip that is not there is a sentence, and who ends a look-up hears the own reason", async () => {
  await using http = testHttpClient();
  const { toc } = await albumCd();
  const gone = startAccurateRip();
  await gone[Symbol.asyncDispose]();
  const failed = await lookUpAccurateRip({ http, toc, signal, url: gone.url });
  ok(failed.outcome === "failed");
  match(failed.message, /^AccurateRip could not be reached: /);
  await using silent = startAccurateRip();
  silent.instead.silent = true;
  const end = new AbortController();
  const waiting = lookUpAccurateRip({ http, toc, signal: end.signal, url: silent.url }).catch((error: unknown) =>
    error
  );
  end.abort("enough");
  is(await waiting, "enough");
});
