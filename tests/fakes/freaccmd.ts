/**
 * Fake of fre:ac's `freaccmd` 1.1.7: its command line, output, exit codes and quirks. ffmpeg does the encoding.
 * `installFreaccmd()` installs it into a folder as a program.
 */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export interface FakeOptions {
  /** Encoders in this build, in list order. */
  encoders?: string[];
  /** Maximum `-q` of the Vorbis encoder: 10 or 100. */
  vorbisMax?: number;
  /** Delay in milliseconds after the first half of the output has been written. */
  delayMs?: number;
  /** True if the tool exits with 0 and writes nothing. */
  silent?: boolean;
  ffmpeg?: string;
}

type Option = { flag: string; name: string } & ({ min: number; max: number } | { words: string[] } | { switch: true });

interface Encoder {
  name: string;
  suffix: string;
  options: Option[];
  /** Returns ffmpeg's arguments for the given options. */
  spell(given: Map<string, string>): string[];
}

const DEFAULT_ENCODERS = [
  ...["bladenc", "bonk", "coreaudio", "dcaenc", "faac", "fdkaac", "flac", "lame", "mac", "mp4-enc"],
  ...["opus", "sndfile-aiff", "sndfile-wave", "speex", "vorbis", "wave"],
];

const encoders = (vorbisMax: number): Record<string, Encoder> => ({
  flac: {
    name: "FLAC Audio Encoder",
    suffix: "flac",
    options: [
      { flag: "-c", name: "Compression level", min: 0, max: 8 },
      { flag: "-b", name: "Block size", min: 192, max: 32768 },
      { flag: "-m", name: "Use mid-side stereo", switch: true },
      { flag: "-e", name: "Do exhaustive model search", switch: true },
      { flag: "-l", name: "Max LPC order", min: 0, max: 32 },
    ],
    spell: (given) => ["-c:a", "flac", "-compression_level", given.get("-c") ?? "5"],
  },
  lame: {
    name: "LAME MP3 Encoder",
    suffix: "mp3",
    options: [
      { flag: "-m", name: "Mode", words: ["CBR", "VBR", "ABR"] },
      { flag: "-b", name: "CBR/ABR bitrate", min: 8, max: 320 },
      { flag: "-q", name: "VBR quality", min: 0, max: 9 },
    ],
    spell: (given) => [
      ...["-c:a", "libmp3lame"],
      ...((given.get("-m") ?? "VBR").toUpperCase() === "VBR"
        ? ["-q:a", given.get("-q") ?? "5"]
        : ["-b:a", `${given.get("-b") ?? 192}k`]),
    ],
  },
  opus: {
    name: "Opus Audio Encoder",
    suffix: "opus",
    options: [
      { flag: "--bitrate", name: "Bitrate", min: 6, max: 510 },
      { flag: "--comp", name: "Encoding complexity", min: 0, max: 10 },
      { flag: "--cvbr", name: "Use constrained VBR encoding", switch: true },
      { flag: "--hard-cbr", name: "Use hard CBR encoding", switch: true },
    ],
    spell: (given) => [
      ...["-c:a", "libopus", "-b:a", `${given.get("--bitrate") ?? 128}k`],
      ...["-compression_level", given.get("--comp") ?? "10", "-vbr", given.has("--hard-cbr") ? "off" : "on"],
    ],
  },
  vorbis: {
    name: "Ogg Vorbis Encoder",
    suffix: "ogg",
    options: [
      { flag: "-q", name: "VBR quality", min: vorbisMax > 10 ? 0 : -2, max: vorbisMax },
      { flag: "-b", name: "Target bitrate", min: 45, max: 500 },
    ],
    spell: (given) => [
      ...["-c:a", "libvorbis"],
      ...(given.has("-b")
        ? ["-b:a", `${given.get("-b")}k`]
        : ["-q:a", String(Number(given.get("-q") ?? vorbisMax * 0.6) * 10 / vorbisMax)]),
    ],
  },
  wv: { name: "WavPack Lossless Compressor", suffix: "wv", options: [], spell: () => ["-c:a", "wavpack"] },
  wave: { name: "Wave Writer", suffix: "wav", options: [], spell: () => ["-c:a", "pcm_s16le"] },
});

/** Exit with the code that Unix reports for fre:ac's exit code (-1 becomes 255). */
class Exit extends Error {
  constructor(readonly code: number, readonly text: string) {
    super(text);
  }
}

const BANNER = "fre:ac - free audio converter v1.1.7 (x86-64) command line interface\n" +
  "Copyright (C) 2001-2023 Robert Kausch\n\n";
const VALUED = ["-e", "-h", "-d", "-o", "-p", "-cd", "-t"];

const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));

/** Returns the usage text and the encoder list, wrapped at 80 characters like the original. */
function help(names: string[]): string {
  const rows: string[] = [];
  for (const name of names) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + name.length <= 80) rows[rows.length - 1] = `${row}, ${name}`;
    else rows.push(`\t${name}`);
  }
  return `${BANNER}Usage:\tfreaccmd [options] [--] [encoder options] [file(s)]\n\n` +
    "  --encoder=<id>  | -e <id>\tSpecify the encoder to use (default is LAME)\n" +
    "  --help=<id>     | -h <id>\tPrint help for encoder specific options\n\n" +
    "  --quiet\t\t\tDo not print any messages\n\n" +
    "Use -- to separate freaccmd options from encoder options if both have the same name.\n\n" +
    `Encoder <id> can be one of:\n\n${rows.join(",\n")}\n`;
}

function encoderHelp({ name, options }: Encoder): string {
  const rows = options.map((option) => {
    if ("switch" in option) return `\t${option.flag}\t\t${option.name}\n`;
    if ("words" in option) return `\t${option.flag} <val>\t${option.name}: ${option.words.join("\n\t\t\t      ")}\n`;
    return `\t${option.flag} <val>\t${option.name}: ${option.min} (lowest) - ${option.max} (highest), default 5\n`;
  });
  return `Options for ${name}:\n\n${rows.join("")}`;
}

/** Returns the value of an option in `args`: `-d x` as two words, `--help=x` as one. */
function valueOf(args: string[], ...flags: string[]): string | undefined {
  for (const [i, arg] of args.entries()) {
    for (const flag of flags) {
      if (flag.endsWith("=") && arg.startsWith(flag)) return arg.slice(flag.length);
      if (arg === flag) return args[i + 1] ?? "";
    }
  }
  return undefined;
}

/** Returns all words that are neither options nor option values. The tool expands patterns itself. */
function filesIn(args: string[], encoder: Encoder | undefined): string[] {
  const files: string[] = [];
  let apart = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") apart = true;
    if (arg.startsWith("-")) {
      const option = encoder?.options.find(({ flag }) => flag === arg);
      if ((!apart && VALUED.includes(arg)) || (option && !("switch" in option))) i++;
    } else if (/[*?]/.test(arg)) {
      const pattern = new RegExp(
        `^${arg.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".")}$`,
      );
      for (const { name } of Deno.readDirSync(dirname(arg))) {
        if (pattern.test(join(dirname(arg), name))) files.push(join(dirname(arg), name));
      }
    } else files.push(arg);
  }
  return files;
}

function optionsIn(args: string[], id: string, encoder: Encoder): Map<string, string> {
  const given = new Map<string, string>();
  for (const option of encoder.options) {
    const at = args.indexOf(option.flag);
    if (at < 0) continue;
    const value = args[at + 1] ?? "";
    if ("words" in option && !option.words.includes(value.toUpperCase())) throw refused(id);
    // The original also parses non-numbers as zero.
    if ("min" in option && !((Number(value) || 0) >= option.min && (Number(value) || 0) <= option.max)) {
      throw refused(id);
    }
    given.set(option.flag, value);
  }
  return given;
}

const refused = (id: string) => new Exit(254, `Invalid arguments for encoder '${id}'!\n`);

const exists = (path: string): boolean => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
};

/** The original stores its settings in the home folder and fails if the folder is not writable. */
function touchHome(): void {
  const config = Deno.env.get("XDG_CONFIG_HOME") ?? join(Deno.env.get("HOME") ?? "", ".config");
  try {
    Deno.mkdirSync(join(config, "fre:ac"), { recursive: true });
    Deno.writeTextFileSync(join(config, "fre:ac", "freac.xml"), "<config/>\n");
  } catch {
    throw new Exit(255, "");
  }
}

async function main(args: string[], options: FakeOptions): Promise<void> {
  const names = options.encoders ?? DEFAULT_ENCODERS;
  const table = encoders(options.vorbisMax ?? 10);
  touchHome();
  const split = args.indexOf("--");
  const own = split < 0 ? args : args.slice(0, split);
  const id = (valueOf(own, "--encoder=", "-e") ?? "lame").toLowerCase();
  const asked = valueOf(own, "--help=", "-h")?.toLowerCase();
  const encoder = names.includes(id) ? table[id] : undefined;
  if (own.includes("--list-drives") || valueOf(own, "--track=", "-t") !== undefined) {
    throw new Exit(252, "Error: CD ripping disabled!");
  }
  const files = filesIn(args, encoder);
  if (asked !== undefined) {
    const found = names.includes(asked) ? table[asked] : undefined;
    if (!found) throw new Exit(254, `${BANNER}Encoder '${asked}' is not supported by fre:ac!\n`);
    throw new Exit(0, BANNER + encoderHelp(found));
  }
  if (files.length === 0) throw new Exit(254, help(names));
  if (!names.includes(id)) throw new Exit(254, `Encoder '${id}' is not supported by fre:ac!\n`);
  if (!encoder) throw new Exit(255, `Encoder '${id}' could not be initialized!\n`);
  const cover = valueOf(own, "--add-cover=");
  if (cover !== undefined && !exists(cover)) throw new Exit(253, `Album art file not found: ${cover}\n`);
  const given = optionsIn(split < 0 ? args : args.slice(split + 1), id, encoder);
  const output = valueOf(own, "-o");
  const quiet = own.includes("--quiet");
  let code = 0;
  for (const file of files) {
    if (!exists(file)) {
      say(`File not found: ${file}\n`);
      code = 253;
      continue;
    }
    const base = (file.split("/").at(-1) ?? "").replace(/\.[^.]+$/, "");
    const target = output ?? join(valueOf(own, "-d") ?? Deno.cwd(), `${base}.${encoder.suffix}`);
    if (!quiet) say(`Processing file: ${file}...`);
    const done = options.silent || await convert(file, target, encoder.spell(given), options);
    if (!quiet) say(done ? "\r  100%\rdone.\n" : "aborted.\n");
    if (!done) code = 255;
  }
  // With a named output but no existing input, the job list stays empty.
  if (output !== undefined && !files.some(exists)) throw new Exit(255, "Could not process input files!\n");
  throw new Exit(code, "");
}

async function convert(input: string, output: string, args: string[], options: FakeOptions): Promise<boolean> {
  const made = `${output}.made`;
  const { success } = await new Deno.Command(options.ffmpeg ?? "ffmpeg", {
    args: [
      "-v",
      "error",
      "-nostdin",
      "-y",
      "-xerror",
      "-i",
      `file:${input}`,
      "-map",
      "0:a:0",
      ...args,
      "-f",
      formatOf(output),
      made,
    ],
    stdout: "null",
    stderr: "null",
  }).output();
  const bytes = success ? await Deno.readFile(made) : new Uint8Array();
  await Deno.remove(made).catch(() => {});
  if (!success) return false;
  const half = Math.floor(bytes.length / 2);
  await Deno.writeFile(output, bytes.subarray(0, half));
  await new Promise((done) => setTimeout(done, options.delayMs ?? 0));
  await Deno.writeFile(output, bytes.subarray(half), { append: true });
  return true;
}

const formatOf = (path: string): string => path.split(".").at(-1) ?? "";

/** Installs the program into `dir` and returns its path. */
export async function installFreaccmd(dir: string, options: FakeOptions = {}): Promise<string> {
  const path = join(dir, "freaccmd");
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const script = fileURLToPath(import.meta.url);
  // The tool gets a separate home folder. The runtime keeps using its existing cache.
  const cache = Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "/tmp", ".cache/deno");
  const command = ["run", "-A", "--quiet", "--no-config", "--no-lock", script].map(quote).join(" ");
  await Deno.writeTextFile(
    path,
    `#!/bin/sh\nexport DENO_DIR=${quote(resolve(cache))} FREACCMD_FAKE=${quote(JSON.stringify(options))}\n` +
      `exec ${quote(Deno.execPath())} ${command} "$@"\n`,
  );
  await Deno.chmod(path, 0o755);
  return path;
}

if (import.meta.main) {
  try {
    await main(Deno.args, JSON.parse(Deno.env.get("FREACCMD_FAKE") ?? "{}"));
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    say(error.text);
    Deno.exit(error.code);
  }
}
