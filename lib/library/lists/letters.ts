import type { TitleLetters } from "../video/model.ts";

/** The letters of a list from how many titles begin with each sign; signs that are no letters are one group. Pure. */
export function lettersOfSigns(signs: readonly { sign: string; count: number }[]): TitleLetters {
  const letters: TitleLetters = [];
  let offset = 0;
  for (const { sign, count } of signs) {
    const letter = /\p{L}/u.test(sign) ? sign.toUpperCase() : "#";
    const last = letters.at(-1);
    if (last?.letter === letter) last.count += count;
    else letters.push({ letter, offset, count });
    offset += count;
  }
  return letters;
}
