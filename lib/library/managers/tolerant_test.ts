import { deepStrictEqual as same, rejects } from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import { scriptedManager } from "../../../tests/fixtures/scripted_manager.ts";
import type { OddRecord } from "./tolerant.ts";
import { nameOfRecord, readRecord } from "./tolerant.ts";

const Film = z.object({
  id: z.int(),
  title: z.string(),
  year: z.int().nullish(),
  images: z.array(z.object({ url: z.string() })).optional(),
  file: z.object({ id: z.int(), size: z.number(), quality: z.object({ name: z.string() }).optional() }).optional(),
});
const good = { id: 1, title: "Heat" };

const READ: [name: string, value: unknown, read: unknown, odd: string[]][] = [
  ["nothing odd", { ...good, year: 1995 }, { ...good, year: 1995 }, []],
  ["an unknown field", { ...good, extra: 1 }, good, []],
  ["null where a field may be missing", { ...good, year: null, images: null }, { ...good, year: null }, []],
  ["an odd field that may be missing", { ...good, year: "1995" }, good, ["year"]],
  ["one odd picture of three", { ...good, images: [{ url: "a" }, { url: 5 }, { url: "c" }] }, {
    ...good,
    images: [{ url: "a" }, { url: "c" }],
  }, ["images.url"]],
  ["only odd pictures", { ...good, images: [{ url: 5 }, {}] }, { ...good, images: [] }, ["images.url"]],
  ["an odd field that takes its holder along", { ...good, file: { id: 1, size: "big" } }, good, ["file.size"]],
  ["an odd field inside that may be missing", { ...good, file: { id: 1, size: 2, quality: { name: 7 } } }, {
    ...good,
    file: { id: 1, size: 2 },
  }, ["file.quality.name"]],
  ["two odd fields", { ...good, year: [], file: 5 }, good, ["year", "file"]],
];

for (const [name, value, read, odd] of READ) {
  Deno.test(`a record with ${name} is read without invalid values`, () => {
    const result = readRecord(Film, structuredClone(value), new Set());
    same([result.data, result.odd.toSorted()], [read, odd.toSorted()]);
  });
}

const LEFT_OUT: [name: string, value: unknown, whole: string[], field: string][] = [
  ["no number", { title: "Heat" }, [], "id"],
  ["an odd title", { id: 1, title: {} }, [], "title"],
  ["no record", "text", [], "record"],
  ["null", null, [], "record"],
  ["a list", [good], [], "record"],
  ["an odd file that may not be missing", { ...good, file: { id: 1, size: "big" } }, ["file"], "file.size"],
];

for (const [name, value, whole, field] of LEFT_OUT) {
  Deno.test(`a record with ${name} is left out, and the field is named`, () => {
    const result = readRecord(Film, structuredClone(value), new Set(whole));
    same([result.data, result.odd], [undefined, [field]]);
  });
}

Deno.test("any value is read or left out, and a read value is read the same again", () => {
  const part = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(1, "text", null));
  const record = fc.record({ id: part, title: part, year: part, images: fc.oneof(part, fc.array(part)), file: part }, {
    requiredKeys: [],
  });
  fc.assert(fc.property(fc.oneof(record, fc.jsonValue()), (value) => {
    const first = readRecord(Film, structuredClone(value), new Set());
    if (first.data === undefined) return same(first.odd.length, 1);
    const again = readRecord(Film, structuredClone(first.data), new Set());
    same([again.data, again.odd], [first.data, []]);
  }));
});

Deno.test("a record with too many invalid parts is left out as a whole", () => {
  const images = Array.from({ length: 40 }, () => ({ url: 1 }));
  same(readRecord(Film, { ...good, images }, new Set()), { odd: ["images.url"] });
  same(readRecord(Film, { ...good, images: images.slice(0, 20) }, new Set()).data?.images, []);
});

const NAMES: [value: unknown, name: { id?: number; title: string }][] = [
  [{ id: 4, title: "Heat" }, { id: 4, title: "Heat" }],
  [{ id: 4, artistName: "Air" }, { id: 4, title: "Air" }],
  [{ id: "4", path: "/films/Heat (1995)" }, { title: "Heat (1995)" }],
  [{ path: "C:\\films\\Heat" }, { title: "Heat" }],
  [{ path: "/films/" }, { title: "record 7" }],
  [{ id: 4, title: "" }, { id: 4, title: "id 4" }],
  [{ id: 1.5, title: 5 }, { title: "record 7" }],
  ["text", { title: "record 7" }],
  [undefined, { title: "record 7" }],
  [{ title: "🎬".repeat(100) }, { title: "🎬".repeat(60) }],
  [{ title: `x${"🎬".repeat(100)}` }, { title: `x${"🎬".repeat(59)}\ufffd` }],
];

Deno.test("an invalid record is named by its own name, else by its position", () => {
  for (const [value, name] of NAMES) same(nameOfRecord(value, 7), name);
});

Deno.test("a single record is parsed like a list; a missing field is reported with its name", async () => {
  const read = (value: unknown, whole: string[] = []) =>
    scriptedManager("movie", () => ({ value })).manager.getRecord("/movie/1", Film, { whole });
  same(await read({ ...good, year: "x" }), good);
  await rejects(read({ title: "Heat", id: "x" }), {
    message: "The response from Radarr for Heat has an unknown format: id.",
  });
  await rejects(read({ ...good, file: {} }, ["file"]), /for Heat has an unknown format: file\.id\./);
  await rejects(read([]), /for record 1 has an unknown format: record\./);
});

const listOf = (text: string) => scriptedManager("movie", () => ({ text, type: "application/json" })).manager;

Deno.test("a list is read without its invalid records, which are reported one by one", async () => {
  const odd: OddRecord[] = [];
  const records = [good, { title: "No number" }, { ...good, id: 2, year: "x" }, 5, { ...good, id: 3 }];
  const read = await listOf(JSON.stringify(records)).getList("/movie", Film, { onOdd: (one) => odd.push(one) });
  same(read.map(({ id }) => id), [1, 2, 3]);
  same(odd, [
    { title: "No number", field: "id", leftOut: true },
    { id: 2, title: "Heat", field: "year", leftOut: false },
    { title: "record 4", field: "record", leftOut: true },
  ]);
});

Deno.test("a list is read a few records at a time, however the network splits its bytes", async () => {
  const records = Array.from({ length: 50 }, (_, i) => ({ id: i, title: `Fílm "${i}" [{\\` }));
  const seen: number[] = [];
  let parts = 0;
  for await (const some of listOf(`\ufeff ${JSON.stringify(records, null, 3)}\n`).streamList("/movie", Film)) {
    parts++;
    seen.push(...some.map(({ id }) => id));
  }
  same([seen, parts > 1], [records.map(({ id }) => id), true]);
});

const LISTS: [name: string, text: string, problem: RegExp | undefined][] = [
  ["empty", "[]", undefined],
  ["no list", '{"records":[]}', /has an unknown format\.$/],
  ["nothing", "", /has an unknown format\.$/],
  ["cut off", '[{"id":1,"title":"a"},{"id":2,', /has an unknown format\.$/],
  ["followed by more", '[{"id":1,"title":"a"}] [', /has an unknown format\.$/],
  ["of odd records alone", '[{"id":"x","title":"a"},{}]', /none of its 2 records can be read \(id\)\.$/],
];

for (const [name, text, problem] of LISTS) {
  Deno.test(`a list that is ${name} ${problem === undefined ? "has no records" : "is refused"}`, async () => {
    const work = listOf(text).getList("/movie", Film);
    if (problem === undefined) same(await work, []);
    else await rejects(work, problem);
  });
}

Deno.test("a list may have only invalid records if the caller expects that", async () => {
  same(await listOf('[{"id":"x"}]').getList("/movie", Film, { mayAllBeOdd: true }), []);
});
