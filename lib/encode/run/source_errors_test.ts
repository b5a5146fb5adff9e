import { deepEqual, equal, match } from "node:assert/strict";
import { createSourceErrors, isAboutSource, logLine, sourceErrorText } from "./source_errors.ts";

const count = (lines: string[], format = "matroska,webm", atSeconds = 30): number => {
  const errors = createSourceErrors(format);
  for (const line of lines) errors.see(logLine(line), atSeconds);
  return errors.found.count;
};

Deno.test("the level of a log line is removed; lines of libraries have none", () => {
  deepEqual(logLine("[h264 @ 0x55d8] [error] concealing 230 DC errors"), {
    level: "error",
    text: "[h264 @ 0x55d8] concealing 230 DC errors",
  });
  deepEqual(logLine("[info] Input #0, matroska,webm, from 'a.mkv':").level, "info");
  deepEqual(logLine("x265 [info]: HEVC encoder version 3.5").level, "");
});

Deno.test("errors of demuxers and decoders count, those of encoders, muxers and filters do not", () => {
  equal(count(["[h264 @ 0x1] [error] error while decoding MB 12 9, bytestream -5"]), 1);
  equal(count(["[matroska,webm @ 0x1] [error] Element at 0x1f ending at 0x9d exceeds containing master element"]), 1);
  equal(count(["[error] Error while decoding stream #0:0: Invalid data found when processing input"]), 1);
  equal(count(["[ac3 @ 0x1] [error] exponent out-of-range"]), 1);
  equal(count(["[libx264 @ 0x1] [error] baseline profile doesn't support 4:2:2"]), 0);
  equal(count(["[matroska @ 0x1] [error] Application provided invalid, non monotonically increasing dts to muxer"]), 0);
  equal(count(["[mp4 @ 0x1] [error] pts has no value"]), 0);
  equal(count(["[mov,mp4,m4a,3gp,3g2,mj2 @ 0x1] [error] stream 0, offset 0x30: partial file"]), 1);
  equal(count(["[libdav1d @ 0x1] [error] Error parsing OBU data", "[mjpeg @ 0x1] [error] overread 8"]), 2);
  equal(count(["[h264 @ 0x1] [warning] something odd", "[swscaler @ 0x1] [error] deprecated pixel format used"]), 0);
});

Deno.test("lines without addresses are distinguished in the same way", () => {
  for (
    const [line, about] of [["[mp4] pts has no value", false], ["[format] bad", false], ["[h264] concealing", true]]
  ) {
    equal(isAboutSource(String(line), false), about, String(line));
  }
});

Deno.test("a repeated message counts as often as it was logged, but only if it was an error", () => {
  equal(
    count(["[h264 @ 0x1] [error] out of range intra chroma pred mode", "[info]     Last message repeated 4 times"]),
    5,
  );
  equal(count(["[info] Stream mapping:", "[info]     Last message repeated 4 times"]), 0);
});

Deno.test("errors at the start of a broadcast are no damage; the same ones later are", () => {
  const line = "[h264 @ 0x1] [error] non-existing PPS 0 referenced";
  equal(count([line], "mpegts", 0.2), 0);
  equal(count([line], "mpegts", 20), 1);
  equal(count([line], "matroska,webm", 0.2), 1);
});

Deno.test("the sentence contains the number, the place and the message", () => {
  const errors = createSourceErrors();
  for (let i = 0; i < 159; i++) errors.see(logLine(`[h264 @ 0x1] [error] error while decoding MB ${i} 9`), 12);
  equal(errors.found.first.length, 5);
  match(
    sourceErrorText(errors.found) ?? "",
    /^The source is damaged: 159 decoding errors, the first at 12 s \(\[h264\]/,
  );
  equal(sourceErrorText({ count: 0, first: [] }), undefined);
});
