import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import {
  asFailure,
  FAILURES,
  FOUND_LATER,
  HELD_ASIDE,
  MEASURED_BLIND,
  type RecordedFailure,
} from "../../../tests/fixtures/failure_corpus.ts";
import { CAUSES } from "./causes/causes.ts";
import { explainFailure } from "./explain.ts";

const causeOf = (failure: RecordedFailure): string | null => explainFailure(asFailure(failure)).cause?.id ?? null;

/** Returns the failures whose cause is not the recorded one. */
const wrong = (failures: readonly RecordedFailure[]): string[] =>
  failures.filter((one) => causeOf(one) !== one.cause).map((one) => `${one.id}: ${causeOf(one)}, not ${one.cause}`);

Deno.test("the table of causes has at least 60 entries with unique IDs and complete texts", () => {
  ok(CAUSES.length >= 60, String(CAUSES.length));
  is(new Set(CAUSES.map(({ id }) => id)).size, CAUSES.length);
  for (const { id, title, explanation, remedy, match, hints = [], steps = [], code, exitCodes = [] } of CAUSES) {
    ok(/^[a-z0-9-]{3,40}$/.test(id), id);
    ok(!title.endsWith(".") && title.length <= 70, title);
    for (const text of [explanation, remedy]) ok(/^[A-Za-z].*\.$/.test(text), `${id}: ${text}`);
    ok(
      match.length + hints.length + steps.length + exitCodes.length > 0 || code !== undefined,
      `${id} can never be found`,
    );
  }
});

Deno.test("every recorded failure has its cause and no other", () => same(wrong(FAILURES), []));

Deno.test("every cause is the cause of a recorded failure", () => {
  const found = new Set([...FAILURES, ...FOUND_LATER, ...MEASURED_BLIND].map(({ cause }) => cause));
  same(CAUSES.map(({ id }) => id).filter((id) => !found.has(id)), []);
});

Deno.test("failures that were set aside have no wrong cause, and at least 60 % of them are known", () => {
  const answers = HELD_ASIDE.map((failure) => ({ failure, cause: causeOf(failure) }));
  const known = answers.filter(({ cause }) => cause !== null);
  same(known.filter(({ failure, cause }) => cause !== failure.cause).map(({ failure }) => failure.id), []);
  console.log(`${known.length} of ${answers.length} failures set aside are known`);
  ok(HELD_ASIDE.length >= 40 && known.length / answers.length >= 0.6, `${known.length} of ${answers.length}`);
});

Deno.test("failures that were found later have no wrong cause", () =>
  same(wrong([...FOUND_LATER, ...MEASURED_BLIND]), []));

/** Lines that tools print in successful runs, too. */
const NOISE = [
  "frame=  120 fps= 24 q=28.0 size=    1024KiB time=00:00:05.00 bitrate=1677.7kbits/s speed=1.01x",
  "[libx264 @ 0x55d0c8e3a540] using cpu capabilities: MMX2 SSE2Fast SSSE3 SSE4.2 AVX FMA3 BMI2 AVX2",
  "Input #0, matroska,webm, from 'file:/media/Heat (1995)/Heat.mkv':",
  "  Stream #0:1(eng): Audio: dts (DTS-HD MA), 48000 Hz, 5.1(side), s32p (24 bit) (default)",
  "[swscaler @ 0x5581] deprecated pixel format used, make sure you did set range correctly",
  "x265 [info]: tools: rd=3 psy-rd=2.00 early-skip rskip mode=1 signhide tmvp",
  "Svt[info]: SVT [config]: main profile tier (auto) level (auto)",
  "[aac @ 0x5581] Qavg: 1024.123",
  "[matroska,webm @ 0x5581] Could not find codec parameters for stream 4 (Attachment: none): unknown codec",
  "Press [q] to stop, [?] for help",
  "",
];

Deno.test("harmless lines before and after a failure change neither its cause nor its fingerprint", () => {
  const lines = fc.array(fc.oneof(fc.constantFrom(...NOISE), fc.stringMatching(/^[a-z0-9 ,=.]{0,60}$/)), {
    maxLength: 8,
  }).map((list) => list.map((line) => NOISE.includes(line) ? line : `  ${line}`));
  const recorded = fc.constantFrom(...[...FAILURES, ...HELD_ASIDE].filter(({ text }) => text !== ""));
  fc.assert(fc.property(recorded, lines, lines, (one, before, after) => {
    const failure = asFailure(one);
    const quiet = explainFailure(failure);
    const noisy = explainFailure({ ...failure, logTail: [...before, ...failure.logTail ?? [], ...after] });
    same([noisy.cause?.id, noisy.fingerprint], [quiet.cause?.id, quiet.fingerprint], one.id);
  }));
});

/** Warnings that successful runs of ffmpeg, HandBrake and drivers print. */
const WARNINGS = [
  "[matroska @ 0x5581] Application provided invalid, non monotonically increasing dts to muxer in stream 1: 100 >= 99",
  "[mp4 @ 0x5581] Timestamps are unset in a packet for stream 0. This is deprecated and will stop working in the future.",
  "[hevc @ 0x5581] Could not find ref with POC 21",
  "[h264 @ 0x5581] error while decoding MB 19 12, bytestream -6",
  "Error while decoding stream #0:0: Invalid data found when processing input",
  "[vist#0:0/h264 @ 0x5581] [dec:h264 @ 0x5582] corrupt decoded frame",
  "[vist#0:0/h264 @ 0x5581] [dec:h264 @ 0x5582] Error submitting packet to decoder: Invalid data found when processing input",
  "[mp3float @ 0x5581] Header missing",
  "[srt @ 0x5581] Invalid UTF-8 in decoded subtitles text; maybe missing -sub_charenc option",
  "Cannot load nvEncodeAPI64.dll",
  "Cannot load libcuda.so.1",
  "libva info: va_openDriver() returns -1",
  "libva error: /usr/lib/dri/iHD_drv_video.so init failed",
  "[matroska,webm @ 0x5581] Could not find codec parameters for stream 3 (Subtitle: hdmv_pgs_subtitle (pgssub)): unspecified size",
  "[mov,mp4 @ 0x5581] Could not find codec parameters for stream 2 (Audio: none (apac / 0x63617061)): unknown codec",
  "[hevc @ 0x5581] Multiple Dolby Vision RPUs found in one AU. Skipping previous.",
  "[libx264 @ 0x5581] frame MB size (120x90) > level limit (8192)",
  "[mpegts @ 0x5581] Stream 1, codec hdmv_pgs_subtitle, is muxed as a private data stream and may not be recognized upon reading.",
  "[mp4 @ 0x5581] track 1: codec frame size is not set",
  "Incompatible pixel format 'yuv420p10le' for codec 'h264_nvenc', auto-selecting format 'p010le'",
  "[graph 0 input from stream 0:0 @ 0x5581] Changing video frame properties on the fly is not supported by all filters.",
  "[aac @ 0x5581] Queue input is backward in time",
  "DTS 123, next:456 st:1 invalid dropping",
  "[hevc_qsv @ 0x5581] Warning in encoder initialization: incompatible video parameters (5)",
  "[hevc_vaapi @ 0x5581] Driver does not support some wanted packed headers (wanted 0xd, found 0x1).",
  "[h264_vaapi @ 0x5581] Driver does not advertise encoder features, using guessed defaults.",
  "[fc#0 @ 0x5581] Reconfiguring filter graph because hwaccel changed",
  "x265 [warning]: Source height < 720p; disabling lookahead-slices",
  "libdvdread: Encrypted DVD support unavailable.",
  "libdvdnav: Unable to open device file /films/Heat.mkv.",
  "src/libbluray/disc/disc.c:424: error opening file BDMV/index.bdmv",
  "[AVHWFramesContext @ 0x5581] Failed to create surface: 1 (operation failed).",
  "[h264 @ 0x5581] Failed setup for format vaapi_vld: hwaccel initialisation returned error.",
  '2023-10-06T16:35:25.101Z yGZrIe2EwwT:File move error: {"errno":-18,"code":"EXDEV","syscall":"rename"}',
  "Stream map '0:s?' matches no streams; ignoring.",
  "[tcp @ 0x5581] Connection to tcp://[::1]:8096 failed (Connection refused), trying next address",
  "Unsupported codec with id 98304 for input stream 3",
  "Svt[warn]: Failed to set thread priority: Operation not permitted",
];

Deno.test("warnings of successful runs are not the cause if something else failed", () => {
  for (const warning of WARNINGS) {
    const { cause } = explainFailure({ logTail: [warning, "[vf @ 0x1] The lamp failed to light"] });
    // A failed step may be named, as its text claims only that it reported an error.
    ok(cause === undefined || cause.steps !== undefined, `${warning}: ${cause?.id}`);
    const weaker = explainFailure({
      logTail: [warning, "[vost#0:0 @ 0x1] Error while opening encoder - maybe incorrect parameters such as bit_rate"],
    });
    is(weaker.cause?.id, "encoder-not-started", warning);
  }
});

Deno.test("warnings of successful runs before a failure do not change its cause", () => {
  const certain = CAUSES.filter(({ match, isIndependent }) => match.length > 0 || isIndependent).map(({ id }) => id);
  const failures = [...FAILURES, ...HELD_ASIDE, ...FOUND_LATER, ...MEASURED_BLIND].filter(({ text, cause, code }) =>
    text !== "" && code === undefined && certain.includes(cause ?? "")
  )
    .filter((one) => explainFailure({ logTail: asFailure(one).logTail }).cause?.id === one.cause)
    .filter(({ text }) => !/exit(?:ed)? /.test(text));
  const recorded = fc.constantFrom(...failures);
  fc.assert(
    fc.property(recorded, fc.subarray(WARNINGS, { maxLength: 6 }), (one, before) => {
      const failure = asFailure(one);
      is(explainFailure({ ...failure, logTail: [...before, ...failure.logTail ?? []] }).cause?.id, one.cause, one.id);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("damage in the source is not the cause if another error follows it", () => {
  const damage = ["[h264 @ 0x1] error while decoding MB 19 12, bytestream -6", "[h264 @ 0x1] concealing 90 DC, 90 AC"];
  is(explainFailure({ logTail: damage }).cause?.id, "video-damaged");
  const after = [...damage, "[matroska @ 0x2] The sky is not available"];
  is(explainFailure({ logTail: after }).cause, undefined);
  is(
    explainFailure({ logTail: [...damage, "av_interleaved_write_frame(): No space left on device"] }).cause?.id,
    "disk-full",
  );
});

Deno.test("the log of a successful tool does not explain a failed verification", () => {
  const message = "The encode does not match the plan: The chapters are missing.";
  const logTail = ["[h264 @ 0x1] error while decoding MB 19 12, bytestream -6"];
  is(explainFailure({ code: "verification_failed", message, logTail }).cause?.id, "result-chapters-differ");
  is(explainFailure({ code: "verification_failed", message: "The moon is wrong.", logTail }).cause, undefined);
});

Deno.test("an exit code is the cause only if the tool printed no error", () => {
  is(explainFailure({ code: "tool_failed", message: "ffmpeg exited with code 139." }).cause?.id, "tool-crashed");
  is(explainFailure({ signal: "SIGKILL" }).cause?.id, "process-killed");
  const message = "ffmpeg exited with code 139.";
  is(explainFailure({ code: "tool_failed", message, logTail: ["The lamp failed to light"] }).cause, undefined);
});

Deno.test("prefixes of services, colours and indents do not hide a cause", () => {
  const line = "[h264 @ 0x1] error while decoding MB 19 12, bytestream -6";
  for (
    const prefix of [
      "2025-05-22T14:25:57.747Z ",
      "[2025-05-25 21:08:57.776 +02:00] [ERR] [118] ",
      "[12:45:22] ",
      "jellyfin-1  | ",
      "Feb 04, 2017 12:15:55.845 [0x7fdd43ffe700] ERROR - [Transcoder] ",
      "Aug 29 19:16:03 nas jellyfin[5279]: ",
      "2024/11/08 18:01:43 ffmpeg-error: ",
      "[tunarr] 2026-03-15T19:04:56.838441483Z ",
      "> ",
      "\x1b[31m",
      "        ",
    ]
  ) is(explainFailure({ logTail: [prefix + line] }).cause?.id, "video-damaged", prefix);
});

Deno.test("lines that a service joins are compared one by one", () => {
  const joined =
    'level=ERROR msg="FFmpeg failed" stderr="[out#0 @ 0x1] Error muxing a packet | [out#0 @ 0x1] No room here"';
  is(explainFailure({ logTail: [joined] }).cause?.id, "output-not-written");
  const json =
    '{"level":50,"msg":"[hevc @ 0x1] Unknown profile bitstream\\n[vf#0:0 @ 0x1] Error while filtering: Invalid argument"}';
  is(explainFailure({ logTail: [json] }).cause?.id, "filter-failed");
  is(explainFailure({ logTail: ["D:\\movies\\new.mkv: Permission denied"] }).cause?.id, "permission-denied");
});

Deno.test("a signal is the cause if the log has only warnings", () => {
  const logTail = ["[h264 @ 0x1] error while decoding MB 19 12, bytestream -6"];
  is(explainFailure({ logTail, exitCode: 137 }).cause?.id, "process-killed");
  is(explainFailure({ logTail, exitCode: 1 }).cause?.id, "video-damaged");
});

Deno.test("an error code is the cause if no line is known", () => {
  is(explainFailure({ code: "source_changed", message: "Something new." }).cause?.id, "source-changed");
  is(explainFailure({ code: "of-a-newer-version", message: "Something new." }).cause, undefined);
});

/** Returns the reason why a pattern may take more than linear time. Undefined if it cannot. */
function slowness({ source, flags }: RegExp): string | undefined {
  // Classes and escapes become single characters, so that only the structure remains.
  const shape = source.replace(/\\./g, "y").replace(/\[[^\]]*\]/g, "x").replace(/\(\?[:!]/g, "(");
  if (/[*+]|\{\d*,\}/.test(shape)) return "it has an unbounded quantifier";
  if (/\)\{/.test(shape)) return "it repeats a group";
  if (/\\[1-9]|\(\?<[=!]/.test(source)) return "it has a back reference or looks behind";
  if (/[gy]/.test(flags)) return "it keeps a state between lines";
  const bounds = [...shape.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, most]) => Number(most));
  const steps = bounds.reduce((product, most) => product * most, 1);
  return steps > MAX_STEPS ? `it may try ${steps} combinations at one position` : undefined;
}

/** Maximum number of combinations of quantifiers that a pattern may try at one position of a line. */
const MAX_STEPS = 400 * 400;

Deno.test("no pattern can take exponential or quadratic time", () => {
  for (const slow of [/(a+)+b/, /a*b/, /(?:ab){1,9}/, /(a)\1/, /x/g, /.{1,400}a.{1,400}b.{1,400}/, /a{2,}/]) {
    ok(slowness(slow) !== undefined, `${slow} is not recognised`);
  }
  for (const { id, match, hints = [], steps = [] } of CAUSES) {
    for (const pattern of [...match, ...hints, ...steps]) is(slowness(pattern), undefined, `${id}: ${pattern}`);
  }
});

Deno.test("a megabyte without line breaks is cut before it is compared with patterns", () => {
  for (const text of ["a".repeat(1 << 20), " ".repeat(1 << 20), "'".repeat(1 << 20), "[".repeat(1 << 20)]) {
    const { cause, lines } = explainFailure({ logTail: [text], message: text });
    is(cause, undefined);
    ok(lines.every((line) => line.length <= text.length));
  }
});
