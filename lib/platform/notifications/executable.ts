/**
 * Explains why a file cannot be run. The error of the system names the script even if only its interpreter is missing.
 */

const ELF = [0x7f, 0x45, 0x4c, 0x46];

/** ELF machine numbers (at byte 18) that each architecture runs: its own and that of its 32-bit predecessor. */
const MACHINES: Record<typeof Deno.build.arch, number[]> = { x86_64: [62, 3], aarch64: [183, 40] };

/**
 * Returns the reason why a file cannot be run. Undefined if it can. A file that the kernel rejects with ENOEXEC must be
 * detected before the start, because the C library passes it to `/bin/sh` instead of failing.
 */
export async function refusal(path: string): Promise<string | undefined> {
  try {
    const info = await Deno.stat(path);
    if (info.isDirectory) return "The script's path is a folder.";
    if (!info.isFile) return "The script's path is not a file.";
    if (Deno.build.os === "windows") return undefined;
    if (((info.mode ?? 0o111) & 0o111) === 0) return notExecutable;
  } catch (cause) {
    return await startFailure(path, cause);
  }
  // A program may be executable but not readable.
  const head = await firstBytes(path).catch(() => undefined);
  return head === undefined || isRunnable(head) ? undefined : formatError(head);
}

const notExecutable = "The script is not executable: set its x permission (chmod +x).";

function isRunnable(head: Uint8Array): boolean {
  if (startsWith(head, [0x23, 0x21])) return true;
  if (Deno.build.os !== "linux") return head.length > 0 && !isText(head);
  const machine = (head[18] ?? 0) | (head[19] ?? 0) << 8;
  return startsWith(head, ELF) && MACHINES[Deno.build.arch].includes(machine);
}

function formatError(head: Uint8Array): string {
  if (head.length === 0) return "The script is empty.";
  return isText(head)
    ? "Exec format error: the script's first line must name its interpreter, such as #!/bin/sh."
    : "Exec format error: this server cannot run that program.";
}

/** Describes the error of a failed program start. */
export async function startFailure(path: string, cause: unknown): Promise<string> {
  if (cause instanceof Deno.errors.NotFound) return await interpreterMissing(path) ?? "The script was not found.";
  if (cause instanceof Deno.errors.PermissionDenied) {
    return "Permission to run the script was denied by its folder, its file system (noexec) or its interpreter.";
  }
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? ` (${cause.code})` : "";
  return code === " (ENOEXEC)" ? "Exec format error." : `The script could not be started${code}.`;
}

/**
 * Explains why starting an existing file fails with ENOENT: its interpreter is missing. Undefined if the file cannot be
 * read.
 */
async function interpreterMissing(path: string): Promise<string | undefined> {
  const head = await firstBytes(path).catch(() => undefined);
  if (head === undefined) return undefined;
  if (!startsWith(head, [0x23, 0x21])) return "Bad interpreter: the program's loader is not on this server.";
  const line = new TextDecoder().decode(head).split("\n")[0] ?? "";
  if (line.endsWith("\r")) return "Bad interpreter: the script has Windows line endings; save it with Unix ones.";
  const interpreter = /^#!\s*(\S+)/.exec(line)?.[1] ?? "";
  return `Bad interpreter: the script's first line names ${interpreter.slice(0, 100)}, which was not found.`;
}

async function firstBytes(path: string): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const buffer = new Uint8Array(256);
  return buffer.subarray(0, await file.read(buffer) ?? 0);
}

const startsWith = (bytes: Uint8Array, magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

const isText = (bytes: Uint8Array): boolean => bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
