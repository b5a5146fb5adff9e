/**
 * Fake of MakeMKV's `makemkvcon` 1.18 in robot mode: its command line, records and their order, exit codes and
 * failures, controlled by a scenario. `installMakemkv()` installs it into a folder as a program.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { driveLines, infoLines, message, outputName, record, type Scenario } from "./makemkv_disc.ts";

/** Exit with a code. */
class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

interface Call {
  args: string[];
  home: string;
  locale: string;
  settings: string;
}

/** State of one run. */
interface Run {
  folder: string;
  scenario: Scenario;
  options: Map<string, string>;
  say(...lines: string[]): void;
}

const MAX = 65536;

function speaker({ german, rubbish }: Scenario, options: Map<string, string>): Run["say"] {
  const translated = (line: string): string => {
    if (!german || !line.startsWith("MSG:")) return line;
    const [head = ""] = line.split('"');
    return line.replace(/"(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"/, '"Über %1 läßt sich nichts sagen","Größe"').replace(
      /^[^"]*/,
      head,
    );
  };
  return (...lines) => {
    const shown = lines.filter((line) => !line.startsWith("PRG") || options.has("progress")).map(translated);
    const odd = rubbish ? ["", "java.lang.NullPointerException: MSG", "MSG:", "TINFO:0,9", 'DRV:0,"x"', "%s"] : [];
    const bytes = new TextEncoder().encode(
      [...odd, ...shown].map((line) => `${line}${rubbish ? "\r\n" : "\n"}`).join(""),
    );
    // With `rubbish`, the chunks split characters.
    const size = rubbish ? 7 : bytes.length;
    for (let at = 0; at < bytes.length; at += size) Deno.stdout.writeSync(bytes.subarray(at, at + size));
  };
}

async function main(args: string[], folder: string): Promise<void> {
  const scenario: Scenario = JSON.parse(await Deno.readTextFile(join(folder, "scenario.json")));
  const options = new Map(
    args.filter((arg) => arg.startsWith("-")).map((arg): [string, string] => {
      const [name = "", value = ""] = arg.replace(/^-+/, "").split("=");
      return [name, value];
    }),
  );
  const [command, source = "", number = "", output = ""] = args.filter((arg) => !arg.startsWith("-"));
  const home = Deno.env.get("HOME") ?? "";
  const settings = await Deno.readTextFile(join(home, ".MakeMKV/settings.conf")).catch(() => "");
  const call: Call = { args, home, locale: Deno.env.get("LC_ALL") ?? "", settings };
  await Deno.writeTextFile(join(folder, "calls"), `${JSON.stringify(call)}\n`, { append: true });
  if (scenario.stubborn) Deno.addSignalListener("SIGTERM", () => {});
  const run: Run = { folder, scenario, options, say: speaker(scenario, options) };
  if (command === "reg") return await register(home, source);
  if (!options.has("r") && !options.has("robot") || command !== "info" && command !== "mkv") {
    console.log("Use: makemkvcon [switches] Command [Parameters]");
    throw new Exit(1);
  }
  const titles = await open(run, source, settings, command === "mkv");
  if (command === "info") {
    const listed = infoLines({ ...scenario, titles });
    run.say(record("TCOUNT", titles.length), ...listed);
  } else await save(run, titles[Number(number)], Number(number), output);
}

async function register(home: string, key: string): Promise<void> {
  await Deno.mkdir(join(home, ".MakeMKV"), { recursive: true });
  await Deno.writeTextFile(join(home, ".MakeMKV/settings.conf"), `app_Key = "${key}"\n`);
}

type Titles = NonNullable<Scenario["titles"]>;

async function open(
  { folder, scenario, options, say }: Run,
  source: string,
  settings: string,
  saves: boolean,
): Promise<Titles> {
  const { drives = [], type, titles = [], expired, wantsKey, renumbers, hang, german } = scenario;
  say(message(1005, 0, "%1 started", "MakeMKV v1.18.1 linux(x64-release)"));
  if (expired === "code") throw new Exit(253);
  if (expired === "version") {
    say(message(5021, 131332, "This application version is too old. %1", "http://www.example.com/"));
    throw new Exit(253);
  }
  say(record("PRGT", 5018, 0, "Scanning CD-ROM devices"), record("PRGC", 5018, 0, "Scanning CD-ROM devices"));
  say(record("PRGV", 0, 0, MAX), record("PRGV", MAX, MAX, MAX));
  if (drives.length === 0 && source.startsWith("disc:")) say(message(5042, 0, "No usable optical drives found"));
  say(...driveLines(drives), record("PRGV", 0, MAX, MAX), record("PRGV", 0, 0, MAX));
  const refused = () => {
    say(message(5010, 0, "Failed to open disc"), record("TCOUNT", 0));
    throw new Exit(11);
  };
  if (source === "disc:9999") refused();
  const hasKey = wantsKey === undefined || settings.includes(`app_Key = "${wantsKey}"`);
  if (expired === "evaluation" || !hasKey) {
    say(message(5052, 0, "Evaluation version, evaluation period expired %1 day(s) ago", 3));
    say(message(5055, 516, "Evaluation period has expired, shareware functionality unavailable."));
    refused();
  }
  if (await counted(folder, "busy", scenario.busy ?? 0)) refused();
  say(record("PRGT", type === "dvd" ? 3100 : 3404, 0, german ? "Öffne Disc" : "Opening disc"));
  say(message(3007, 0, "Using direct disc access mode"), record("PRGC", 3400, 0, "Processing AV clips"));
  say(record("PRGV", 0, 0, MAX), record("PRGV", MAX, 51171, MAX));
  if (hang === "opening") await hanging();
  const turned = renumbers && (saves || await Deno.stat(join(folder, "saved")).then(() => true, () => false));
  const minimum = Number(options.get("minlength") ?? "120");
  const long = titles.filter(({ seconds }) => seconds >= minimum);
  for (const { seconds, file = "" } of titles) {
    if (seconds < minimum) {
      say(
        message(
          3025,
          16777216,
          "Title #%1 has length of %2 seconds which is less than minimum title length of %3 seconds and was therefore skipped",
          file,
          seconds,
          minimum,
        ),
      );
    }
  }
  const listed = turned ? long.toReversed() : long;
  listed.forEach(({ file }, i) => file && say(message(3307, 0, "File %1 was added as title #%2", file, i)));
  say(message(5011, 0, "Operation successfully completed"));
  return listed;
}

async function save(
  { folder, scenario, say }: Run,
  title: Titles[number] | undefined,
  index: number,
  output: string,
): Promise<void> {
  const { readErrors = 0, save: fault, hang } = scenario;
  await Deno.writeTextFile(join(folder, "saved"), "");
  if (title === undefined) throw new Exit(12);
  const path = join(output, outputName(index));
  say(message(5014, 131072, "Saving %1 titles into directory %2", 1, `file://${output}`));
  say(
    record("PRGT", 5024, 0, "Saving all titles to MKV files"),
    record("PRGC", 5057, index, "Analyzing seamless segments"),
  );
  say(record("PRGV", MAX, 655, MAX), record("PRGC", 5017, index, "Saving to MKV file"));
  const failed = (code: number) => {
    say(message(5003, 0, "Failed to save title %1 to file %2", index, path));
    say(
      message(5004, 0, "%1 titles saved, %2 failed", 0, 1),
      message(5037, 516, "Copy complete. %1 titles saved, %2 failed.", 0, 1),
    );
    throw new Exit(code);
  };
  const bytes = await Deno.readFile(title.media);
  await Deno.writeFile(path, bytes.subarray(0, bytes.length / 2));
  say(record("PRGV", 0, 655, MAX), record("PRGV", MAX / 2, 33095, MAX));
  if (hang === "saving") await hanging();
  for (let i = 0; i < (readErrors === "fatal" ? 11 : readErrors); i++) {
    say(
      message(
        2003,
        0,
        "Error '%1' occurred while reading '%2' at offset '%3'",
        "Scsi error - MEDIUM ERROR:L-EC UNCORRECTABLE ERROR",
        "/BDMV/STREAM/00055.m2ts",
        "21474836480",
      ),
    );
  }
  if (readErrors === "fatal") {
    say(message(2023, 131072, "Encountered %1 errors of type '%2'", 11, "Read Error"));
    await Deno.remove(path);
    failed(0);
  }
  if (fault === "none") failed(0);
  if (fault === "full") {
    say(message(2019, 0, "Error '%1' occurred while writing '%2'", "Posix error - No space left on device", path));
    failed(1);
  }
  if (fault === "crash") {
    Deno.kill(Deno.pid, "SIGABRT");
    // The signal may be delivered with a delay.
    await hanging();
  }
  if (fault !== "half") await Deno.writeFile(path, fault === "empty" ? new Uint8Array() : bytes);
  if (fault === "two") await Deno.writeFile(join(output, "other_t09.mkv"), bytes);
  say(record("PRGV", MAX, 65535, MAX));
  if (fault !== "silent") say(message(5036, 260, "Copy complete. %1 titles saved.", 1));
  if (fault === "code") throw new Exit(1);
}

/** Returns true for the first `times` calls with this name. */
async function counted(folder: string, name: string, times: number): Promise<boolean> {
  const path = join(folder, name);
  const before = Number(await Deno.readTextFile(path).catch(() => "0"));
  await Deno.writeTextFile(path, String(before + 1));
  return before < times;
}

/** Waits until the process is killed. */
const hanging = (): Promise<void> => new Promise(() => setInterval(() => {}, 60_000));

/** The installed program. */
export interface InstalledMakemkv {
  path: string;
  /** Changes the behaviour of subsequent runs. */
  set(scenario: Scenario): Promise<void>;
  calls(): Promise<Call[]>;
}

/** Installs the program into `dir`. */
export async function installMakemkv(dir: string, scenario: Scenario): Promise<InstalledMakemkv> {
  const folder = join(dir, "fake-makemkv");
  const path = join(folder, "makemkvcon");
  await Deno.mkdir(folder, { recursive: true });
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  // The tool gets a separate home folder. The runtime keeps using its existing cache.
  const cache = Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "/tmp", ".cache/deno");
  const command = ["run", "-A", "--quiet", "--no-config", "--no-lock", fileURLToPath(import.meta.url)].map(quote).join(
    " ",
  );
  await Deno.writeTextFile(
    path,
    `#!/bin/sh\nexport DENO_DIR=${quote(resolve(cache))} MAKEMKV_FAKE=${quote(folder)}\nexec ${
      quote(Deno.execPath())
    } ${command} "$@"\n`,
  );
  await Deno.chmod(path, 0o755);
  const set = (scenario: Scenario) => Deno.writeTextFile(join(folder, "scenario.json"), JSON.stringify(scenario));
  await set(scenario);
  return {
    ...{ path, set },
    calls: async () => {
      const text = await Deno.readTextFile(join(folder, "calls")).catch(() => "");
      return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    },
  };
}

if (import.meta.main) {
  try {
    await main(Deno.args, Deno.env.get("MAKEMKV_FAKE") ?? "");
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    Deno.exit(error.code);
  }
}
