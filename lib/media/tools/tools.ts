import { delimiter, isAbsolute, join } from "node:path";
import { cannotRun, executableKind } from "./executable.ts";

/** Path of a program, or a message with the problem and its solution. */
export interface ToolLookup {
  path?: string;
  error?: string;
}

/** Options of a search for a program. Outside of tests, only `judge` is set. */
export interface ToolSearch {
  /** Folders to search, in order. By default, PATH and then the usual installation folders of packages. */
  folders?: string[];
  os?: string;
  arch?: string;
  /** Returns the reason why a program in the settings must not be run. Called at each search. */
  judge?(path: string): Promise<string | undefined>;
}

/**
 * Finds a program by its configured absolute path or, if that is empty, by name. The file itself is inspected, because
 * starting an executable that is empty or built for another system may have no effect instead of failing.
 */
export async function findTool(name: string, configuredPath: string, search: ToolSearch = {}): Promise<ToolLookup> {
  const { folders = usualFolders(), os = Deno.build.os, arch = Deno.build.arch } = search;
  if (configuredPath !== "") {
    if (!isAbsolute(configuredPath)) return { error: `The path to ${name} must be absolute: ${configuredPath}.` };
    const error = await fault(configuredPath, os, arch);
    if (error) return { error: `${configuredPath} ${error}.` };
    const refused = await search.judge?.(configuredPath);
    return refused === undefined ? { path: configuredPath } : { error: `${configuredPath} cannot be run: ${refused}` };
  }
  const file = os === "windows" ? `${name}.exe` : name;
  const refused: string[] = [];
  for (const folder of folders) {
    const path = join(folder, file);
    const error = await fault(path, os, arch);
    if (!error) return { path };
    if (error !== MISSING) refused.push(`${path} ${error}`);
  }
  const hint = refused.length > 0 ? ` (${refused.join("; ")})` : "";
  return { error: `${name} was not found${hint}. Install it or set its path in the settings.` };
}

const MISSING = "does not exist";

async function fault(path: string, os: string, arch: string): Promise<string | undefined> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (!info) return MISSING;
  if (!info.isFile) return "is not a file";
  if (info.size === 0) return "is empty";
  if (os !== "windows" && info.mode !== null && (info.mode & 0o111) === 0) return "is not marked as executable";
  const head = await readHead(path).catch(() => undefined);
  return head ? cannotRun(executableKind(head), os, arch) : "cannot be read";
}

async function readHead(path: string): Promise<Uint8Array> {
  using file = await Deno.open(path, { read: true });
  const buffer = new Uint8Array(4096);
  return buffer.subarray(0, await file.read(buffer) ?? 0);
}

function usualFolders(): string[] {
  const fromPath = (Deno.env.get("PATH") ?? "").split(delimiter).filter(isAbsolute);
  const usual = Deno.build.os === "windows" ? ["C:\\Program Files\\ffmpeg\\bin", "C:\\ffmpeg\\bin"] : [
    ...["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/usr/lib/jellyfin-ffmpeg", "/opt/ffmpeg/bin"],
    ...["/opt/makemkv/bin", "/snap/bin"],
  ];
  return [...new Set([...fromPath, ...usual])];
}
