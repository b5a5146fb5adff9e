import { ok } from "node:assert/strict";
import { ENGLISH_DIALOGUE } from "../../../tests/fixtures/dialogue_english.ts";
import { GERMAN_DIALOGUE } from "../../../tests/fixtures/dialogue_german.ts";
import { DVD_LOOKS } from "../../../tests/fixtures/dvd_letters.ts";
import { readDvdTrack } from "../../../tests/fixtures/ocr_accuracy.ts";

/** Reads ten cues per language in one font style. `deno task bench ocr` reads two hundred in all font styles. */
for (
  const [language, texts, look] of [
    ["eng", ENGLISH_DIALOGUE, "Liberation italic 22 NTSC, yellow"],
    ["deu", GERMAN_DIALOGUE, "sans 24 PAL"],
  ] as const
) {
  Deno.test(`small DVD letters: 99 of 100 characters in ${language} are read right (${look})`, async () => {
    const drawn = DVD_LOOKS.find(({ name }) => name === look);
    ok(drawn);
    const sample = texts.filter((_, i) => i % 10 === 1);
    const { wrong, characters, mistakes } = await readDvdTrack(sample, drawn, language);
    ok(wrong <= characters * 0.01, `${wrong} of ${characters}: ${JSON.stringify(mistakes)}`);
  });
}
