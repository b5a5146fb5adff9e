import { deepStrictEqual as same, notStrictEqual as differs } from "node:assert/strict";
import { parseEncoderText } from "./encoder_text.ts";

const bytes = (text: string) => [...new TextEncoder().encode(text)];
const unit = (...body: number[]) => [0, 0, 0, 1, ...body];
const access = (options: string, parameters = 5) =>
  new Uint8Array([
    ...unit(0x67, parameters),
    ...unit(0x68, 1),
    ...unit(6, 5, ...bytes(`x - options: ${options}`)),
    ...unit(0x65, 9),
  ]);

Deno.test("what an encoder writes of itself is the same for any number of threads and another for another recipe", () => {
  const one = parseEncoderText(access("ref=3 threads=3 lookahead_threads=1 crf=23.0"), "h264");
  same(one, parseEncoderText(access("ref=3 threads=48 lookahead_threads=8 crf=23.0"), "h264"));
  differs(one.options, parseEncoderText(access("ref=3 threads=3 crf=30.0"), "h264").options);
  differs(one.parameters, parseEncoderText(access("ref=3 crf=23.0", 6), "h264").parameters);
  same(parseEncoderText(access(""), "av1"), {});
});
