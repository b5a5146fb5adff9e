import { equal } from "node:assert/strict";
import fc from "fast-check";
import { bibliographicLanguage, languageName, normaliseLanguage, sameLanguage } from "./languages.ts";

for (
  const [tag, code] of [
    ["de", "deu"],
    ["ger", "deu"],
    ["deu", "deu"],
    ["DE", "deu"],
    ["de-AT", "deu"],
    ["zh_Hant", "zho"],
    ["chi", "zho"],
    ["German", "deu"],
    ["jpn", "jpn"],
    ["iw", "heb"],
    ["nob", "nob"],
    ["yue", "yue"],
    ["und", undefined],
    ["mul", undefined],
    ["", undefined],
    ["Klingon", undefined],
    ["e1", undefined],
    [undefined, undefined],
  ] as const
) {
  Deno.test(`normaliseLanguage() converts ${tag} to ${code}`, () => equal(normaliseLanguage(tag), code));
}

Deno.test("a normalised code does not change when it is normalised again", () => {
  fc.assert(fc.property(fc.string({ maxLength: 8 }), (tag) => {
    const once = normaliseLanguage(tag);
    equal(normaliseLanguage(once), once);
  }));
});

Deno.test("the three forms of a language are the same language, and an untagged one is undefined", () => {
  equal(sameLanguage("fr", "fre"), true);
  equal(sameLanguage("fre", "fra"), true);
  equal(sameLanguage("fr", "de"), false);
  equal(sameLanguage(undefined, undefined), false);
  equal(sameLanguage("und", "und"), false);
});

Deno.test("bibliographic and terminologic codes lead to each other", () => {
  for (
    const [terminologic, bibliographic] of [["deu", "ger"], ["fra", "fre"], ["zho", "chi"], ["jpn", "jpn"], [
      "hrv",
      "hrv",
    ]]
  ) {
    equal(bibliographicLanguage(terminologic ?? ""), bibliographic);
    equal(normaliseLanguage(bibliographic), terminologic);
  }
});

Deno.test("languageName() returns English names and never fails", () => {
  equal(languageName("deu"), "German");
  equal(languageName("ja"), "Japanese");
  equal(languageName("ell"), "Greek");
  equal(languageName(undefined), "Undetermined");
  equal(languageName("qqz"), "qqz");
});
