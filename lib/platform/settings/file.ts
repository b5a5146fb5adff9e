import { dirname } from "node:path";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { Fault } from "../../kit/fault.ts";
import { READ_RARELY, Settings } from "./schema.ts";
import { valueAt } from "./tree.ts";

/** Called with a sentence for each problem with the settings file. */
export type Warn = (message: string) => void;

/** Reads the file, or its copy if the file is damaged. Undefined if neither exists. Throws if neither can be read. */
export async function readSettings(path: string, warn: Warn): Promise<unknown> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const [text, copy] = await Promise.all([path, copyOf(path)].map(readText));
  const used = chosen(text, copy);
  if (used !== undefined) {
    if (used !== text) warn(`${path} is unreadable or incomplete; its copy is used.`);
    else if (text !== copy) await keepCopy(path, text, warn);
    return JSON.parse(used);
  }
  if (text === undefined && copy === undefined) return undefined;
  throw new Fault("internal", `Neither ${path} nor ${copyOf(path)} can be read. Repair or remove them.`);
}

/** Writes the file and then its copy, each atomically. */
export async function writeSettings(path: string, settings: Settings, warn: Warn): Promise<void> {
  const text = JSON.stringify(settings, null, 2) + "\n";
  await writeFileAtomic(path, text);
  await keepCopy(path, text, warn);
}

/**
 * Reads a settings file without changing anything, for programs that only read it. Undefined if no file can be read.
 */
export async function peekSettings(path: string): Promise<Settings | undefined> {
  const [text, copy] = await Promise.all([path, copyOf(path)].map(readText));
  const used = chosen(text, copy);
  return used === undefined ? undefined : Settings.parse(JSON.parse(used), READ_RARELY);
}

/**
 * Returns the state of the settings file: `whole` if Lathe has written it or if it requires a login, `partial` if it
 * may have lost the required login, `none` if it cannot be read.
 */
export async function settingsState(path: string): Promise<"whole" | "partial" | "none"> {
  const [text, copy] = await Promise.all([path, copyOf(path)].map(readText));
  const used = chosen(text, copy);
  return used === undefined ? "none" : isOpenPart(used) ? "partial" : "whole";
}

/** Returns the first readable text that is whole, or otherwise the first readable one. The file precedes its copy. */
function chosen(text: string | undefined, copy: string | undefined): string | undefined {
  // File and copy are equal except after a crash, so usually only one text is checked at startup.
  const readable = [...new Set([text, copy])].filter((one) => one !== undefined).filter(isReadable);
  return readable.find((one) => !isOpenPart(one)) ?? readable[0];
}

/** True if the settings lack the API key that is written at the first start, and require no login. */
function isOpenPart(text: string): boolean {
  const tree: unknown = JSON.parse(text);
  return valueAt(tree, "general.security.apiKey") === undefined &&
    Settings.parse(tree, READ_RARELY).general.security.authentication === "none";
}

const copyOf = (path: string): string => `${path}.copy`;

/**
 * Updates the copy, which must be as recent as the file, because an older one might have no authentication or an old
 * API key.
 */
async function keepCopy(path: string, text: string, warn: Warn): Promise<void> {
  await writeFileAtomic(copyOf(path), text).catch((error) => warn(`${copyOf(path)} cannot be written: ${error}`));
}

function isReadable(text: string): boolean {
  try {
    return Settings.safeParse(JSON.parse(text), READ_RARELY).success;
  } catch {
    return false;
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
