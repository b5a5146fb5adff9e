import { join } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { languageName, normaliseLanguage } from "../languages/languages.ts";
import { readWordList, type WordList } from "./word_list.ts";

/** The languages of a tesseract installation. */

export interface InstalledLanguages {
  /** By tesseract's own codes. */
  codes: string[];
  /** Where their files lie; tesseract 4 does not say. */
  folder?: string;
}

/** Where tesseract's code differs from ISO 639-2/T. */
const OWN_CODES: Record<string, string[]> = {
  zho: ["chi_sim", "chi_tra"],
  nob: ["nor"],
  nno: ["nor"],
  srp: ["srp", "srp_latn"],
};

/** What tesseract itself reads when no language is given. */
export const DEFAULT_LANGUAGE = "eng";

/** The data this tesseract has. Throws `JobFailure` `tool_missing`. */
export async function installedLanguages(tesseractPath: string, signal?: AbortSignal): Promise<InstalledLanguages> {
  const run = { path: tesseractPath, args: ["--list-langs"], timeoutMs: 10_000, signal };
  const { code, stdout } = await runProcess(run).catch((cause) => {
    throw new JobFailure("tool_missing", `${tesseractPath} cannot be started.`, { cause });
  });
  if (code !== 0) throw new JobFailure("tool_missing", `${tesseractPath} does not list its languages.`);
  return parseLanguages(new TextDecoder().decode(stdout));
}

/** Reads `tesseract --list-langs`: a headline with the folder in quotes, then a code a line. Pure. */
export function parseLanguages(output: string): InstalledLanguages {
  const [head = "", ...rest] = output.split("\n");
  const folder = /"(.+)"/.exec(head)?.[1];
  return { codes: rest.map((line) => line.trim()).filter(Boolean), ...(folder ? { folder } : {}) };
}

/**
 * The codes to read a stream with: those asked for, else the stream's own, else English. `missing` names the packages to
 * install when none of them is there. Pure.
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

/** The words of these languages together; undefined when their files cannot be read. */
export async function wordsOf(codes: string[], folder: string | undefined): Promise<WordList | undefined> {
  if (folder === undefined) return undefined;
  const lists = await Promise.all(codes.map(async (code) => {
    const file = await Deno.readFile(join(folder, `${code}.traineddata`)).catch(() => undefined);
    return file && readWordList(file);
  }));
  const found = lists.filter((list) => list !== undefined);
  // A language without a list would have all its words taken for unknown ones.
  if (found.length < codes.length) return undefined;
  return { has: (word) => found.some((list) => list.has(word)) };
}
