import { type DiscSource, RipProblem } from "../../ripper_model.ts";
import { isReadError, type Meaning, meaningOf, rankOf } from "./message_codes.ts";
import type { RobotRecord } from "./robot_record.ts";
import type { MakemkvEnd } from "./run_makemkv.ts";

/** Determines the result of a MakeMKV run. The exit code alone is not reliable. Pure. */

type Message = Extract<RobotRecord, { type: "MSG" }>;

const messagesOf = ({ records }: MakemkvEnd): Message[] => records.filter((record) => record.type === "MSG");

/** Exit code for an expired key. Older versions do not print a message. */
const EXPIRED_CODE = 253;
/** Offset of the signal number in the exit code of a terminated program, as in shells. */
const SIGNALLED = 128;
const OPENED = 5011;

/** Returns the reason why a disc was not opened. Undefined if it was opened. */
export function openingProblem(end: MakemkvEnd, source: DiscSource): RipProblem | undefined {
  const opened = messagesOf(end).some(({ code }) => code === OPENED);
  const listed = end.records.some(({ type }) => type === "TCOUNT");
  return opened && listed && end.code === 0 ? undefined : problemOf(end, source, "MakeMKV could not open the disc.");
}

/** A file that MakeMKV has written. */
export interface WrittenFile {
  name: string;
  sizeBytes: number;
}

/**
 * Returns the reason why a title was not saved completely. Undefined if no problem was detected. `files` are all files
 * in the output folder.
 */
export function copyProblem(
  end: MakemkvEnd,
  source: DiscSource,
  files: readonly WrittenFile[],
): RipProblem | undefined {
  const failed = (why: string) => problemOf(end, source, `MakeMKV did not save the title: ${why}.`);
  if (end.code !== 0) return failed(`it exited with code ${end.code}`);
  const messages = messagesOf(end);
  if (messages.some(({ code }) => code === 5003)) return failed("it reported that saving failed");
  const last = messages.findLast(({ code }) => [5004, 5005, 5036, 5037].includes(code));
  if (last === undefined) return failed("it never reported completion");
  const [saved = "", failures = "0"] = last.params;
  if (Number(saved) !== 1 || Number(failures) !== 0) {
    return failed(`it saved ${saved || 0} titles, and ${failures} failed`);
  }
  const titles = files.filter(({ name }) => /\.mkv$/i.test(name));
  if (titles.length !== 1) return failed(`it wrote ${titles.length} files instead of one`);
  return titles[0]?.sizeBytes === 0 ? failed("the file is empty") : undefined;
}

/** Returns the most significant reason that was printed. */
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

/** Returns the warnings that did not stop the run, without duplicates. */
export function warningsOf(end: MakemkvEnd): string[] {
  const meanings = messagesOf(end).map(({ code, params }) => meaningOf(code, params));
  const warnings = meanings.filter((meaning) => meaning?.kind === "warning");
  return [...new Set(warnings.map((meaning) => [meaning?.sentence, meaning?.remedy].filter(Boolean).join(" ")))];
}

/** Returns the number of unreadable or damaged positions in a run. The run may still have been successful. */
export const readErrorsOf = (end: MakemkvEnd): number => messagesOf(end).filter(({ code }) => isReadError(code)).length;

/** True if an expired license prevents MakeMKV from opening discs. */
export const isKeyExpired = (end: MakemkvEnd): boolean =>
  end.code === EXPIRED_CODE ||
  messagesOf(end).some(({ code, params }) => meaningOf(code, params)?.code === "key_expired");

/** Returns the last message about titles, for discs on which none are found. */
export const lastMessageOf = (end: MakemkvEnd): string | undefined =>
  messagesOf(end).findLast(({ code }) => code !== OPENED)?.text;
