import { deepStrictEqual as same } from "node:assert/strict";
import { decodeText } from "./decode_text.ts";

/** Bytes of a text in a set of one byte for each character. */
function encoded(text: string, charset: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(charset);
  const bytes = new Map(Array.from({ length: 128 }, (_, i) => [decoder.decode(Uint8Array.of(128 + i)), 128 + i]));
  return Uint8Array.from([...text], (letter) => bytes.get(letter) ?? letter.charCodeAt(0));
}

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
    const text = titles.map((title) => `    TITLE "${title}"`).join("\r\n");
    same(decodeText(encoded(text, charset)), { text, charset });
  });
}
