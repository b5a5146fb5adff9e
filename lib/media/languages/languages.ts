/** Normalises language codes in media files to ISO 639-2/T (`deu`, never `ger` or `de`). */

/** ISO 639-1 codes and their 639-2/T codes, from the code list of the Library of Congress. */
const TWO_LETTERS =
  "aa:aar ab:abk ae:ave af:afr ak:aka am:amh an:arg ar:ara as:asm av:ava ay:aym az:aze ba:bak be:bel bg:bul bi:bis bm:bam " +
  "bn:ben bo:bod br:bre bs:bos ca:cat ce:che ch:cha co:cos cr:cre cs:ces cu:chu cv:chv cy:cym da:dan de:deu dv:div dz:dzo " +
  "ee:ewe el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas ff:ful fi:fin fj:fij fo:fao fr:fra fy:fry ga:gle gd:gla gl:glg " +
  "gn:grn gu:guj gv:glv ha:hau he:heb hi:hin ho:hmo hr:hrv ht:hat hu:hun hy:hye hz:her ia:ina id:ind ie:ile ig:ibo ii:iii " +
  "ik:ipk io:ido is:isl it:ita iu:iku ja:jpn jv:jav ka:kat kg:kon ki:kik kj:kua kk:kaz kl:kal km:khm kn:kan ko:kor kr:kau " +
  "ks:kas ku:kur kv:kom kw:cor ky:kir la:lat lb:ltz lg:lug li:lim ln:lin lo:lao lt:lit lu:lub lv:lav mg:mlg mh:mah mi:mri " +
  "mk:mkd ml:mal mn:mon mr:mar ms:msa mt:mlt my:mya na:nau nb:nob nd:nde ne:nep ng:ndo nl:nld nn:nno no:nor nr:nbl nv:nav " +
  "ny:nya oc:oci oj:oji om:orm or:ori os:oss pa:pan pi:pli pl:pol ps:pus pt:por qu:que rm:roh rn:run ro:ron ru:rus rw:kin " +
  "sa:san sc:srd sd:snd se:sme sg:sag sh:srp si:sin sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp ss:ssw st:sot su:sun " +
  "sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl tn:tsn to:ton tr:tur ts:tso tt:tat tw:twi ty:tah ug:uig " +
  "uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol wa:wln wo:wol xh:xho yi:yid yo:yor za:zha zh:zho zu:zul iw:heb in:ind ji:yid";

/** The twenty languages whose bibliographic code (639-2/B) differs from the terminology code. */
const BIBLIOGRAPHIC =
  "alb:sqi arm:hye baq:eus bur:mya chi:zho cze:ces dut:nld fre:fra geo:kat ger:deu gre:ell ice:isl " +
  "mac:mkd mao:mri may:msa per:fas rum:ron slo:slk tib:bod wel:cym scc:srp scr:hrv mol:ron";

const pairs = (text: string) => text.split(" ").map((pair) => pair.split(":") as [string, string]);
const TO_TERMINOLOGIC: ReadonlyMap<string, string> = new Map([...pairs(TWO_LETTERS), ...pairs(BIBLIOGRAPHIC)]);

const TO_BIBLIOGRAPHIC: ReadonlyMap<string, string> = new Map(
  // Only the first 20 bibliographic codes are current. The last three are obsolete.
  pairs(BIBLIOGRAPHIC).slice(0, 20).map(([bibliographic, terminologic]) => [terminologic, bibliographic]),
);

/** Codes for no specific language: undetermined, uncoded, none, multiple. */
const NO_LANGUAGE = new Set(["und", "mis", "zxx", "mul", "unk", "qaa"]);

/**
 * Normalises a language: `de`, `ger`, `deu`, `de-AT`, `German` and `German (Austria)` become `deu`. Undefined if the
 * text is not a language.
 */
export function normaliseLanguage(tag: string | undefined): string | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_\s(]/, 1)[0] ?? "";
  const byName = primary.length > 3 ? NAMES.get(primary) : undefined;
  const code = TO_TERMINOLOGIC.get(primary) ?? byName ?? primary;
  return /^[a-z]{3}$/.test(code) && !NO_LANGUAGE.has(code) ? code : undefined;
}

/** True if two codes in any form are for the same language. An untagged stream never matches. */
export function sameLanguage(a: string | undefined, b: string | undefined): boolean {
  const left = normaliseLanguage(a);
  return left !== undefined && left === normaliseLanguage(b);
}

/**
 * Languages that library managers and databases list under the name of their group. A Mandarin track, for example,
 * belongs to a Chinese movie.
 */
const GROUPS: ReadonlyMap<string, string> = new Map(pairs("cmn:zho yue:zho nob:nor nno:nor fil:tgl"));

/**
 * Returns the code under which languages are treated as one when selecting streams: `zho` for `cmn` and `yue`, `nor`
 * for `nob`.
 */
export function languageGroup(tag: string | undefined): string | undefined {
  const code = normaliseLanguage(tag);
  return code === undefined ? undefined : GROUPS.get(code) ?? code;
}

/** Converts `deu` to `ger`, as in QuickTime's list of languages. */
export const bibliographicLanguage = (code: string): string => TO_BIBLIOGRAPHIC.get(code) ?? code;

/** Returns the English name of a language, for example `German`, or the code if it has no name. */
export function languageName(code: string | undefined): string {
  const normal = normaliseLanguage(code);
  if (!normal) return "Undetermined";
  const name = new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(normal);
  return name?.replace(/^Modern /, "") ?? normal;
}

/** English names of languages that discs, downloads and library managers use. */
const NAMES: ReadonlyMap<string, string> = new Map(pairs(
  "english:eng german:deu french:fra spanish:spa italian:ita japanese:jpn portuguese:por russian:rus chinese:zho korean:kor " +
    "dutch:nld polish:pol swedish:swe norwegian:nor danish:dan finnish:fin czech:ces hungarian:hun turkish:tur arabic:ara " +
    "hebrew:heb hindi:hin thai:tha greek:ell romanian:ron ukrainian:ukr vietnamese:vie icelandic:isl flemish:nld persian:fas " +
    "bengali:ben bulgarian:bul latvian:lav lithuanian:lit catalan:cat croatian:hrv serbian:srp bosnian:bos estonian:est " +
    "tamil:tam indonesian:ind telugu:tel macedonian:mkd slovenian:slv slovak:slk malayalam:mal kannada:kan albanian:sqi " +
    "afrikaans:afr marathi:mar tagalog:tgl urdu:urd romansh:roh mongolian:mon georgian:kat punjabi:pan malay:msa " +
    "mandarin:cmn cantonese:yue norsk:nor basque:eus galician:glg welsh:cym irish:gle latin:lat yiddish:yid",
));
