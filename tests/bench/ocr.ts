import { ENGLISH_DIALOGUE } from "../fixtures/dialogue_english.ts";
import { GERMAN_DIALOGUE } from "../fixtures/dialogue_german.ts";
import { DVD_LOOKS } from "../fixtures/dvd_letters.ts";
import { readDvdTrack } from "../fixtures/ocr_accuracy.ts";
import type { Figure } from "./report.ts";

/** Maximum share of wrong characters, in percent. */
const MAX_WRONG = 0.5;

/**
 * Measures the character error rate of OCR for two hundred cues from DVD bitmap subtitles, in every small font. The
 * measurement takes a minute and a half.
 */
export async function measureOcr(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [language, texts] of [["eng", ENGLISH_DIALOGUE], ["deu", GERMAN_DIALOGUE]] as const) {
    for (const look of DVD_LOOKS) {
      const { wrong, characters, mistakes } = await readDvdTrack(texts, look, language);
      for (const [wanted, read] of mistakes) {
        console.log(`  ${language} ${look.name}: ${JSON.stringify(wanted)} was read as ${JSON.stringify(read)}`);
      }
      figures.push({
        name: `${language}, ${look.name}: characters read wrongly`,
        value: wrong / characters * 100,
        unit: "%",
        limit: MAX_WRONG,
        note: `${mistakes.length} of ${texts.length} cues with a mistake`,
      });
    }
  }
  return figures;
}
