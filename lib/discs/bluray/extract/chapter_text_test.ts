import { deepStrictEqual as same } from "node:assert/strict";
import { chapterText } from "./chapter_text.ts";

Deno.test("chapterText() writes starts as clock times, also of more than a hundred chapters", () => {
  same(chapterText([0, 3_723_004]).split("\n"), [
    ...["CHAPTER01=00:00:00.000", "CHAPTER01NAME=Chapter 01", "CHAPTER02=01:02:03.004", "CHAPTER02NAME=Chapter 02", ""],
  ]);
  same(chapterText(Array.from({ length: 120 }, (_, i) => i * 1000)).split("\n").at(-3), "CHAPTER120=00:01:59.000");
});
