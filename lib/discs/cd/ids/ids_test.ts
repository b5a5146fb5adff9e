import { deepEqual as same, equal as is } from "node:assert/strict";
import type { CdToc } from "../model.ts";
import { accurateRipIds, accurateRipPath } from "./accuraterip_ids.ts";
import { discSeconds, freedbId, musicBrainzDiscId, musicBrainzTocText } from "./disc_ids.ts";

/** Parses a disc from database offsets: lead-out, then the tracks. Negative offsets are data tracks. */
function discOf(text: string): CdToc {
  const [leadOut = 0, ...places] = text.split(" ").map((place) => Number(place));
  const starts = places.map((place) => Math.abs(place) - 150);
  const tracks = starts.map((start, at) => {
    const isAudio = (places[at] ?? 0) > 0;
    const next = starts[at + 1] ?? leadOut - 150;
    const isLastAudio = isAudio && places[at + 1] !== undefined && places.slice(at + 1).every((place) => place < 0);
    return { number: at + 1, start, sectors: next - start - (isLastAudio ? 11_400 : 0), isAudio, preEmphasis: false };
  });
  return { tracks, leadOut: leadOut - 150 };
}

/**
 * Lead-out and offsets, MusicBrainz disc ID, freedb ID. Expected values are from libdiscid 0.6.2 (`libdiscid.put(1,
 * tracks, leadOut, places)` in Python), for random offsets from a seed.
 */
const VECTORS: [string, string, string][] = [
  ["95462 150 15363 32314 46592 63414 80489", "49HHV7Eb8UKF3aQiNmu1GR8vKTY-", "3404f606"],
  ["300150 150", "eQ62dkutVIZepw7y8Q5I844z9mE-", "020fa001"],
  ["9843 460 2942 4632 6019 9468", "HlXuh7mxgJjE7M5sTj.y8gO8BIA-", "2a007d05"],
  ["20000 182", "e52E6X2hP.j6SzEhgRkb2T_BJ4g-", "02010801"],
  [
    "6183 183 483 783 1083 1383 1683 1983 2283 2583 2883 3183 3483 3783 4083 4383 4683 4983 5283 5583 5883",
    "R17gXgspHjFOF1X.SAZHk.CFg7k-",
    "98005014",
  ],
  ["31334 1389 10203", "dN8vYx_ZryX3C3GBZ9TgYmBMCME-", "13018f02"],
  ["33879 150 3776 14805", "HfoouHzaXxJTBBMg3r_a_J0rTE0-", "1801c103"],
  ["37353 150 6000 7184 20968 34596", "Qcr2D1t.FHagQfQXy8YJ0XwFMN0-", "3501f005"],
  ["82984 150 3833 8231 18988 34833 54160 69185", "uZjlQ6BmUhLWhL2Qkv2uGoyZmEk-", "42045007"],
  ["106486 150 7287 14134 24818 45610 56905 67977 82281 85619", "_gtRhMAPZUXEc073g_LNj2N2dCM-", "72058909"],
  ["86552 4393 20818 34386 37355 44416 63498 71748 73198 80111 83508", "zu6bE6H6XOdtCW4rtwBRy3sb0yU-", "a304480a"],
  ["92538 150 6686 15290 24878 35174 43888 49540 70285 74441 75505 84572", "yuhX5MkLrdYYE0fiJHetb4DLTvw-", "8804cf0b"],
  [
    "151116 1950 21056 29140 31275 32000 53430 73969 84123 93578 98363 119859 131164",
    "b7_EY6qiplVNDPrIA96Ne6uPWLM-",
    "a207c40c",
  ],
  [
    "150967 150 15110 20423 41650 50921 69429 83914 89349 95044 108640 112906 117308 136625",
    "jW_VjthW2QfCfyeKfz7LIXn66Og-",
    "a307da0d",
  ],
  [
    "126333 2975 10615 14727 34939 36937 54259 60896 75497 81443 87389 90343 94405 104321 104686",
    "H1xOZtKFIgwx84ppv_gEvrkHPw8-",
    "ae066d0e",
  ],
  [
    "143864 150 10782 24257 39545 57223 59304 64981 69132 84348 102908 114137 114852 117547 136650 140508",
    "r6dn5hBKNtByFd.ce1wAoCgAwLg-",
    "ba077c0f",
  ],
  [
    "145883 150 11354 20085 41444 44559 54722 56474 57663 64333 71830 88944 105845 106543 111973 113052 130630 135357",
    "WVnXrjqqyNJHEKE42WyVDnq9A74-",
    "e8079711",
  ],
  [
    "185752 1183 15212 24524 28403 41418 44950 52393 60550 67322 75040 78525 88701 93109 111595 124666 129536 151068 154079 169076 185346",
    "YDWAIHmEoRZc1RruBub3mSQGrwU-",
    "0b099d14",
  ],
  [
    "242216 1615 8093 29174 39674 53247 56659 66674 73757 86000 106711 116783 121796 125329 125788 135139 137463 150459 162989 172546 185818 201273 204829 207311 226539",
    "IFu7P.orwRYhXn.4ZD.dHiphO4M-",
    "500c8818",
  ],
  [
    "338539 150 7374 8002 25645 28238 46464 67161 78628 79436 85600 94996 104930 125191 128764 129143 130794 138018 145099 165658 179264 199265 202127 221506 233593 243164 257973 259907 281671 286483 307189 319808",
    "eRKVPXKdAzaWhhUAfmbXV7YkaoI-",
    "d8119f1f",
  ],
  // A disc with 99 tracks of 3400 sectors each.
  [
    [150 + 99 * 3400, ...Array.from({ length: 99 }, (_, at) => 150 + at * 3400)].join(" "),
    "5lD_tHF30ec912c_rT9b2PWsTPc-",
    "d2118863",
  ],
];

Deno.test(`the ids of ${VECTORS.length} discs are those that libdiscid computes`, () => {
  for (const [places, discId, cddbId] of VECTORS) {
    const toc = discOf(places);
    same([musicBrainzDiscId(toc), freedbId(toc)], [discId, cddbId], places);
    const [leadOut, ...offsets] = places.split(" ");
    is(musicBrainzTocText(toc), ["1", offsets.length, leadOut, ...offsets].join(" "));
  }
});

const EXAMPLE = "95462 150 15363 32314 46592 63414 80489";
/** The example disc with a second session that contains data. */
const ENHANCED = `${95_462 + 60_000} 150 15363 32314 46592 63414 80489 -${95_462 + 11_400}`;

Deno.test("the data of an enhanced CD is no part of MusicBrainz' disc, but of CDDB's", () => {
  const enhanced = discOf(ENHANCED);
  is(musicBrainzDiscId(enhanced), musicBrainzDiscId(discOf(EXAMPLE)));
  is(musicBrainzTocText(enhanced), "1 6 95462 150 15363 32314 46592 63414 80489");
  is(freedbId(enhanced).slice(-2), "07");
  is(discSeconds(enhanced), Math.floor((95_462 + 60_000) / 75));
});

Deno.test("data before the audio counts like any track", () => {
  const mixed = discOf(EXAMPLE.replace(" 150 ", " -150 "));
  is(musicBrainzDiscId(mixed), musicBrainzDiscId(discOf(EXAMPLE)));
  is(accurateRipIds(mixed).tracks, 5);
});

Deno.test("AccurateRip's ids and path are those of the published example", () => {
  const ids = accurateRipIds(discOf(EXAMPLE));
  same(ids, { tracks: 6, id1: "000513be", id2: "001b2231", freedbId: "3404f606" });
  is(accurateRipPath(ids), "e/b/3/dBAR-006-000513be-001b2231-3404f606.bin");
});

Deno.test("AccurateRip counts audio only, with the lead-out of the whole disc, and its sums wrap at 32 bits", () => {
  const enhanced = accurateRipIds(discOf(ENHANCED));
  same([enhanced.tracks, enhanced.id1], [6, (0x513be + 60_000).toString(16).padStart(8, "0")]);
  is(enhanced.id2, (0x1b2231 + 60_000 * 7).toString(16).padStart(8, "0"));
  const places = Array.from({ length: 99 }, (_, at) => 150 + at * 4400);
  const sum = [...places, 150 + 99 * 4400]
    .reduce((all, place, at) => all + BigInt(Math.max(place - 150, 1) * (at + 1)), 0n);
  const long = discOf([150 + 99 * 4400, ...places].join(" "));
  is(accurateRipIds(long).id2, BigInt.asUintN(32, sum).toString(16).padStart(8, "0"));
});
