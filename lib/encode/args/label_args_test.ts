import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { decide } from "../../../tests/fixtures/plans.ts";
import { sampleProbe } from "../sampling/sample.ts";
import type { Plan } from "../plan/model.ts";
import { labelArgs } from "./label_args.ts";

/** Plans the sample file, with changes for a test. */
const planned = (more: Partial<Plan>): Plan => ({ ...decide({ audio: { dropCommentary: false } }), ...more });
const labels = (more: Partial<Plan>, probe = sampleProbe()): string[] => labelArgs(probe, planned(more));
/** Returns every value passed for one option. */
const valuesOf = (args: string[], option: string): string[] =>
  args.flatMap((arg, i) => i > 0 && args[i - 1] === option ? [arg] : []);

const [FIRST] = planned({}).audio;
const [TEXT] = planned({}).subtitles;

for (
  const [name, flags, wanted] of [
    ["no flags are written as 0, so that those of the source go", {}, "0"],
    ["default", { default: true }, "default"],
    ["forced", { forced: true }, "forced"],
    ["commentary", { commentary: true }, "comment"],
    ["description for the blind", { visualImpaired: true }, "visual_impaired"],
    ["several flags", { default: true, forced: true, commentary: true }, "default+forced+comment"],
  ] as const
) {
  Deno.test(`labelArgs(): flags of an audio track: ${name}`, () => {
    ok(FIRST);
    const none = { default: false, forced: false, commentary: false, visualImpaired: false };
    const audio = [{ ...FIRST, ...none, ...flags, index: 2 }];
    deepEqual(valuesOf(labels({ audio }), "-disposition:a:0"), [wanted]);
  });
}

Deno.test("labelArgs() keeps the flag of the original language, which only the source knows", () => {
  ok(FIRST);
  deepEqual(valuesOf(labels({ audio: [{ ...FIRST, index: 1, default: true }] }), "-disposition:a:0"), [
    "default+original",
  ]);
});

Deno.test("labelArgs() flags a subtitle that has no stream in the source", () => {
  ok(TEXT);
  const subtitle = { ...TEXT, index: 77, default: false, forced: true, hearingImpaired: true, commentary: false };
  deepEqual(valuesOf(labels({ subtitles: [subtitle] }), "-disposition:s:0"), ["forced+hearing_impaired"]);
});

for (
  const [container, code] of [["mkv", "ger"], ["webm", "ger"], ["mov", "ger"], ["mp4", "deu"]] as const
) {
  Deno.test(`labelArgs() calls German ${code} in ${container}`, () => {
    ok(FIRST);
    const audio = [{ ...FIRST, language: "deu", title: undefined }];
    deepEqual(valuesOf(labels({ container, audio }), "-metadata:s:a:0"), [`language=${code}`]);
  });
}

Deno.test("labelArgs() omits missing languages and titles", () => {
  ok(FIRST && TEXT);
  const nothing = { language: undefined, title: undefined };
  const args = labels({ audio: [{ ...FIRST, ...nothing }], subtitles: [{ ...TEXT, ...nothing, title: "" }] });
  deepEqual([valuesOf(args, "-metadata:s:a:0"), valuesOf(args, "-metadata:s:s:0")], [[], []]);
});

Deno.test("labelArgs() numbers by place in the output", () => {
  ok(FIRST);
  const audio = ["eng", "fra", "jpn"].map((language, i) => ({ ...FIRST, index: 3 - i, language, title: undefined }));
  const args = labels({ audio });
  deepEqual([0, 1, 2].flatMap((i) => valuesOf(args, `-metadata:s:a:${i}`)), [
    "language=eng",
    "language=fre",
    "language=jpn",
  ]);
});

Deno.test("labelArgs() writes a comment even where it is empty, and a title only where there is one", () => {
  const args = labels({ metadata: { title: "", comment: "" } });
  deepEqual(valuesOf(args, "-metadata"), ["comment="]);
  deepEqual(valuesOf(labels({ metadata: undefined }), "-metadata"), []);
});

Deno.test("labelArgs() keeps the tags of music, without those that describe MP4 itself", () => {
  const probe = { ...sampleProbe(), tags: { major_brand: "M4A ", compatible_brands: "isom", ARTIST: "x" } };
  const args = labels({ container: "flac", video: undefined, subtitles: [], metadata: undefined }, probe);
  deepEqual(valuesOf(args, "-metadata"), ["major_brand=", "compatible_brands="]);
  ok(!args.includes("-map_metadata:s"));
});

for (
  const [container, moved] of [["flac", true], ["mp3", true], ["ogg", false], ["opus", false]] as const
) {
  Deno.test(`labelArgs() ${moved ? "moves" : "does not move"} the tags of an Ogg track into ${container}`, () => {
    ok(FIRST);
    const probe = { ...sampleProbe(), format: "ogg" };
    const music = { container, audio: [{ ...FIRST, index: 4 }], video: undefined, subtitles: [], metadata: undefined };
    deepEqual(valuesOf(labels(music, probe), "-map_metadata"), moved ? ["0:s:4"] : []);
  });
}

Deno.test("slow: labelArgs(): any title is one argument after its option, and never an option itself", () => {
  ok(FIRST);
  fc.assert(fc.property(fc.string({ minLength: 1, unit: "binary" }), (title) => {
    const args = labels({ audio: [{ ...FIRST, title }], subtitles: [], metadata: { title, comment: title } });
    deepEqual(valuesOf(args, "-metadata"), [`title=${title}`, `comment=${title}`]);
    ok(valuesOf(args, "-metadata:s:a:0").includes(`title=${title}`));
    equal(args.length % 2, 0);
  }));
});
