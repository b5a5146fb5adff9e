import { strictEqual as is } from "node:assert/strict";
import { regionOf } from "./regions.ts";

for (
  const [language, tag, title, wanted] of [
    ["spa", "es-419", undefined, "Latin America"],
    ["spa", "es-ES", undefined, "Spain"],
    ["spa", "es_MX", undefined, "Latin America"],
    ["spa", "spa", "Español (Latinoamérica)", "Latin America"],
    ["spa", "spa", "Castellano", "Spain"],
    ["spa", "spa", "Latin American Spanish [Forced]", "Latin America"],
    ["spa", "es-ES", "Latin American", "Spain"],
    ["spa", "spa", "Spanish", undefined],
    ["por", "pt-BR", undefined, "Brazil"],
    ["por", "por", "Brazilian Portuguese", "Brazil"],
    ["por", "pt-PT", undefined, "Portugal"],
    ["zho", "zh-Hans", undefined, "Simplified"],
    ["zho", "zh-Hant-HK", undefined, "Hong Kong"],
    ["zho", "chi", "繁體中文", "Traditional"],
    ["zho", "chi", "简体中文", "Simplified"],
    ["zho", "chi", "CHS&ENG", "Simplified"],
    ["cmn", "cmn-Hant", undefined, "Traditional"],
    ["fra", "fr-CA", undefined, "Canada"],
    ["fra", "fre", "VFQ", "Canada"],
    ["eng", "en-GB", undefined, "UK"],
    ["eng", "eng", "us and them", undefined],
    ["srp", "sr-Latn", undefined, "Latin"],
    ["lat", "la", "Latin", undefined],
    ["deu", "de-AT", "Latin American", undefined],
    [undefined, undefined, "Brazilian", undefined],
  ] as const
) {
  Deno.test(`regionOf() of ${language} with ${tag} and ${title} is ${wanted}`, () => {
    is(regionOf(language, { tag, title }), wanted);
  });
}
