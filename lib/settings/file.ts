import { dirname } from "node:path";
import { writeFileAtomic } from "../kit/atomic_file.ts";
import { Fault } from "../kit/fault.ts";
import { Settings } from "./schema.ts";

/** Told in a sentence when something about the file is not as it should be. */
export type Warn = (message: string) => void;

/** Reads the file, or its copy when it is damaged; undefined when there is neither. Throws when neither can be read. */
export async function readSettings(path: string, warn: Warn): Promise<unknown> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const [text, copy] = await Promise.all([path, copyOf(path)].map(readText));
  if (text !== undefined && isReadable(text)) {
    if (text !== copy) await keepCopy(path, text, warn);
    return JSON.parse(text);
  }
  if (copy !== undefined && isReadable(copy)) {
    warn(`${path} cannot be read; its copy is used.`);
    return JSON.parse(copy);
  }
  if (text === undefined && copy === undefined) return undefined;
  throw new Fault("internal", `Neither ${path} nor ${copyOf(path)} can be read. Repair or remove them.`);
}

/** Writes the file and then its copy, each whole or not at all. */
export async function writeSettings(path: string, settings: Settings, warn: Warn): Promise<void> {
  const text = JSON.stringify(settings, null, 2) + "\n";
  await writeFileAtomic(path, text);
  await keepCopy(path, text, warn);
}

/** What a settings file says, for a program that only looks: changes nothing, undefined when nothing readable is there. */
export async function peekSettings(path: string): Promise<Settings | undefined> {
  const texts = await Promise.all([path, copyOf(path)].map(readText));
  const text = texts.find((one) => one !== undefined && isReadable(one));
  return text === undefined ? undefined : Settings.parse(JSON.parse(text));
}

const copyOf = (path: string): string => `${path}.copy`;

/** The copy is of the same age as the file: an older one might know nothing of authentication or of a new API key. */
async function keepCopy(path: string, text: string, warn: Warn): Promise<void> {
  await writeFileAtomic(copyOf(path), text).catch((error) => warn(`${copyOf(path)} cannot be written: ${error}`));
}

function isReadable(text: string): boolean {
  try {
    return Settings.safeParse(JSON.parse(text)).success;
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
