import { deepStrictEqual as same, throws } from "node:assert/strict";
import fc from "fast-check";
import { drawnCard } from "./components/picture.tsx";
import { formToJson } from "./form_fields.ts";
import { hxAction, hxForm } from "./hx.ts";
import { profileDifference } from "./profiles/profile_difference.ts";
import { PROFILE_LABELS, profileLabel, valueOptions, valueWords } from "./profiles/profile_texts.ts";
import { findSettings, settingFields, settingPath } from "./settings/setting_fields.ts";
import { ProfileInput } from "../encode/profiles/schema.ts";
import { Settings } from "../platform/settings/schema.ts";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
const key = fc.constantFrom("a", "b", "name", "sourcePath", "x1");
const { tree } = fc.letrec<{ tree: { [key: string]: Json }; value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.string({ maxLength: 6 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.record({ id: fc.string({ maxLength: 4 }), on: fc.boolean() }, { noNullPrototype: true }), {
      maxLength: 3,
    }),
    tie("tree"),
  ),
  tree: fc.dictionary(key, tie("value"), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
}));

/** Returns the fields that a form would have for a value. */
function fieldsOf(value: Json, path: string): [string, string][] {
  if (Array.isArray(value)) return [[`${path}:rows`, ""], ...value.flatMap((one, i) => fieldsOf(one, `${path}.${i}`))];
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path === "" ? name : `${path}.${name}`));
  }
  if (value === null) return [[`${path}:number?`, " "]];
  return typeof value === "string" ? [[path, value]] : [[`${path}:${typeof value}`, String(value)]];
}

Deno.test("a form yields the same JSON as a script, at any depth, with lists, numbers, checkboxes and unset values", () => {
  fc.assert(fc.property(tree, (value) => {
    same(formToJson(fieldsOf(value, "")), value);
  }));
});

Deno.test("no form changes anything outside of the record it creates, whatever its names and values", () => {
  const name = fc.stringMatching(/^[a-z_.:?0-9]{0,20}$/);
  const odd = fc.constantFrom(
    "__proto__.x",
    "a.__proto__",
    "constructor.prototype.x",
    "a..b",
    ".",
    ":",
    "a:json",
    "a.b.c.d.e.f.g.h.i.j",
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(name, odd), fc.string({ maxLength: 8 })), { maxLength: 8 }), (fields) => {
      const made = formToJson(fields);
      same(JSON.stringify(made) !== undefined, true);
      same(({} as Record<string, unknown>).x, undefined);
    }),
  );
  same(formToJson([["a:json", '{"__proto__":{"x":1},"b":2}']]), { a: { b: 2 } });
  same(JSON.stringify(formToJson([["a:json", "{broken"]])), '{"a":"{broken"}');
});

const TYPED: [fields: [string, string][], made: unknown][] = [
  [[["a:number", "1e3"]], { a: 1000 }],
  [[["a:number", "1e999"]], { a: "1e999" }],
  [[["a:number", " 5 "]], { a: 5 }],
  [[["a:number", ""]], { a: "" }],
  [[["a:number?", ""]], { a: null }],
  [[["a:number??", " "]], {}],
  [[["a:number", "0x10"]], { a: 16 }],
  [[["a:boolean", "false"], ["a:boolean", "on"]], { a: true }],
  [[["a:boolean", "maybe"]], { a: "maybe" }],
  [[["a:list", " deu, eng ,,"]], { a: ["deu", "eng"] }],
  [[["a:list", ""]], { a: [] }],
  [[["a:lines", "x\r\n\r\n y \n"]], { a: ["x", " y "] }],
  [[["d:numbers", ""], ["d:numbers", "1"], ["d:numbers", "x"]], { d: [1, "x"] }],
  [[["t:texts", ""]], { t: [] }],
  [[["r:rows", ""]], { r: [] }],
  [[["m:map", ""], ["m.0.kind", "a"], ["m.1.kind", "b"]], { m: { 0: { kind: "a" }, 1: { kind: "b" } } }],
  [[["l.0.a", "x"], ["l.1.a", "y"]], { l: [{ a: "x" }, { a: "y" }] }],
  [[["l.1.a", "y"]], { l: { 1: { a: "y" } } }],
  [[["l:rows", ""], ["l.3.a", "y"]], { l: [{ a: "y" }] }],
  [[["a", "text"], ["a.b", "deeper"]], { a: { b: "deeper" } }],
];

Deno.test("a field is converted to its type; invalid text stays text for the schema to refuse", () => {
  for (const [fields, made] of TYPED) same(formToJson(fields), made, JSON.stringify(fields));
});

const CARDS: [title: string, letters: string][] = [
  ["The Matrix", "M"],
  ["Das Boot", "B"],
  ["Spirited Away", "SA"],
  ["千と千尋の神隠し", "千と"],
  ["1917", "1917"],
  ["2001: A Space Odyssey", "2001"],
  ["20000 Leagues", "2L"],
  ["élan vital", "ÉV"],
  ["A", "A"],
  ["The", "T"],
  ["!?", ""],
  ["", ""],
  ["ßeta", "S"],
  ["ﬁlm noir", "FN"],
  ["ǆ x", "ǄX"],
];

Deno.test("a card in place of an image has one or two letters of the title, or its number", () => {
  for (const [title, letters] of CARDS) same(drawnCard(title).letters, letters, title);
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (title) => {
    const { letters, colour } = drawnCard(title);
    same(Array.from(letters).length <= (/^\d+$/.test(letters) ? 4 : 2), true, letters);
    same([colour >= 0 && colour < 8, letters.isWellFormed(), drawnCard(title)], [true, true, { letters, colour }]);
  }));
  same(
    drawnCard("The Matrix").colour,
    drawnCard("matrix").colour,
    "with and without its article one title has one colour",
  );
});

Deno.test("a profile does not differ from itself, and from another only in changed fields, in words", () => {
  const before = ProfileInput.parse({ name: "A" });
  same(profileDifference(before, { ...before, name: "B", description: "x" }), [], "what it is called is no difference");
  const after = ProfileInput.parse({
    name: "A",
    container: "mp4",
    video: { encoder: "libsvtav1", maxHeight: 720 },
    audio: { languages: ["deu", "eng"], channels: 2 },
    output: { replaceOriginal: true, keepOriginalDays: 3 },
  });
  same(profileDifference(before, after).map(({ label, before, after }) => `${label}: ${before} > ${after}`), [
    "Container: MKV > MP4",
    "Video encoder: libx265 > libsvtav1",
    "Maximum height (pixels): keep > 720",
    "Audio channels: keep > stereo",
    "Audio languages to keep: all > deu, eng",
    "Replace the original: off > on",
    "Keep replaced originals (days): empty > 3",
  ]);
  same(profileDifference(after, before).length, 7);
  same(profileDifference({}, {}), []);
});

Deno.test("every field of a profile has a unique label, and a value in words", () => {
  const labels = Object.values(PROFILE_LABELS);
  same(labels.length, new Set(labels).size);
  const leaves = (tree: object, path = ""): string[] =>
    Object.entries(tree).flatMap(([name, value]) => {
      const at = path === "" ? name : `${path}.${name}`;
      return typeof value === "object" && value !== null && !Array.isArray(value) ? leaves(value, at) : [at];
    });
  same(leaves(ProfileInput.parse({ name: "x" })).filter((path) => PROFILE_LABELS[path] === undefined), []);
  same([profileLabel("video.someNewField"), profileLabel("x"), profileLabel("")], ["some new field", "x", ""]);
  same([true, false, null, "", [], ["a", 2], 0].map((value) => valueWords(value)), [
    "on",
    "off",
    "empty",
    "empty",
    "all",
    "a, 2",
    "0",
  ]);
  same(valueOptions("audio.channels", [0, 2, 6]), [["0", "keep"], ["2", "stereo"], ["6", "5.1"]]);
});

Deno.test("a form without script posts to the same address, and keeps its confirmation, message and next page", () => {
  const action = hxAction("/api/x", { confirm: "Sure?", did: "Gone.", undo: [{ path: "/api/y" }], undone: "Back." });
  same([action.method, action.action], ["post", "/api/x"]);
  same((action as Record<string, unknown>)["hx-confirm"], "Sure?");
  same(JSON.parse(String(action["data-undo"])), [{ path: "/api/y" }]);
  const put = hxForm("/api/x", { method: "put", done: "Saved." }) as Record<string, unknown>;
  same([put.method, put.action, put["hx-put"], put["data-done"]], ["post", "/api/x?_method=put", "/api/x", "Saved."]);
  same([put["hx-sync"], (hxForm("/x", {}) as Record<string, unknown>)["hx-sync"]], ["queue last", "drop"]);
  same("hx-confirm" in hxForm("/x", {}), false);
});

Deno.test("every setting has a label and a place, and is found by its label first", () => {
  const fields = settingFields();
  same(fields.length, new Set(fields.map(({ key }) => key)).size);
  same(
    fields.every(({ path, page, section, label }) => path.startsWith("/settings/") && page && section && label),
    true,
  );
  for (const { key, label } of fields) {
    const found = findSettings(label);
    same(found[0]?.label.toLowerCase(), label.toLowerCase(), key);
    same(findSettings(key).some((one) => one.key === key), true, key);
  }
  same([findSettings(""), findSettings("   "), findSettings("zzzzqq")], [[], [], []]);
  same(findSettings("e").length <= 40, true);
  throws(() => settingPath("no.such.setting"), /no\.such\.setting has no text/);
  same(settingPath(fields[0]?.key ?? ""), fields[0]?.path);
  same(typeof Settings.parse({}), "object");
});
