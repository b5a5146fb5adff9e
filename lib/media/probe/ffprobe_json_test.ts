import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { clockOf, fractionOf, numberOf, RawFrames, RawProbe, tagOf } from "./ffprobe_json.ts";

for (
  const [text, wanted] of [
    ["0", 0],
    ["23.976000", 23.976],
    ["-0.083", -0.083],
    ["1e3", 1000],
    ["N/A", undefined],
    ["", undefined],
    ["NaN", undefined],
    ["Infinity", undefined],
    ["12 kb/s", undefined],
    ["1,5", undefined],
    [undefined, undefined],
  ] as const
) Deno.test(`numberOf() reads ${JSON.stringify(text)} as ${wanted}`, () => equal(numberOf(text), wanted));

for (
  const [text, wanted] of [
    ["24000/1001", [24_000, 1001]],
    ["64:45", [64, 45]],
    ["0.708", [0.708, 1]],
    [25, [25, 1]],
    ["0/0", undefined],
    ["0/1", undefined],
    ["1/0", undefined],
    ["-30/1", undefined],
    ["30/-1", undefined],
    ["N/A", undefined],
    ["", undefined],
    [null, undefined],
    [undefined, undefined],
    [{}, undefined],
  ] as const
) {
  Deno.test(`fractionOf() reads ${JSON.stringify(text)} as ${JSON.stringify(wanted)}`, () => {
    deepEqual(fractionOf(text), wanted);
  });
}

Deno.test("fractionOf() parses every fraction of positive numbers, with either separator", () => {
  const part = fc.integer({ min: 1, max: 2 ** 31 });
  fc.assert(fc.property(part, part, fc.constantFrom("/", ":"), (left, right, sign) => {
    deepEqual(fractionOf(`${left}${sign}${right}`), [left, right]);
  }));
});

for (
  const [text, wanted] of [
    ["00:00:00.000000000", 0],
    ["01:02:03.500000000", 3723.5],
    ["00:00:07", 7],
    ["123:00:00", 442_800],
    ["1:2:3", undefined],
    ["02:03", undefined],
    ["-01:00:00", undefined],
    ["01:00:00,5", undefined],
    ["01:00:00.5 ", undefined],
    ["N/A", undefined],
    ["", undefined],
    [undefined, undefined],
  ] as const
) Deno.test(`clockOf() reads ${JSON.stringify(text)} as ${wanted}`, () => equal(clockOf(text), wanted));

Deno.test("tagOf() finds a tag in any case and with a language suffix", () => {
  equal(tagOf({ BPS: "1" }, "bps"), "1");
  equal(tagOf({ "BPS-eng": "2" }, "BPS"), "2");
  equal(tagOf({ duration: "3" }, "DURATION"), "3");
});

Deno.test("tagOf() ignores longer names", () => {
  equal(tagOf({ BPS_TOTAL: "1", xBPS: "2" }, "BPS"), undefined);
  equal(tagOf({}, "BPS"), undefined);
});

Deno.test("tagOf() finds nothing that the file did not write", () => {
  for (const name of ["constructor", "__proto__", "toString"]) equal(tagOf({}, name), undefined);
});

const stream = (more: Record<string, unknown>) => RawProbe.parse({ format: {}, streams: [{ index: 0, ...more }] });

Deno.test("RawProbe reads a file of which next to nothing is known", () => {
  deepEqual(RawProbe.parse({ format: {} }), {
    format: { format_name: "", tags: {} },
    streams: [],
    programs: [],
    chapters: [],
    more_chapters: false,
  });
});

for (
  const [name, more] of [
    ["a list instead of tags", { tags: ["title"] }],
    ["tags that are numbers", { tags: { title: 7 } }],
    ["flags that are texts", { disposition: { default: "yes" } }],
    ["side data that is none", { side_data_list: "DOVI" }],
    ["nothing instead of side data", { side_data_list: null }],
  ] as const
) {
  Deno.test(`RawProbe reads a stream with ${name} as one without`, () => {
    deepEqual(stream(more).streams, [{ index: 0, disposition: {}, tags: {}, side_data_list: [] }]);
  });
}

Deno.test("RawProbe keeps every field of side data, which differs by kind", () => {
  const side = { side_data_type: "Content light level metadata", max_content: 1000, max_average: 400 };
  deepEqual(stream({ side_data_list: [side] }).streams[0]?.side_data_list, [side]);
});

Deno.test("RawProbe reads a profile as a name or as a number", () => {
  equal(stream({ profile: "Main 10" }).streams[0]?.profile, "Main 10");
  equal(stream({ profile: 578 }).streams[0]?.profile, 578);
});

for (
  const [name, answer] of [
    ["no format", { streams: [] }],
    ["a stream without a number", { format: {}, streams: [{ codec_type: "video" }] }],
    ["half a stream number", { format: {}, streams: [{ index: 0.5 }] }],
    ["a list", []],
    ["nothing", null],
  ] as const
) Deno.test(`RawProbe refuses ${name}`, () => equal(RawProbe.safeParse(answer).success, false));

Deno.test("RawFrames parses output without frames, and frames without side data", () => {
  deepEqual(RawFrames.parse({}), { frames: [] });
  deepEqual(RawFrames.parse({ frames: [{ side_data_list: 1 }] }), { frames: [{ side_data_list: [] }] });
});
