import { type CueFile, FRAMES_PER_SECOND } from "./model.ts";

/**
 * Splits a line into the command in uppercase and the rest. Control characters are replaced with spaces, because they
 * could break lines in later output.
 */
export function splitCommand(line: string): { command: string; rest: string } {
  const plain = line.replace(/[\p{Cc}\u2028\u2029]/gu, " ").trim();
  const [, command = "", rest = ""] = /^(\S*)\s*(.*)$/.exec(plain) ?? [];
  return { command: command.toUpperCase(), rest: rest.trim() };
}

/** Returns the text between the first and the last quote. A quote may be missing on either side. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  const [first, last] = [trimmed.indexOf('"'), trimmed.lastIndexOf('"')];
  if (first === 0) return (last > 0 ? trimmed.slice(1, last) : trimmed.slice(1)).trim();
  const onlyAtEnd = first > 0 && first === trimmed.length - 1;
  return onlyAtEnd ? trimmed.slice(0, -1).trim() : trimmed;
}

/** File types that a `FILE` line may end with. Any other last word is part of an unquoted file name. */
const FILE_TYPE = /\s(WAVE?|MP3|AIFF?|BINARY|MOTOROLA|FLAC|APE|WV|WAVPACK|TTA|TAK|OGG|M4A|AAC)$/i;

/** Parses the name and type of a `FILE` line. */
export function fileOf(rest: string): CueFile {
  const type = FILE_TYPE.exec(rest);
  const name = unquoted(type === null ? rest : rest.slice(0, type.index));
  return { name, type: (type?.[1] ?? "WAVE").toUpperCase() };
}

/**
 * Parses `mm:ss:ff`, and also `mm:ss` and `mm:ss.ff`, to frames. `odd` is true if a part exceeds its range, which some
 * programs write intentionally. Undefined if it is not a time.
 */
export function frameOf(text: string): { frame: number; odd: boolean } | undefined {
  const [, minutes, seconds, frames = "0"] = /^"?(\d{1,4}):(\d{1,4})(?:[:.](\d{1,4}))?"?$/.exec(text.trim()) ?? [];
  if (minutes === undefined || seconds === undefined) return undefined;
  const frame = (Number(minutes) * 60 + Number(seconds)) * FRAMES_PER_SECOND + Number(frames);
  return { frame, odd: Number(seconds) > 59 || Number(frames) >= FRAMES_PER_SECOND };
}

/** Formats frames as `mm:ss:ff`. */
export function timeOf(frame: number): string {
  const seconds = Math.floor(frame / FRAMES_PER_SECOND);
  const parts = [Math.floor(seconds / 60), seconds % 60, frame % FRAMES_PER_SECOND];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
