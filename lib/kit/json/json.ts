const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
/** Maximum length of a text in UTF-16 code units. Longer texts are truncated. */
export const MAX_FOREIGN_TEXT = 100_000;
/** Maximum depth of an untrusted document. Deeper parts are dropped. */
export const MAX_FOREIGN_DEPTH = 64;
/**
 * Matches everything that `boundForeign` changes, and a little more. Checking every value of a library takes ten times
 * as long as parsing it, so documents without a match are not checked.
 */
const MAY_NEED_BOUNDS = new RegExp(
  [
    // A key that could modify prototypes, or an escape that may represent one.
    '"(?:__proto__|constructor|prototype)"\\s*:',
    "\\\\u00(?:5f|[67])",
    // An escaped surrogate or control character, a raw control character, or a byte that was invalid UTF-8.
    "\\\\u(?:d[89a-f]|00[01]|00[89])",
    "\\\\[bf]",
    "[\\x7f-\\x9f]",
    // A number that may be outside the safe integer range.
    "\\d{16}",
    "(?:^|[:,[])\\s*-?[\\d.]+e",
  ].join("|"),
  "i",
);
// deno-lint-ignore no-control-regex -- control characters are what it finds
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Parses JSON from another machine, sanitised with `boundForeign`. Undefined if it is invalid. */
export function parseUntrustedJson(sent: Uint8Array | string): unknown {
  try {
    return boundForeignText(typeof sent === "string" ? sent : new TextDecoder().decode(sent));
  } catch {
    return undefined;
  }
}

/** Parses a JSON text from another machine, sanitised with `boundForeign`. Throws `SyntaxError` if it is invalid. */
export function boundForeignText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.length > MAX_FOREIGN_TEXT || MAY_NEED_BOUNDS.test(text) ? boundForeign(value) : value;
}

/**
 * Makes an untrusted value safe to store and display. Texts become well-formed, without control characters other than
 * tabs and line breaks, and at most `MAX_FOREIGN_TEXT` long. Numbers are limited to safe integers. Keys that could
 * modify prototypes and levels that are too deep are removed. Modifies the given value.
 */
export function boundForeign(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return boundText(value);
  if (typeof value === "number") {
    return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_FOREIGN_DEPTH) return undefined;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = boundForeign(value[i], depth + 1);
    return value;
  }
  const entries = Object.entries(value).filter(([key]) => !FORBIDDEN.has(key));
  return Object.fromEntries(entries.map(([key, one]) => [boundText(key), boundForeign(one, depth + 1)]));
}

const boundText = (text: string): string => text.slice(0, MAX_FOREIGN_TEXT).replace(CONTROL, "\ufffd").toWellFormed();
