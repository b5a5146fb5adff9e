import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { commandText } from "./command_text.ts";

/** Splits a line without double quotes or substitutions into words like a POSIX shell (XCU, section 2.2). */
function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? "";
    if (sign === " ") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (sign === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) throw new Error(`An open quote in ${line}`);
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else if (sign === "\\") {
      word = (word ?? "") + line[++at];
    } else {
      if (/[^\w@%+=:,./-]/.test(sign)) throw new Error(`${sign} means something to a shell`);
      word = (word ?? "") + sign;
    }
  }
  return word === undefined ? words : [...words, word];
}

for (
  const [name, args, wanted] of [
    ["plain words stay as they are", ["-crf:v:0", "22", "-i", "file:/media/a.mkv"], "-crf:v:0 22 -i file:/media/a.mkv"],
    ["an empty word is seen", ["-metadata", ""], "-metadata ''"],
    ["blanks are quoted", ["file:/media/The Film.mkv"], "'file:/media/The Film.mkv'"],
    ["a quote closes, stands alone and opens again", ["Ocean's"], "'Ocean'\\''s'"],
    ["what a shell would run is a word", ["$(rm -rf ~)", "`id`", "a;b", "a&&b"], "'$(rm -rf ~)' '`id`' 'a;b' 'a&&b'"],
    ["a line break stays in its word", ["a\nb"], "'a\nb'"],
    ["a line break at the end is quoted, too", ["a\n"], "'a\n'"],
    ["letters beyond ASCII are quoted", ["Amélie"], "'Amélie'"],
    ["no arguments leave the program", [], ""],
  ] as const
) {
  Deno.test(`commandText(): ${name}`, () => {
    equal(commandText("ffmpeg", [...args]), `ffmpeg ${wanted}`.trimEnd());
  });
}

Deno.test("commandText() quotes a program whose path requires it", () => {
  equal(commandText("/opt/my tools/ffmpeg", ["-version"]), "'/opt/my tools/ffmpeg' -version");
});

Deno.test("a shell reads commandText() as the same words, whatever they contain", () => {
  const word = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("'", "''", "\\", "$HOME", "a'b c"));
  fc.assert(fc.property(word, fc.array(word), (program, args) => {
    deepEqual(shellWords(commandText(program, args)), [program, ...args]);
  }));
});
