import { join } from "node:path";
import { RUN_ARGS, RUN_ENV } from "./run_flags.ts";

export interface SelfExtractingOptions {
  /** Folder created by `stageProgram`. */
  program: string;
  /** Path of the runtime to include. */
  denoPath: string;
  version: string;
  out: string;
}

/** tar options for reproducible archives: two builds of the same sources are equal byte for byte. */
const SAME_BYTES = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX"];

/** Writes one executable file: a shell header, followed by a compressed archive of the runtime and the program. */
export async function assembleSelfExtracting(
  { program, denoPath, version, out }: SelfExtractingOptions,
): Promise<void> {
  const payload = await Deno.makeTempFile({ prefix: "lathe-payload-" });
  try {
    await run("tar", ["-cf", payload, ...SAME_BYTES, "-C", program, "--transform", "s,^\\.,app,", "."]);
    await Deno.chmod(denoPath, 0o755).catch(() => {});
    await run("tar", [
      "-rf",
      payload,
      ...SAME_BYTES,
      "-C",
      dirnameOf(denoPath),
      "--transform",
      "s,.*,deno,",
      baseOf(denoPath),
    ]);
    const compressed = (await Deno.readFile(payload)).buffer;
    const body = new Uint8Array(
      await new Response(new Blob([compressed]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
    );
    const id = `${version}-${await shortHash(body)}`;
    const template = await Deno.readTextFile(new URL("./launcher.sh", import.meta.url));
    const lineCount = template.trimEnd().split("\n").length;
    const header = template.trimEnd().replaceAll("@ID@", id).replaceAll("@FIRST@", String(lineCount + 1))
      .replaceAll("@RUN@", RUN_ARGS.join(" "))
      .replaceAll("@ENV@", Object.entries(RUN_ENV).map(([name, value]) => `${name}=${value}`).join(" ")) + "\n";
    const temporary = join(`${out}.new`);
    await Deno.writeTextFile(temporary, header, { mode: 0o755 });
    await Deno.writeFile(temporary, body, { append: true });
    await Deno.chmod(temporary, 0o755);
    await Deno.rename(temporary, out);
  } finally {
    await Deno.remove(payload);
  }
}

async function shortHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 8), (b) => b.toString(16).padStart(2, "0")).join("");
}

async function run(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdin: "null", stderr: "piped" }).output();
  if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr)}`);
}

const dirnameOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";
const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
