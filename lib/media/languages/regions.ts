/** A variant of a language that users can prefer, as written in tags and track names. */

interface Region {
  /** ISO 639-2/T codes of the language. */
  languages: readonly string[];
  name: string;
  /** BCP 47 subtags of the variant, in lowercase. */
  subtags: readonly string[];
  /** Matches track names that indicate the variant. */
  words: RegExp;
}

const CHINESE = ["zho", "cmn", "yue"];

const REGIONS: readonly Region[] = [
  {
    languages: ["spa"],
    name: "Latin America",
    subtags: ["419", "mx", "ar", "co", "cl"],
    words: /lat(?:in|am)|hispanoam/i,
  },
  { languages: ["spa"], name: "Spain", subtags: ["es"], words: /castil|castell|european|\bspain\b|españa/i },
  { languages: ["por"], name: "Brazil", subtags: ["br"], words: /bra[zs]il/i },
  { languages: ["por"], name: "Portugal", subtags: ["pt"], words: /portugal|european|iberian/i },
  { languages: ["fra"], name: "Canada", subtags: ["ca"], words: /canad|qu[eé]b|\bVFQ\b/i },
  { languages: ["fra"], name: "France", subtags: ["fr"], words: /\bfrance\b|parisian|\bVFF\b|european/i },
  { languages: ["eng"], name: "UK", subtags: ["gb", "uk"], words: /\bUK\b|\bbritish\b/i },
  { languages: ["eng"], name: "US", subtags: ["us"], words: /\bUSA?\b|\bamerican\b/ },
  { languages: CHINESE, name: "Hong Kong", subtags: ["hk"], words: /hong ?kong|香港/i },
  { languages: CHINESE, name: "Taiwan", subtags: ["tw"], words: /taiwan|台灣|臺灣/i },
  { languages: CHINESE, name: "Simplified", subtags: ["hans", "cn", "sg"], words: /simpl|简|\bCHS\b/i },
  { languages: CHINESE, name: "Traditional", subtags: ["hant"], words: /trad|繁|\bCHT\b/i },
  { languages: ["srp"], name: "Latin", subtags: ["latn"], words: /\blatin/i },
  { languages: ["srp"], name: "Cyrillic", subtags: ["cyrl"], words: /cyril|ћирил/i },
];

/**
 * Determines the variant of a language by its tag (`es-419`, `zh-Hant`), or otherwise by the track name (`Brazilian
 * Portuguese`). Undefined if neither contains one. `language` is an ISO 639-2/T code.
 */
export function regionOf(
  language: string | undefined,
  { tag, title }: { tag?: string; title?: string },
): string | undefined {
  const known = REGIONS.filter(({ languages }) => language !== undefined && languages.includes(language));
  const subtags = (tag ?? "").toLowerCase().split(/[-_]/).slice(1);
  const byTag = known.find((region) => region.subtags.some((subtag) => subtags.includes(subtag)));
  return (byTag ?? known.find(({ words }) => words.test(title ?? "")))?.name;
}
