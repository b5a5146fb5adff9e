/** Formats log lines (safety.md, S-SEC-3) and removes secrets from them (S-SEC-2). Pure. */

export const REDACTED = "********";

/**
 * Minimum length of a secret that is replaced by value. Redacting shorter secrets would also redact ordinary words,
 * which would reveal the secret.
 */
const SHORTEST_SECRET = 4;

/** Maximum number of characters in a line after its time and level. The rest is removed. */
const LONGEST = 8000;

/** Replaces secrets in a text. `redactor` creates it from the current secrets. */
export type Redact = (text: string) => string;

/** Patterns for secrets whose value is unknown. `$1` is kept. */
const PATTERNS: [RegExp, string][] = [
  [/(authorization["'\\]*\s*[:=]\s*["'\\]*(?:\w+\s+)?)[^\s"'\\,;]+/gi, `$1${REDACTED}`],
  [/(\b(?:[Bb]asic|[Bb]earer)\s+)(?=[a-z]*[A-Z0-9])[A-Za-z0-9+/._~-]{12,}=*/g, `$1${REDACTED}`],
  [/((?:api[_-]?key|token|password|passwd|secret)"?\s*[=:]\s*)"(?:\\.|[^"\\])*"?/gi, `$1"${REDACTED}"`],
  [/((?:api[_-]?key|token|password|passwd|secret)["'\\]*\s*[=:]\s*["'\\]*)[^\s"'\\&,;)}\]]+/gi, `$1${REDACTED}`],
  [/(:\/\/)[^\s/@"']{1,300}@/g, `$1${REDACTED}@`],
  [/(\/bot)\d{5,}:[\w-]{20,}/g, `$1${REDACTED}`],
  [/(\/api\/webhooks\/)\d+\/[\w-]+/g, `$1${REDACTED}`],
  [/(hooks\.slack\.com\/(?:services|workflows)\/)[\w/-]+/g, `$1${REDACTED}`],
];

/** Matches names of object fields that are always redacted. */
const SECRET_FIELD = /^(.*api[_-]?key|.*token|.*password|passwd|.*secret|authorization|cookie)$/i;

/** Creates a function that redacts `secrets`, their URL-encoded forms, and text that looks like a secret. */
export function redactor(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf))]
    .sort((a, b) => b.length - a.length);
  const known = forms.length === 0 ? undefined : new RegExp(forms.map(literal).join("|"), "g");
  return (text) => {
    const byValue = known === undefined ? text : text.replace(known, REDACTED);
    return PATTERNS.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), byValue);
  };
}

/**
 * Returns the forms in which a secret may occur: plain, in a path, in a query (hexadecimal digits in either case) and
 * in JSON.
 */
function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const encoded = [encodeURIComponent(wellFormed), new URLSearchParams([["", wellFormed]]).toString().slice(1)];
  const lower = encoded.map((form) => form.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()));
  return [secret, wellFormed, ...encoded, ...lower, JSON.stringify(wellFormed).slice(1, -1)];
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Returns `message key=value …` on one line and without secrets. Never throws. */
export function logText(message: string, facts: Record<string, unknown>, redact: Redact): string {
  const parts = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key.replace(/[^\w.-]/g, "_")}=${quoted(escaped(redact(textOf(value, redact))))}`]
  );
  // The whole line is redacted again, because keys are only now next to their values.
  const line = redact([escaped(redact(message)), ...parts].join(" "));
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line;
}

/** Returns `2026-11-20T19:32:00.000Z INFO …`. */
export const logLine = (time: Date, level: string, text: string): string =>
  `${time.toISOString()} ${level.toUpperCase()} ${text}\n`;

function textOf(value: unknown, redact: Redact): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return errorText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const clean = (key: string, part: unknown): unknown => {
    if (typeof part === "string") return SECRET_FIELD.test(key) ? REDACTED : redact(part);
    if (typeof part === "bigint") return String(part);
    return part instanceof Error ? redact(errorText(part)) : part;
  };
  try {
    return JSON.stringify(value, clean) ?? String(value);
  } catch {
    return "(cannot be shown)";
  }
}

/**
 * Formats an error. The message of a database error is replaced, because it contains the parameters of the query. Its
 * cause does not contain them and is more specific.
 */
function errorText(error: Error): string {
  const { cause } = error;
  const own = error.name === "DrizzleQueryError" ? "a database query failed" : error.message;
  const text = `${error.name}: ${own}`;
  return cause instanceof Error ? `${text} (${cause.name}: ${cause.message})` : text;
}

/** Escapes control characters, line breaks and bidirectional controls, which could be used to forge log lines. */
const escaped = (text: string): string =>
  text.toWellFormed().replace(
    // deno-lint-ignore no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (one) => NAMED[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Quotes a value that is empty or contains spaces, quotation marks or equals signs. */
const quoted = (text: string): string => text !== "" && !/[\s"=]/.test(text) ? text : `"${text.replace(/"/g, '\\"')}"`;
