/**
 * Whether a name from a disc can be used as it is: one segment of a path on any system, and text. Others are passed over,
 * because no film is stored under such a name and a changed one could be that of another file.
 */
export const isSafeName = (name: string): boolean =>
  // deno-lint-ignore no-control-regex
  name !== "" && name !== "." && name !== ".." && !/[/\\\x00-\x1f\x7f-\x9f\ufffd]/.test(name) && name.isWellFormed();
