import { type DiscSource, RipProblem } from "../model.ts";
import { isReadError, type Meaning, meaningOf, rankOf } from "./message_codes.ts";
import type { RobotRecord } from "./robot_record.ts";
import type { MakemkvEnd } from "./run_makemkv.ts";

/** What a run of MakeMKV came to. Its exit code alone proves nothing, neither good nor bad. Pure. */

type Message = Extract<RobotRecord, { type: "MSG" }>;

const messagesOf = ({ records }: MakemkvEnd): Message[] => records.filter((record) => record.type === "MSG");

/** It ends so when a key has expired; older versions print nothing that says it. */
const EXPIRED_CODE = 253;
/** Shells count so a program that a signal ended. */
const SIGNALLED = 128;
const OPENED = 5011;

/** Why a disc was not opened; undefined when it was. */
export function openingProblem(end: MakemkvEnd, source: DiscSource): RipProblem | undefined {
  const opened = messagesOf(end).some(({ code }) => code === OPENED);
  const listed = end.records.some(({ type }) => type === "TCOUNT");
  return opened && listed && end.code === 0 ? undefined : problemOf(end, source, "MakeMKV could not open the disc.");
}

/** A file that a copy wrote. */
export interface WrittenFile {
  name: string;
  sizeBytes: number;
}

/** Why a title was not saved whole; undefined when every sign says that it was. `files` are all that lie in its folder. */
export function copyProblem(
  end: MakemkvEnd,
  source: DiscSource,
  files: readonly WrittenFile[],
): RipProblem | undefined {
  const failed = (why: string) => problemOf(end, source, `MakeMKV did not save the title: ${why}.`);
  if (end.code !== 0) return failed(`it ended with ${end.code}`);
  const messages = messagesOf(end);
  if (messages.some(({ code }) => code === 5003)) return failed("it says that saving failed");
  const last = messages.findLast(({ code }) => [5004, 5005, 5036, 5037].includes(code));
  if (last === undefined) return failed("it never said that it was done");
  const [saved = "", failures = "0"] = last.params;
  if (Number(saved) !== 1 || Number(failures) !== 0) {
    return failed(`it saved ${saved || 0} titles, and ${failures} failed`);
  }
  const titles = files.filter(({ name }) => /\.mkv$/i.test(name));
  if (titles.length !== 1) return failed(`it wrote ${titles.length} files in place of one`);
  return titles[0]?.sizeBytes === 0 ? failed("the file is empty") : undefined;
}

/** The most telling reason that was printed. */
function problemOf(end: MakemkvEnd, source: DiscSource, otherwise: string): RipProblem {
  const found = messagesOf(end).map(({ code, params }) => ({ rank: rankOf(code), meaning: meaningOf(code, params) }))
    .filter(({ meaning }) => meaning?.kind === "problem").sort((a, b) => a.rank - b.rank)[0]?.meaning;
  const isExpired = end.code === EXPIRED_CODE && found?.code !== "key_expired";
  const meaning = isExpired ? meaningOf(5021, []) : found;
  if (meaning?.code === "busy" && source.kind !== "device") return problem({ ...meaning, code: "failed" });
  if (meaning !== undefined) return problem(meaning);
  if (end.code >= SIGNALLED) {
    return new RipProblem("failed", `MakeMKV crashed (signal ${end.code - SIGNALLED}).`, { remedy: "Start again." });
  }
  const last = messagesOf(end).at(-1)?.text;
  return new RipProblem("failed", last === undefined ? otherwise : `${otherwise} Its last message: ${last}`);
}

const problem = ({ code, sentence, remedy }: Meaning): RipProblem =>
  new RipProblem(code, sentence, remedy === undefined ? {} : { remedy });

/** Sentences on what was printed and ended nothing, each once. */
export function warningsOf(end: MakemkvEnd): string[] {
  const meanings = messagesOf(end).map(({ code, params }) => meaningOf(code, params));
  const told = meanings.filter((meaning) => meaning?.kind === "warning");
  return [...new Set(told.map((meaning) => [meaning?.sentence, meaning?.remedy].filter(Boolean).join(" ")))];
}

/** How many places could not be read, or were damaged, in a run that may have ended well all the same. */
export const readErrorsOf = (end: MakemkvEnd): number => messagesOf(end).filter(({ code }) => isReadError(code)).length;

/** Whether the licence keeps MakeMKV from opening discs. */
export const isKeyExpired = (end: MakemkvEnd): boolean =>
  end.code === EXPIRED_CODE ||
  messagesOf(end).some(({ code, params }) => meaningOf(code, params)?.code === "key_expired");

/** The last message that says something about titles; for discs where none was found. */
export const lastMessageOf = (end: MakemkvEnd): string | undefined =>
  messagesOf(end).findLast(({ code }) => code !== OPENED)?.text;
