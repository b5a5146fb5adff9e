/**
 * True if a name from a disc is safe to use: a valid single path segment on any system, and well-formed text. Other
 * names are skipped, because no video uses them and a sanitized name could clash with another file.
 */
export const isSafeName = (name: string): boolean =>
  // deno-lint-ignore no-control-regex
  name !== "" && name !== "." && name !== ".." && !/[/\\\x00-\x1f\x7f-\x9f\ufffd]/.test(name) && name.isWellFormed();
