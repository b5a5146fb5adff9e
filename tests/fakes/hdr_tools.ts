/**
 * Fakes of `dovi_tool` 2.1 and `hdr10plus_tool` 1.6: the subcommands that extract metadata from an HEVC stream and
 * inject it into another, with their command lines and exit codes. They move the actual NAL units of the stream without
 * interpreting the content. `installHdrTools()` installs both into a folder.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { joinNals, nalType, pictures, SEI_PREFIX, splitNals, startsPicture, UNSPEC62 } from "./hevc_nals.ts";

class Exit extends Error {
  constructor(readonly code: number, message: string) {
    super(message);
  }
}

/** Returns the values by option, and the positional arguments. */
function parse(args: string[], withValue: string[], switches: string[]) {
  const values = new Map<string, string>();
  const alone: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (withValue.includes(arg)) values.set(arg, args[++i] ?? "");
    else if (switches.includes(arg)) values.set(arg, "");
    else if (arg.startsWith("-") && arg !== "-") throw new Exit(2, `error: unexpected argument '${arg}' found`);
    else alone.push(arg);
  }
  return { alone, get: (...names: string[]) => names.map((name) => values.get(name)).find((v) => v !== undefined) };
}

async function readInput(path: string | undefined): Promise<Uint8Array> {
  if (path === undefined) throw new Exit(1, "Error: No input file provided.");
  if (path !== "-" && !/\.(hevc|.?265|mkv)$/.test(path)) throw new Exit(1, "Error: Invalid input file type.");
  return path === "-" ? await new Response(Deno.stdin.readable).bytes() : await Deno.readFile(path);
}

async function doviTool(args: string[]): Promise<void> {
  const at = args.findIndex((arg) => ["extract-rpu", "inject-rpu"].includes(arg));
  if (at < 0) throw new Exit(2, "error: unrecognized subcommand");
  parse(args.slice(0, at), ["-m", "--mode"], ["-c", "--crop", "--drop-hdr10plus"]);
  const { alone, get } = parse(args.slice(at + 1), ["-i", "--input", "-o", "--output", "--rpu-out", "-r", "--rpu-in"], [
    "--no-add-aud",
  ]);
  const nals = splitNals(await readInput(get("-i", "--input") ?? alone[0]));
  if (args[at] === "extract-rpu") {
    const found = nals.filter((nal) => nalType(nal) === UNSPEC62);
    if (found.length === 0) throw new Exit(1, "Error: No RPU found in the input file");
    return await Deno.writeFile(get("-o", "--output", "--rpu-out") ?? "RPU.bin", joinNals(found));
  }
  const rpus = splitNals(await Deno.readFile(get("-r", "--rpu-in") ?? ""));
  const clean = nals.filter((nal) => nalType(nal) !== UNSPEC62);
  const last = rpus.at(-1);
  // If there are too few units, the last one is repeated, as in the original.
  const joined = pictures(clean).flatMap((
    picture,
    i,
  ) => [...picture, ...[rpus[i] ?? last].filter((rpu) => rpu !== undefined)]);
  await Deno.writeFile(get("-o", "--output") ?? "injected_output.hevc", joinNals(joined));
}

const isHdr10Plus = (nal: Uint8Array): boolean =>
  nalType(nal) === SEI_PREFIX && nal[2] === 4 && [0xb5, 0, 0x3c].every((byte, i) => nal[4 + i] === byte);

async function hdr10plusTool([command, ...args]: string[]): Promise<void> {
  const { alone, get } = parse(args, ["-i", "--input", "-o", "--output", "-j", "--json"], ["--skip-reorder"]);
  const nals = splitNals(await readInput(get("-i", "--input") ?? alone[0]));
  if (command === "extract") {
    const found = nals.filter(isHdr10Plus);
    if (found.length === 0) throw new Exit(1, "Error: File doesn't contain dynamic metadata, stopping.");
    const SceneInfo = found.map((nal, SequenceFrameIndex) => ({ SequenceFrameIndex, sei: [...nal] }));
    return await Deno.writeTextFile(get("-o", "--output") ?? "metadata.json", JSON.stringify({ SceneInfo }));
  }
  if (command !== "inject") throw new Exit(2, "error: unrecognized subcommand");
  const { SceneInfo }: { SceneInfo: { sei: number[] }[] } = JSON.parse(
    await Deno.readTextFile(get("-j", "--json") ?? ""),
  );
  const joined = pictures(nals.filter((nal) => !isHdr10Plus(nal))).flatMap((picture, i) => {
    const sei = Uint8Array.from((SceneInfo[i] ?? SceneInfo.at(-1))?.sei ?? []);
    return picture.flatMap((nal) => startsPicture(nal) ? [sei, nal] : [nal]);
  });
  await Deno.writeFile(get("-o", "--output") ?? "injected_output.hevc", joinNals(joined));
}

/** Installs both programs into `dir`. Every call adds a line to `calls.txt` in this folder. */
export async function installHdrTools(dir: string): Promise<{ doviToolPath: string; hdr10plusToolPath: string }> {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const script = fileURLToPath(import.meta.url);
  const cache = resolve(Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "/tmp", ".cache/deno"));
  const install = async (name: string): Promise<string> => {
    const path = join(dir, name);
    const command = ["run", "-A", "--quiet", "--no-config", "--no-lock", script, name].map(quote).join(" ");
    await Deno.writeTextFile(
      path,
      `#!/bin/sh\nexport DENO_DIR=${quote(cache)}\necho ${name} "$@" >> ${quote(join(dir, "calls.txt"))}\n` +
        `exec ${quote(Deno.execPath())} ${command} "$@"\n`,
    );
    await Deno.chmod(path, 0o755);
    return path;
  };
  return { doviToolPath: await install("dovi_tool"), hdr10plusToolPath: await install("hdr10plus_tool") };
}

if (import.meta.main) {
  const [name, ...args] = Deno.args;
  try {
    await (name === "dovi_tool" ? doviTool(args) : hdr10plusTool(args));
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    console.error(error.message);
    Deno.exit(error.code);
  }
}
