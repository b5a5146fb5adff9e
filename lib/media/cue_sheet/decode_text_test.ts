import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { NAME_CHARSET_IDS, NAME_CHARSETS } from "./charsets.ts";
import { decodeText } from "./decode_text.ts";
import { decodeSingleBytes } from "./dos_charsets.ts";

/** Encodes text in a single-byte character set. */
function encoded(text: string, charset: string): Uint8Array<ArrayBuffer> {
  const upper = Array.from(
    { length: 128 },
    (_, i) => [decodeSingleBytes(Uint8Array.of(128 + i), charset) ?? "", 128 + i] as const,
  );
  const bytes = new Map(upper);
  return Uint8Array.from([...text], (letter) => bytes.get(letter) ?? letter.charCodeAt(0));
}

const sheetOf = (titles: readonly string[]) => titles.map((title) => `    TITLE "${title}"`).join("\r\n");

const TITLES: Record<string, string[]> = {
  "windows-1251": ["Группа крови", "Звезда по имени Солнце", "Кино"],
  "koi8-r": ["Группа крови", "Звезда по имени Солнце", "Кино"],
  "windows-1253": ["Ο δρόμος", "Θάλασσα πλατιά", "Μελίνα Μερκούρη"],
  "windows-1254": ["Gülümse", "Şımarık", "İstanbul'da sonbahar", "Ağlamıyorum"],
  "windows-1255": ["ירושלים של זהב", "שיר לשלום", "אהבה ראשונה"],
  "windows-1256": ["انت عمري", "الأطلال", "أم كلثوم"],
};

for (const [charset, titles] of Object.entries(TITLES)) {
  Deno.test(`decodeText() reads titles in ${charset}`, () => {
    const text = sheetOf(titles);
    same(decodeText(encoded(text, charset)), { text, charset });
  });
}

/** A few titles in one language, as on singles and EPs. */
const SHORT = [
  ["windows-1250", ["Příliš žluťoučký kůň", "Dvě báby"]],
  ["windows-1250", ["Tajný výlet", "Malá dáma", "Ještě jednou"]],
  ["windows-1250", ["Zażółć gęślą jaźń", "Dziwny jest ten świat"]],
  ["windows-1250", ["Chłopaki nie płaczą"]],
  ["windows-1250", ["Tolerancja", "Chcę być z tobą"]],
  ["windows-1250", ["Szép város Kolozsvár", "Tűzszerész"]],
  ["windows-1252", ["Für Elise"]],
  ["windows-1252", ["Blå", "Ærø", "Smørrebrød"]],
  ["windows-1252", ["Don’t Stop – Live"]],
  ["windows-1252", ["Ágætis byrjun", "Sigur Rós"]],
  ["windows-1252", ["São Paulo", "Coração"]],
  ["windows-1252", ["BJÖRK", "JÓGA"]],
  ["windows-1254", ["Aşk", "Kış güneşi"]],
  ["windows-1254", ["İstanbul", "Ağlama değmez hayat"]],
  ["windows-1257", ["Tėvynė", "Mėnesienos naktis", "Žvaigždė", "Švęskim šią naktį"]],
  ["windows-1257", ["Dzīvo dzīvotājs", "Mūžīgā cīņa", "Pēdējā vēstule"]],
  ["windows-1251", ["Обійми", "Вона", "Я їду додому"]],
  ["windows-1251", ["Шось не так"]],
  ["windows-1251", ["Звезда по имени Солнце"]],
  ["koi8-r", ["Группа крови"]],
  ["ibm866", ["Группа крови"]],
  ["windows-1253", ["Θάλασσα"]],
  ["cp850", ["Señorita", "Ça va"]],
  ["windows-1255", ["ירושלים של זהב"]],
  ["cp852", ["Příliš žluťoučký kůň", "Dvě báby"]],
] as const;

for (const [charset, titles] of SHORT) {
  Deno.test(`decodeText() reads ${titles.join(", ")} in ${charset} from these letters alone`, () => {
    const text = sheetOf(titles);
    same(decodeText(encoded(text, charset)), { text, charset });
  });
}

for (
  const [charset, titles] of [
    ["cp850", ["Café del Mar", "Für Elise", "L'été indien"]],
    ["windows-1251", ["Кино"]],
    ["windows-1252", ["Señorita"]],
    ["windows-1253", ["ΑΓΑΠΗ"]],
    ["koi8-r", ["КИНО", "ГРУППА КРОВИ"]],
  ] as const
) {
  Deno.test(`decodeText() reads ${titles.join(", ")} in ${charset}, and is not sure`, () => {
    const text = sheetOf(titles);
    same(decodeText(encoded(text, charset)), { text, charset, isDoubtful: true });
  });
}

Deno.test("letters that two languages write in two sets are never read as if there were no doubt", () => {
  for (const [charset, title] of [["windows-1250", "Kochać inaczej"], ["windows-1257", "Tėvynė"]] as const) {
    same(decodeText(encoded(sheetOf([title]), charset)).isDoubtful, true, title);
  }
});

Deno.test("property: any bytes are a text, ASCII and Unicode are beyond doubt", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(fc.property(bytes, (some) => void decodeText(Uint8Array.from(some))));
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    same(decodeText(new TextEncoder().encode(`\ufeff${text}`)), { text, charset: "utf-8" });
  }));
});

/** Titles with too few letters to detect their character set, or only letters that another set has as well. */
const STATED = [
  ["windows-1250", "Kochać"],
  ["windows-1250", "Ústí"],
  ["windows-1254", "Aşk"],
  ["windows-1253", "ΑΓΑΠΗ"],
  ["windows-1255", "אב"],
  ["windows-1257", "Tėvynė"],
  ["windows-1256", "حب"],
  ["koi8-r", "КИНО"],
  ["koi8-u", "Їжак"],
  ["ibm866", "Да"],
  ["windows-1251", "Її"],
  ["cp850", "Für Elise"],
  ["cp852", "Łódź"],
  ["iso-8859-2", "Šípky"],
] as const;

for (const [charset, title] of STATED) {
  Deno.test(`B19: decodeText() reads ${title} in ${charset} if the user states the character set`, () => {
    same(decodeText(encoded(title, charset), charset), { text: title, charset });
  });
}

Deno.test("B19: decodeText() reads Japanese and Chinese in a stated character set", () => {
  same(decodeText(Uint8Array.of(0x8a, 0x4f), "shift_jis").text, "外");
  same(decodeText(Uint8Array.of(0xb3, 0xb0), "euc-jp").text, "外");
  same(decodeText(Uint8Array.of(0xcd, 0xe2), "gb18030").text, "外");
  same(decodeText(Uint8Array.of(0xa5, 0x7e), "big5").text, "外");
});

Deno.test("B19: a stated character set yields to a byte order mark, and replaces what is invalid in it", () => {
  same(decodeText(new TextEncoder().encode("\ufeffÄ"), "koi8-r"), { text: "Ä", charset: "utf-8" });
  same(decodeText(Uint8Array.of(0x41, 0xff), "utf-8"), { text: "A\ufffd", charset: "utf-8" });
});

Deno.test("B19: every character set that can be stated decodes text, and none is listed twice", () => {
  for (const charset of NAME_CHARSET_IDS) same(decodeText(Uint8Array.of(0x41), charset), { text: "A", charset });
  same(new Set(Object.values(NAME_CHARSETS)).size, NAME_CHARSET_IDS.length);
});
