import { deepStrictEqual as same, notStrictEqual as differs } from "node:assert/strict";
import fc from "fast-check";
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

Deno.test("the encoder's own description is equal for any number of threads and differs for other settings", () => {
  const one = parseEncoderText(access("ref=3 threads=3 lookahead_threads=1 crf=23.0"), "h264");
  same(one, parseEncoderText(access("ref=3 threads=48 lookahead_threads=8 crf=23.0"), "h264"));
  differs(one.options, parseEncoderText(access("ref=3 threads=3 crf=30.0"), "h264").options);
  differs(one.parameters, parseEncoderText(access("ref=3 crf=23.0", 6), "h264").parameters);
  same(parseEncoderText(access(""), "av1"), {});
});

Deno.test("the HDR10 light levels of a part are found among other data, and different levels differ", () => {
  const display = [0x33, 0xc2, 0x86, 0xc4, 0, 0, 0x1d, 0x4c];
  const part = (...light: number[][]) =>
    parseEncoderText(
      new Uint8Array([
        ...unit(0x42, 1, 7),
        ...light.flatMap((message) => unit(0x4e, 1, ...message, 0x80)),
        ...unit(0x4e, 1, 5, 9, ...bytes("x, a user"), 0x80),
        ...unit(0x26, 1, 9),
      ]),
      "hevc",
    ).light;
  // Emulation prevention: two zeros before a byte up to 3 are written with a 3 in between.
  const written = [137, 9, 0, 0, 3, 1, ...display.slice(0, 6)];
  const both = part(written, [144, 4, 3, 232, 1, 144]);
  same(both, "137:00000133c286c40000 144:03e80190");
  same(part([144, 4, 3, 232, 1, 144], written), both);
  same(part([...written, 144, 4, 3, 232, 1, 144]), both);
  differs(part(written, [144, 4, 3, 233, 1, 144]), both);
  differs(part(written), both);
  same(part(), undefined);
});

Deno.test("messages of any bytes are read to their end", () =>
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (body) => {
    const { light } = parseEncoderText(new Uint8Array([...unit(0x4e, 1), ...body]), "hevc");
    same(light === undefined || /^(?:(?:137|144):[0-9a-f]*(?: |$))+$/.test(light), true);
  })));
