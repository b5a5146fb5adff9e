import { createHash } from "node:crypto";

const CHECKSUM = /^SHA-256: [0-9a-f]{64}\n$/m;

/**
 * Replaces the file names in the cue sheet, playlist or log of an album. The checksum at the end of a log is
 * recomputed. Pure.
 */
export function withDeliveredNames(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  const renamed = text.split("\n").map((line) => renamedLine(line, names)).join("\n");
  const at = renamed.lastIndexOf("SHA-256: ");
  if (at < 0 || !CHECKSUM.test(renamed.slice(at))) return renamed;
  const body = renamed.slice(0, at);
  return `${body}SHA-256: ${createHash("sha256").update(body).digest("hex")}\n`;
}

/** Matches a line of a cue sheet (`FILE "name" WAVE`), log (`  File: name`) or playlist (`name`). */
const NAMED_LINE = /^(FILE "| {2}File: |)(.+?)(" WAVE|)(\r?)$/;

function renamedLine(line: string, names: ReadonlyMap<string, string>): string {
  const [, before = "", name = "", after = "", end = ""] = NAMED_LINE.exec(line) ?? [];
  const renamed = names.get(name);
  return renamed === undefined ? line : `${before}${renamed}${after}${end}`;
}
