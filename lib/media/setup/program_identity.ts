import { encodertoolOf } from "../audio/encodertool_text.ts";
import { runProcess } from "../../kit/process/process.ts";
import type { NamedProgram } from "../../platform/settings/program_rules.ts";

/** Arguments for a program, and the output by which it is identified. */
interface Identity {
  name: string;
  args: string[];
  isIn(printed: string): boolean;
}

const IDENTITIES: Record<string, Identity> = {
  ffmpegPath: { name: "ffmpeg", args: ["-version"], isIn: (text) => /^ffmpeg version /m.test(text) },
  ffprobePath: { name: "ffprobe", args: ["-version"], isIn: (text) => /^ffprobe version /m.test(text) },
  encodertoolPath: { name: "freaccmd", args: [], isIn: (text) => encodertoolOf(text) !== undefined },
  doviToolPath: { name: "dovi_tool", args: ["--version"], isIn: (text) => /^dovi_tool \d/m.test(text) },
  hdr10plusToolPath: { name: "hdr10plus_tool", args: ["--version"], isIn: (text) => /^hdr10plus_tool \d/m.test(text) },
  "ocr.ocrPath": { name: "tesseract", args: ["--version"], isIn: (text) => /^tesseract v?\d/m.test(text) },
  "disc.ripperPath": {
    name: "MakeMKV",
    // Queries a drive that does not exist. MakeMKV's first message contains its version.
    args: ["-r", "--cache=1", "--noscan", "info", "disc:9999"],
    isIn: (text) => /^MSG:1005,/m.test(text),
  },
  "disc.cd.ripperPath": { name: "cd-paranoia", args: ["--version"], isIn: (text) => /^cd-?paranoia\b/im.test(text) },
};

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 256 * 1024;

/**
 * Returns the reason why a program is not the one that its setting expects. Undefined if it is, or if the setting is
 * for a script of the user. Runs the program, so its path must be checked first.
 */
export async function identityProblem(
  { key, path }: NamedProgram,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<string | undefined> {
  const identity = Object.hasOwn(IDENTITIES, key) ? IDENTITIES[key] : undefined;
  if (identity === undefined) return undefined;
  const { name, args, isIn } = identity;
  // A temporary home folder is used, because some programs write their settings at every start.
  const home = await Deno.makeTempDir({ prefix: "lathe_identity_" });
  try {
    const result = await runProcess({ path, args, env: { HOME: home }, cwd: home, timeoutMs, maxBytes: MAX_BYTES })
      .catch(() => undefined);
    if (result === undefined) {
      return `This program cannot be started on this server, so it could not be identified as ${name}.`;
    }
    if (result.timedOut) {
      return `This program did not print its version in time, so it could not be identified as ${name}.`;
    }
    // Searches stdout and stderr and ignores the exit code, because these differ between versions.
    const printed = `${new TextDecoder().decode(result.stdout)}\n${result.stderr}`;
    return isIn(printed) ? undefined : `This program is not ${name}: it does not print the version of ${name}.`;
  } finally {
    await Deno.remove(home, { recursive: true }).catch(() => {});
  }
}
