import { formatRefusal, helpText, type RecordedOptions, refusal } from "./encoder_help.ts";
import { openSession } from "./sessions.ts";

/**
 * Stand-in for an ffmpeg with graphics cards: `cards_ffmpeg.ts FOLDER FFMPEG ARG…`. It accepts only the recorded
 * options of the hardware encoders, and encodes on the CPU with the real ffmpeg.
 */

const HARDWARE = /^(h264|hevc|av1)_(nvenc|qsv|vaapi)$/;
const SOFTWARE: Record<string, string[]> = {
  h264: ["libx264", "-preset:v:0", "ultrafast", "-crf:v:0", "20"],
  hevc: ["libx265", "-preset:v:0", "ultrafast", "-crf:v:0", "20", "-x265-params:v:0", "log-level=error:pools=1"],
  av1: ["libsvtav1", "-preset:v:0", "12", "-crf:v:0", "30"],
};
/** Options before the input that select the device or its decoder. All of them have a value. */
const DEVICE_OPTIONS = [
  "-qsv_device",
  "-vaapi_device",
  "-init_hw_device",
  "-hwaccel",
  "-hwaccel_device",
  "-hwaccel_output_format",
];
/** Options of the container and the stream that are passed on to the real ffmpeg. */
const KEPT = /^-(?:color_|colorspace|filter|r$|fps_mode|enc_time_base|bsf|tag|metadata|disposition|aspect|field_order)/;

const [folder = "", ffmpeg = "", ...args] = Deno.args;
const recorded: RecordedOptions = JSON.parse(
  await Deno.readTextFile(new URL("../../fixtures/encoder_options/7.1.json", import.meta.url)),
);
const names = Object.keys(recorded.encoders).filter((name) => HARDWARE.test(name));

async function main(): Promise<number> {
  if (args.includes("-encoders")) return await listEncoders();
  if (args.includes("-hwaccels")) return print("Hardware acceleration methods:\ncuda\nqsv\nvaapi\n");
  const help = args.find((arg) => arg.startsWith("encoder="))?.slice("encoder=".length);
  if (help !== undefined && recorded.encoders[help]) return print(helpText(help, recorded.encoders[help]));
  const encoder = args.find((arg, i) => /^-c:v/.test(args[i - 1] ?? "") && HARDWARE.test(arg));
  if (encoder !== undefined) return await encode(encoder);
  return isCpuEncode() ? await encodeOnCpu() : await real(args);
}

/** True for the encode of a movie, but not for the few frames with which parts of other machines are compared. */
const isCpuEncode = () =>
  args.includes("-progress") && !args.includes("-frames:v:0") &&
  args.some((arg, i) => args[i - 1] === "-c:v:0" && arg.startsWith("libx26"));

/** Counts the encodes of the CPU, which has no faults. */
async function encodeOnCpu(): Promise<number> {
  const session = await openSession(folder, "cpu");
  return await real(args).finally(session.close);
}

function print(text: string): number {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
  return 0;
}

function fail(text: string): number {
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
  return 1;
}

async function listEncoders(): Promise<number> {
  const { stdout } = await new Deno.Command(ffmpeg, { args, stderr: "null" }).output();
  const text = new TextDecoder().decode(stdout);
  const missing = names.filter((name) => !text.includes(` ${name} `));
  return print(text + missing.map((name) => ` V....D ${name.padEnd(20)} stand-in\n`).join(""));
}

async function encode(encoder: string): Promise<number> {
  const method = HARDWARE.exec(encoder)?.[2] ?? "";
  const device = deviceOf(method);
  const translated = translate(encoder);
  if (typeof translated === "string") return fail(translated);
  const session = await openSession(folder, device);
  const name = `[${encoder} @ 0x5581a2b4c0]`;
  try {
    if (session.outcome === "missing") return fail(MISSING[method]?.(name, device) ?? "");
    if (session.outcome === "refused") {
      return fail(
        `${name} OpenEncodeSessionEx failed: out of memory (10): (no details)\n${name} No capable devices found`,
      );
    }
    const code = await real(translated);
    return session.outcome === "lost" && code === 0 ? await loseDevice(method, name) : code;
  } finally {
    await session.close();
  }
}

const MISSING: Record<string, (name: string, device: string) => string> = {
  nvenc: (name) => `${name} No capable devices found`,
  vaapi: (_, device) =>
    `[AVHWDeviceContext @ 0x5581] No VA display found for device ${device}.\nDevice creation failed: -22.`,
  qsv: () => "[AVHWDeviceContext @ 0x5581] Error creating a MFX session: -9.\nDevice creation failed: -1313558101.",
};
const LOST: Record<string, string> = {
  nvenc: "EncodePicture failed!: generic error (20): ",
  vaapi: "Failed to end picture encode issue: 1 (operation failed).",
  qsv: "Error during encoding: device failed (-17)",
};

/** Truncates the result to half of its size and fails, like an encode whose GPU is lost. */
async function loseDevice(method: string, name: string): Promise<number> {
  const output = args.find((arg, i) => args[i - 2] === "-f" && arg.startsWith("file:"))?.slice("file:".length);
  if (output !== undefined) {
    const { size } = await Deno.stat(output);
    await Deno.truncate(output, Math.floor(size / 2));
  }
  return fail(`${name} ${LOST[method]}\nVideo encoding failed`);
}

function deviceOf(method: string): string {
  const after = (option: string) => args[args.indexOf(option) + 1] ?? "";
  if (method === "nvenc") return args.includes("-gpu:v:0") ? after("-gpu:v:0") : "0";
  const option = method === "qsv" ? "-qsv_device" : "-vaapi_device";
  return args.includes(option) ? after(option) : "/dev/dri/renderD128";
}

/** Returns the arguments for the real ffmpeg, or the error text of an option, value or format that is refused. */
function translate(encoder: string): string[] | string {
  const kept: string[] = [];
  // The options of further outputs, such as the live preview, follow the first output.
  const end = args.findIndex((arg, i) => args[i - 2] === "-f" && arg !== "-i");
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const value = args[i + 1] ?? "";
    if (DEVICE_OPTIONS.includes(arg)) {
      i++;
      continue;
    }
    const option = i > end ? undefined : /^-([\w-]+):v:0$/.exec(arg)?.[1];
    if (option === undefined) {
      kept.push(arg);
      continue;
    }
    i++;
    const refused = refusal(recorded, encoder, option, value) ??
      (option === "filter" ? formatRefusal(recorded, encoder, value) : undefined);
    if (refused !== undefined) return refused;
    if (option === "c") kept.push(arg, ...SOFTWARE[encoder.split("_")[0] ?? ""] ?? []);
    else if (option === "filter") kept.push(arg, onCpu(value));
    else if (KEPT.test(`-${option}`)) kept.push(arg, value);
  }
  // A trial encode of a GPU shows the same with few frames.
  return kept.at(-1) === "-" ? [...kept.slice(0, -1), "-frames:v:0", "5", "-"] : kept;
}

/** Converts filters of a GPU to those of the CPU. */
const onCpu = (filters: string): string =>
  filters.split(",").filter((filter) => filter !== "hwupload" && !filter.startsWith("format=vaapi"))
    .map((filter) => filter.replace("scale_vaapi", "scale").replace("deinterlace_vaapi", "yadif")).join(",") || "null";

async function real(words: string[]): Promise<number> {
  const child = new Deno.Command(ffmpeg, { args: words, stdin: "null", stdout: "inherit", stderr: "inherit" }).spawn();
  return (await child.status).code;
}

Deno.exit(await main());
