import { join } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { languageName, normaliseLanguage } from "../languages/languages.ts";
import { readWordList, type WordList } from "./word_list.ts";

/** The languages of a tesseract installation. */

export interface InstalledLanguages {
  /** Language codes as used by tesseract. */
  codes: string[];
  /** Folder of the language files. tesseract 4 does not report it. */
  folder?: string;
}

/** tesseract codes of languages for which they differ from ISO 639-2/T. */
const OWN_CODES: Record<string, string[]> = {
  zho: ["chi_sim", "chi_tra"],
  nob: ["nor"],
  nno: ["nor"],
  srp: ["srp", "srp_latn"],
};

/** Default language of tesseract. */
export const DEFAULT_LANGUAGE = "eng";

/** Returns the languages installed for this tesseract. Throws `JobFailure` `tool_missing`. */
export async function installedLanguages(tesseractPath: string, signal?: AbortSignal): Promise<InstalledLanguages> {
  const run = { path: tesseractPath, args: ["--list-langs"], timeoutMs: 10_000, signal };
  const { code, stdout } = await runProcess(run).catch((cause) => {
    throw new JobFailure("tool_missing", `${tesseractPath} cannot be started.`, { cause });
  });
  if (code !== 0) throw new JobFailure("tool_missing", `${tesseractPath} did not list its languages.`);
  return parseLanguages(new TextDecoder().decode(stdout));
}

/** Parses `tesseract --list-langs`: a heading with the folder in quotes, then one code per line. Pure. */
export function parseLanguages(output: string): InstalledLanguages {
  const [head = "", ...rest] = output.split("\n");
  const folder = /"(.+)"/.exec(head)?.[1];
  return { codes: rest.map((line) => line.trim()).filter(Boolean), ...(folder ? { folder } : {}) };
}

/**
 * Returns the codes for a stream: the requested languages, or the language of the stream, or English. `missing` lists
 * the packages to install if none of them is available. Pure.
 */
export function chooseLanguages(
  wanted: string[],
  stream: string | undefined,
  installed: string[],
): { codes: string[]; missing?: string } {
  const asked = wanted.length > 0 ? wanted : stream ? [stream] : [DEFAULT_LANGUAGE];
  const codes = asked.flatMap((code) => {
    const normal = normaliseLanguage(code) ?? code;
    return (OWN_CODES[normal] ?? [normal]).filter((own) => installed.includes(own)).slice(0, 1);
  });
  if (codes.length > 0) return { codes: [...new Set(codes)] };
  const names = asked.map((code) => `${languageName(code)} (tesseract-ocr-${normaliseLanguage(code) ?? code})`);
  return { codes, missing: names.join(", ") };
}

/** Combines the word lists of these languages. Undefined if a list cannot be read. */
export async function wordsOf(codes: string[], folder: string | undefined): Promise<WordList | undefined> {
  if (folder === undefined) return undefined;
  const lists = await Promise.all(codes.map(async (code) => {
    const file = await Deno.readFile(join(folder, `${code}.traineddata`)).catch(() => undefined);
    return file && readWordList(file);
  }));
  const found = lists.filter((list) => list !== undefined);
  // Without the list of one language, all words of that language would be treated as unknown.
  if (found.length < codes.length) return undefined;
  return { has: (word) => found.some((list) => list.has(word)) };
}
