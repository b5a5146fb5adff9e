import type { RipProblem } from "../../ripper_model.ts";

/** Meaning of a MakeMKV message for the user, by message number. */
export interface Meaning {
  /**
   * `problem` is the reason why nothing was opened or saved. `warning` is reported with a result. All other messages
   * are only logged.
   */
  kind: "problem" | "warning";
  code: RipProblem["code"];
  sentence: string;
  remedy?: string;
}

type Explain = (params: readonly string[]) => Meaning;

const NEW_KEY =
  "Enter a current key in Settings > Discs: MakeMKV's forum publishes one each month, or you can buy one.";
const CLEAN = "Clean the disc, or try another drive.";

const problem = (code: RipProblem["code"], sentence: string, remedy?: string): Explain => () => ({
  ...{ kind: "problem", code, sentence },
  ...(remedy === undefined ? {} : { remedy }),
});

const warning = (sentence: (params: readonly string[]) => string, remedy?: string): Explain => (params) => ({
  ...{ kind: "warning", code: "failed", sentence: sentence(params) },
  ...(remedy === undefined ? {} : { remedy }),
});

const damagedData = warning(([what = ""]) => `MakeMKV found damaged data on the disc${what && ` (${what})`}.`);

/** Messages that are significant for the user. If there are several, the first one in this list takes precedence. */
const MEANINGS: ReadonlyMap<number, Explain> = new Map<number, Explain>([
  [
    5021,
    problem(
      "key_expired",
      "This version of MakeMKV is too old and no longer opens discs.",
      `Install a new version. ${NEW_KEY}`,
    ),
  ],
  [5055, problem("key_expired", "MakeMKV's evaluation period has expired: it no longer reads Blu-rays.", NEW_KEY)],
  [5095, problem("key_expired", "MakeMKV does not accept its key.", NEW_KEY)],
  [2003, ([error = "", file = "", offset = ""]) => readError(error, file, offset)],
  [2004, ([error = ""]) => readError(error, "", "")],
  [2018, ([error = "", file = ""]) => writeError(error, file)],
  [2019, ([error = "", file = ""]) => writeError(error, file)],
  [
    5016,
    problem("failed", "MakeMKV cannot write to the folder of this rip.", "Check the permissions of the rip folder."),
  ],
  [5013, problem("failed", "The folder of this rip no longer exists.", "Start again.")],
  [5003, ([title = "", file = ""]) => ({
    ...{ kind: "problem", code: "failed" },
    sentence: `MakeMKV could not save title ${title}${file && ` to ${file}`}.`,
    remedy: CLEAN,
  })],
  [5002, problem("failed", "MakeMKV could not save the title.", CLEAN)],
  [
    5042,
    problem(
      "no_disc",
      "MakeMKV found no optical drive.",
      "In a container, it needs the generic device (/dev/sg*) in addition to /dev/sr*.",
    ),
  ],
  [5009, problem("failed", "MakeMKV could not start.", "Its settings folder must be writable.")],
  [
    5010,
    problem(
      "busy",
      "MakeMKV could not open the disc.",
      "Another program may be using the drive, the system may have mounted the disc, or the key or the drive cannot " +
        "decrypt it.",
    ),
  ],
  [5033, warning(() => "There is little free space for the output of MakeMKV.")],
  [5038, warning(() => "MakeMKV reports a message about its key; see the log for details.")],
  [5039, warning(() => "MakeMKV reports a message about its key; see the log for details.")],
  [5050, warning(([days = "?"]) => `MakeMKV's evaluation period ends in ${days} days.`, NEW_KEY)],
  [5052, warning(([days = "?"]) => `MakeMKV's evaluation period ended ${days} days ago.`, NEW_KEY)],
  [5075, warning(([version = ""]) => `A newer version of MakeMKV is available${version && `: ${version}`}.`)],
  [
    2023,
    warning(([errors = "?", type = "error"]) => `MakeMKV encountered ${errors} errors of the type "${type}".`, CLEAN),
  ],
  [3034, warning(() => "An audio track of the disc is empty and was skipped.")],
  [3026, warning(() => "The disc specifies a wrong length for one of its titles.")],
  [1002, warning(([text = ""]) => `MakeMKV internal error: ${text}`)],
  ...Array.from({ length: 10 }, (_, i): [number, Explain] => [4001 + i, damagedData]),
]);

/** Returns the meaning of a message. Undefined for messages that are only logged. Pure. */
export const meaningOf = (code: number, params: readonly string[]): Meaning | undefined => MEANINGS.get(code)?.(params);

/** Returns the rank of a message. Lower is more significant. */
export const rankOf = (code: number): number => {
  const rank = [...MEANINGS.keys()].indexOf(code);
  return rank < 0 ? Infinity : rank;
};

/** True for messages about data that is unreadable or damaged. */
export const isReadError = (code: number): boolean => code === 2003 || code >= 4001 && code <= 4010;

/** A drive reports errors as SCSI terms, which are not translated. */
function readError(error: string, file: string, offset: string): Meaning {
  const at = file === "" ? "" : offset === "" ? ` in ${file}` : ` at byte ${offset} of ${file}`;
  const problem = { kind: "problem" } as const;
  if (/MEDIUM NOT PRESENT|TRAY OPEN/i.test(error)) {
    return {
      ...problem,
      code: "no_disc",
      sentence: "The disc was removed from the drive.",
      remedy: "Insert it and start again.",
    };
  }
  if (/HARDWARE ERROR/i.test(error)) {
    return {
      ...problem,
      code: "read_error",
      sentence: `The drive failed${at}: ${error}.`,
      remedy: "Try another drive.",
    };
  }
  return { ...problem, code: "read_error", sentence: `The disc cannot be read${at}: ${error}.`, remedy: CLEAN };
}

function writeError(error: string, file: string): Meaning {
  const full = /no space left|disk full|not enough space|quota exceeded/i.test(error);
  return full
    ? {
      ...{ kind: "problem", code: "disk_full", sentence: "The disk that contains the rip folder is full." },
      remedy: "Free up space or select fewer titles, then start again.",
    }
    : {
      ...{ kind: "problem", code: "failed", sentence: `MakeMKV could not write ${file}: ${error}.` },
      remedy: "Check the permissions and the disk of the rip folder.",
    };
}
