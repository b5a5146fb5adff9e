/**
 * True if a name from a disc is safe to use: a valid single path segment on any system, and well-formed text. Other
 * names are skipped, because videos do not use them and a sanitized name could conflict with another file.
 */
export const isSafeName = (name: string): boolean =>
  // deno-lint-ignore no-control-regex
  name !== "" && name !== "." && name !== ".." && !/[/\\\x00-\x1f\x7f-\x9f\ufffd]/.test(name) && name.isWellFormed();
