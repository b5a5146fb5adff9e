import { deepStrictEqual as same } from "node:assert/strict";
import { readCddbAnswer } from "./cddb_answer.ts";

/** Encodes text in a single-byte character set. */
function encoded(text: string, charset: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(charset);
  const bytes = new Map(Array.from({ length: 128 }, (_, i) => [decoder.decode(Uint8Array.of(128 + i)), 128 + i]));
  return Uint8Array.from([...text], (letter) => bytes.get(letter) ?? letter.charCodeAt(0));
}

const TITLES = {
  "windows-1251": ["Группа крови", "Звезда по имени Солнце", "Кино"],
  "windows-1252": ["Café del Mar", "L'été indien", "Señorita"],
  "windows-1255": ["ירושלים של זהב", "שיר לשלום", "אהבה ראשונה"],
};

for (const [charset, titles] of Object.entries(TITLES)) {
  Deno.test(`readCddbAnswer() detects the character set of an entry in ${charset}`, () => {
    const lines = titles.map((title, at) => `TTITLE${at}=${title}`);
    const sent = encoded(["210 rock 1", ...lines, "."].join("\r\n"), charset);
    same(readCddbAnswer(sent)?.lines, lines);
  });
}

Deno.test("B19: readCddbAnswer() reads an entry in the character set that the user states", () => {
  const sent = encoded("210 rock 1\r\nTTITLE0=Kochać\r\n.", "windows-1250");
  same(readCddbAnswer(sent)?.doubtfulCharset !== undefined, true);
  const stated = readCddbAnswer(sent, "windows-1250");
  same([stated?.lines, stated?.doubtfulCharset], [["TTITLE0=Kochać"], undefined]);
});
