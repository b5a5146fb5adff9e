/**
 * Runs one main flow of each kind with the newest ffmpeg of Debian: `deno task test:newest-ffmpeg`. Installs it into
 * the cache of the tests first, in at most two minutes. If it cannot be downloaded, skips the tests and exits with 0.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../kit/cached_files.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INSTALL_LIMIT_MS = 120_000;
const MAX_AGE_MS = 7 * 24 * 3600_000;

/** Files whose fast tests are run: differences between versions, encode, undo, segments, music, disc, audio CD. */
const FLOWS = [
  "lib/media/tools",
  "lib/encode/args/encoder_options_test.ts",
  "lib/jobs/queue/queue_test.ts",
  "lib/jobs/segments/segments_test.ts",
  "lib/jobs/music_test.ts",
  "tests/discs/encode_test.ts",
  "tests/discs/cd_test.ts",
];

const folder = join(cacheFolder(), "newest-ffmpeg");
const problem = await isFresh(folder) ? undefined : await install(folder);
if (problem !== undefined) {
  console.log(`Skipped: the newest ffmpeg cannot be installed here. ${problem}`);
  Deno.exit(0);
}
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", "tests/runner/main.ts", "--fast", ...FLOWS],
  cwd: ROOT,
  env: { LATHE_FFMPEG: join(folder, "bin") },
  stdin: "null",
}).spawn().status;
Deno.exit(code);

/** True if the folder has a working ffmpeg that was installed within the last days. */
async function isFresh(folder: string): Promise<boolean> {
  const program = join(folder, "bin", "ffprobe");
  const info = await Deno.stat(program).catch(() => undefined);
  if (info === undefined || Date.now() - (info.mtime?.getTime() ?? 0) > MAX_AGE_MS) return false;
  return (await new Deno.Command(program, { args: ["-version"], stdout: "null", stderr: "null" }).output()).success;
}

/** Installs the newest ffmpeg. Returns the reason if this fails. */
async function install(folder: string): Promise<string | undefined> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "build/other_ffmpeg.ts", "sid", folder],
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(INSTALL_LIMIT_MS),
  }).spawn();
  const { success, signal, stdout, stderr } = await child.output();
  if (success) {
    console.log(new TextDecoder().decode(stdout).trim());
    return undefined;
  }
  if (signal !== null) return `The installation took more than ${INSTALL_LIMIT_MS / 60_000} minutes.`;
  const lines = new TextDecoder().decode(stderr).trim().split("\n");
  return lines.find((line) => /^(error|E): /i.test(line)) ?? lines.at(-1) ?? "It ended with an error.";
}
