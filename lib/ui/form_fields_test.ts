import { deepStrictEqual as same, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { formToJson } from "./form_fields.ts";

const parse = (query: string) => formToJson(new URLSearchParams(query));

Deno.test("dotted names nest and typed values become numbers, booleans and lists", () => {
  same(parse("name=A&video.quality:number=18.5&audio.languages:list=jpn, eng&output.replaceOriginal:boolean=true"), {
    name: "A",
    video: { quality: 18.5 },
    audio: { languages: ["jpn", "eng"] },
    output: { replaceOriginal: true },
  });
});

Deno.test("the last value of a name wins, so an unticked box is false and a ticked one true", () => {
  same(parse("a:boolean=false"), { a: false });
  same(parse("a:boolean=false&a:boolean=true"), { a: true });
});

Deno.test("numbered steps become an array", () => {
  same(parse("items.0.source.localPath=/a&items.1.source.localPath=/b"), {
    items: [{ source: { localPath: "/a" } }, { source: { localPath: "/b" } }],
  });
});

Deno.test("a text that is no number stays text, for the schema to refuse by name", () => {
  same(parse("n:number=abc&m:number="), { n: "abc", m: "" });
});

Deno.test("an empty list is empty", () => same(parse("l:list="), { l: [] }));

Deno.test("lines may hold commas and lose only the empty ones", () => {
  same(parse("l:lines=" + encodeURIComponent("/media/Films, old\r\n\r\n/b\n")), { l: ["/media/Films, old", "/b"] });
  same(parse("l:lines="), { l: [] });
});

Deno.test("ticked boxes of one name become a list, also when none is ticked", () => {
  same(parse("d:numbers=&d:numbers=1&d:numbers=5&e:texts=&e:texts=encode.done"), { d: [1, 5], e: ["encode.done"] });
  same(parse("d:numbers=&e:texts="), { d: [], e: [] });
  same(parse("d:numbers=x"), { d: ["x"] });
});

Deno.test("rows are a list when they are empty and when numbers are missing", () => {
  same(parse("a.items:rows="), { a: { items: [] } });
  same(parse("items:rows=&items.2.path=/a&items.7.path=/b"), { items: [{ path: "/a" }, { path: "/b" }] });
  same(parse("items:rows=&items=text"), { items: "text" });
});

Deno.test("an empty optional field is null, so that its value is removed", () => {
  same(parse("a.root:text?=&a.id:number?= "), { a: { root: null, id: null } });
  same(parse("a.root:text?=/x&a.id:number?=4"), { a: { root: "/x", id: 4 } });
});

Deno.test("S-IN-1: names that reach for the prototype are ignored", () => {
  same(parse("__proto__.x=1&constructor.y=2&a.prototype.z=3&__proto__:rows=&__proto__.t:texts=1"), {});
  strictEqual(({} as Record<string, unknown>).x, undefined);
});

Deno.test("any form yields an object and does not change Object.prototype", () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  fc.assert(fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (fields) => {
    formToJson(fields);
    return Object.getOwnPropertyNames(Object.prototype).length === before;
  }));
});

Deno.test("a field with two question marks is left out while it is empty, and so is a list of such fields", () => {
  same(parse("a:text??=&b:number??= &l:numbers??=&l:numbers??="), {});
  same(parse("a:text??=x&b:number??=4&l:numbers??=5&l:numbers??="), { a: "x", b: 4, l: [5] });
});

Deno.test("a map keeps numbered steps as keys, also when it is empty", () => {
  same(parse("m:map=&m.0=a&m.1=b&n.0=a&n.1=b"), { m: { 0: "a", 1: "b" }, n: ["a", "b"] });
  same(parse("m:map="), { m: {} });
});

Deno.test("a field in gigabytes becomes whole bytes, and other texts stay as they are", () => {
  const bytesOf = (text: string) => formToJson([["bin.maxBytes:gigabytes", text]]);
  same(bytesOf("1.5"), { bin: { maxBytes: 1_500_000_000 } });
  same(bytesOf("0.0000000001"), { bin: { maxBytes: 0 } });
  for (const text of ["", "much", "Infinity"]) same(bytesOf(text), { bin: { maxBytes: text } });
});
