import type { TitleLetters } from "../video_model.ts";

/**
 * Returns the index letters of a list, from the number of titles per first character. Characters that are not letters
 * form one group. Pure.
 */
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
