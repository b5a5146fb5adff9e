const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
/** Longer texts are cut: UTF-16 units. */
export const MAX_FOREIGN_TEXT = 100_000;
/** What lies deeper than this in a foreign document is dropped. */
export const MAX_FOREIGN_DEPTH = 64;
/**
 * Finds everything that `boundForeign` changes, and a little more. Looking at every value of a library takes ten times as
 * long as reading it, so documents that match nothing here are taken as they are.
 */
const MAY_NEED_BOUNDS = new RegExp(
  [
    // A key that reaches into objects, or an escape that may hide one.
    '"(?:__proto__|constructor|prototype)"\\s*:',
    "\\\\u00(?:5f|[67])",
    // A surrogate or a control character as an escape, a control character as it is, a byte that was no UTF-8.
    "\\\\u(?:d[89a-f]|00[01]|00[89])",
    "\\\\[bf]",
    "[\\x7f-\\x9f]",
    // A number that may be larger than the largest safe integer.
    "\\d{16}",
    "(?:^|[:,[])\\s*-?[\\d.]+e",
  ].join("|"),
  "i",
);
// deno-lint-ignore no-control-regex -- control characters are what it finds
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** What another machine sent as JSON, bounded as by `boundForeign`; undefined when it is none. */
export function foreignJson(bytes: Uint8Array): unknown {
  try {
    return boundForeignText(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The value of a JSON text of another machine, bounded as by `boundForeign`. Throws `SyntaxError` when it is none. */
export function boundForeignText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.length > MAX_FOREIGN_TEXT || MAY_NEED_BOUNDS.test(text) ? boundForeign(value) : value;
}

/**
 * A foreign value that can be stored and shown: texts are well formed, without control characters other than tab and line
 * ends, and at most `MAX_FOREIGN_TEXT` long; numbers lie within the safe integers; keys that reach into objects and what
 * lies too deep are gone. Changes the value it is given.
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
