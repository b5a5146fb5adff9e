import { JobFailure } from "../../kit/fault.ts";

/** Parses the output of the encoder tool. Pure. */

export interface Encodertool {
  /** Version of the tool, for example `1.1.7`. */
  version: string;
  /** IDs of the encoders for the option `--encoder=`, for example `flac`. */
  encoders: string[];
}

/** Parses the version and encoders in a help text. Undefined if the text is from another program. */
export function encodertoolOf(text: string): Encodertool | undefined {
  const rows = text.split(/\r?\n/);
  const version = /v?(\d+(?:\.\d+)+)/.exec(rows[0] ?? "")?.[1];
  const intro = rows.findLastIndex((row) => /^\S.*<id>.*:\s*$/.test(row));
  if (version === undefined || intro < 0) return undefined;
  const list: string[] = [];
  for (const row of rows.slice(intro + 1)) {
    if (row.trim() === "") continue;
    if (!row.startsWith("\t")) break;
    list.push(row);
  }
  // Each wrapped line ends with a comma, so names on adjacent lines are never merged.
  const encoders = list.join(",").split(",").map((name) => name.trim()).filter((name) => name !== "");
  return { version, encoders: [...new Set(encoders)] };
}

/** Range of a numeric encoder option. */
export interface OptionRange {
  min: number;
  max: number;
}

/** Returns the numeric options in the text of `--help=<id>` by option name, for example `-q`. */
export function optionRanges(text: string): Map<string, OptionRange> {
  const found = new Map<string, OptionRange>();
  for (const row of text.split(/\r?\n/)) {
    const match = /^\t(-\S+) <val>\t+[^:]+: (-?\d+(?:\.\d+)?)(?: \([^)]*\))? - (-?\d+(?:\.\d+)?)\b/.exec(row);
    if (match?.[1]) found.set(match[1], { min: Number(match[2]), max: Number(match[3]) });
  }
  return found;
}

/**
 * Converts the result of a failed run to a `JobFailure`. The printed text takes precedence over the exit code, because
 * with an output file, the tool also exits with 255 if the source is missing. `code` is the exit code as in Unix.
 */
export function encodertoolFailure(code: number, printed: string[]): JobFailure {
  const matchOf = (pattern: RegExp): string | undefined => {
    for (const line of printed) {
      const match = pattern.exec(line);
      if (match) return match[1] ?? "";
    }
    return undefined;
  };
  const missing = matchOf(/^File not found: (.+)$/);
  if (missing !== undefined) return new JobFailure("source_missing", `The encoder tool did not find ${missing}.`);
  const encoder = matchOf(/^Encoder '(.+)' (?:is not supported|could not be initialized)/);
  if (encoder !== undefined) {
    return new JobFailure("encoder_missing", `This build of the encoder tool has no working encoder "${encoder}".`);
  }
  const cover = matchOf(/^Album art file not found: (.+)$/) ?? matchOf(/^Invalid album art file format: (.+)$/);
  if (cover !== undefined) return new JobFailure("tool_failed", `The encoder tool cannot use the cover ${cover}.`);
  const refused = matchOf(/^Invalid arguments for encoder '(.+)'/);
  if (refused !== undefined) {
    return new JobFailure("invalid_plan", `The encoder tool rejected the options of its encoder "${refused}".`);
  }
  const sentence = SENTENCES[code];
  if (sentence) return new JobFailure(...sentence);
  return new JobFailure("tool_failed", `The encoder tool exited with code ${code}${lastWords(printed)}.`);
}

const SENTENCES: Record<number, [code: "tool_failed" | "invalid_plan" | "source_missing", message: string]> = {
  252: ["tool_failed", "This build of the encoder tool cannot read discs."],
  253: ["source_missing", "The encoder tool did not find one of its input files."],
  254: ["invalid_plan", "The encoder tool did not understand its arguments."],
  255: [
    "tool_failed",
    "The encoder tool could not convert the file: the source is damaged or in a format it cannot read.",
  ],
};

function lastWords(printed: string[]): string {
  const last = printed.findLast((line) => line.trim() !== "");
  return last === undefined ? "" : `: ${last.trim()}`;
}
