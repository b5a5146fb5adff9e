import { deepStrictEqual as same } from "node:assert/strict";
import { createEncoderMarks, type EncoderMarks, MARKED_ENCODERS, measureEncoderMarks } from "./encoder_marks.ts";
import { FFMPEG } from "../../tests/kit/ffmpeg.ts";

Deno.test("slow: each encoder leaves the same mark every time, different from the others", async () => {
  const first = await measureEncoderMarks(FFMPEG);
  same(await measureEncoderMarks(FFMPEG), first);
  same(Object.keys(first), [...MARKED_ENCODERS]);
  same(new Set(Object.values(first)).size, MARKED_ENCODERS.length);
});

Deno.test("marks are measured once per binary, also across restarts of the program", async () => {
  let measured = 0;
  let stored: { key: string; marks: EncoderMarks } | undefined;
  const create = () =>
    createEncoderMarks({
      kept: { load: () => Promise.resolve(stored), save: (kept) => Promise.resolve(void (stored = kept)) },
      measure: () => Promise.resolve({ libx264: String(++measured) }),
    });
  const marks = create();
  same([await marks(FFMPEG), await marks(FFMPEG), await create()(FFMPEG)], Array(3).fill({ libx264: "1" }));
  if (stored) stored = { ...stored, key: "another binary" };
  same(await create()(FFMPEG), { libx264: "2" });
});
