/** Lines of the log: how they look (S-SEC-3) and what they never show (safety.md, S-SEC-2). Pure. */

export const HIDDEN = "********";

/** Shorter secrets are not replaced by value: they would blank ordinary words and so tell what they are. */
const SHORTEST_SECRET = 4;

/** Characters of a line after its time and level; the rest is cut off. */
const LONGEST = 8000;

/** Replaces secrets in a text; made by `redactor` from the secrets now set. */
export type Redact = (text: string) => string;

/** What secrets look like where we do not know their value. `$1` is kept. */
const PATTERNS: [RegExp, string][] = [
  [/(authorization["'\\]*\s*[:=]\s*["'\\]*(?:\w+\s+)?)[^\s"'\\,;]+/gi, `$1${HIDDEN}`],
  [/(\b(?:[Bb]asic|[Bb]earer)\s+)(?=[a-z]*[A-Z0-9])[A-Za-z0-9+/._~-]{12,}=*/g, `$1${HIDDEN}`],
  [/((?:api[_-]?key|token|password|passwd|secret)"?\s*[=:]\s*)"(?:\\.|[^"\\])*"?/gi, `$1"${HIDDEN}"`],
  [/((?:api[_-]?key|token|password|passwd|secret)["'\\]*\s*[=:]\s*["'\\]*)[^\s"'\\&,;)}\]]+/gi, `$1${HIDDEN}`],
  [/(:\/\/)[^\s/@"']{1,300}@/g, `$1${HIDDEN}@`],
  [/(\/bot)\d{5,}:[\w-]{20,}/g, `$1${HIDDEN}`],
  [/(\/api\/webhooks\/)\d+\/[\w-]+/g, `$1${HIDDEN}`],
  [/(hooks\.slack\.com\/(?:services|workflows)\/)[\w/-]+/g, `$1${HIDDEN}`],
];

/** Fields of objects that are hidden whatever they hold. */
const SECRET_FIELD = /^(.*api[_-]?key|.*token|.*password|passwd|.*secret|authorization|cookie)$/i;

/** Hides `secrets`, their forms in URLs, and what looks like a secret. */
export function redactor(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf))]
    .sort((a, b) => b.length - a.length);
  const known = forms.length === 0 ? undefined : new RegExp(forms.map(literal).join("|"), "g");
  return (text) => {
    const byValue = known === undefined ? text : text.replace(known, HIDDEN);
    return PATTERNS.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), byValue);
  };
}

/** A secret as itself, in a path, in a query, with either case of hexadecimal digits, and inside JSON. */
function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const encoded = [encodeURIComponent(wellFormed), new URLSearchParams([["", wellFormed]]).toString().slice(1)];
  const lower = encoded.map((form) => form.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()));
  return [secret, wellFormed, ...encoded, ...lower, JSON.stringify(wellFormed).slice(1, -1)];
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** `message key=value …`, on one line and without secrets. Never throws. */
export function logText(message: string, facts: Record<string, unknown>, redact: Redact): string {
  const parts = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key.replace(/[^\w.-]/g, "_")}=${quoted(escaped(redact(textOf(value, redact))))}`]
  );
  // Once more over the whole: a key and its value only now stand together.
  const line = redact([escaped(redact(message)), ...parts].join(" "));
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line;
}

/** `2026-11-20T19:32:00.000Z INFO …`. */
export const logLine = (time: Date, level: string, text: string): string =>
  `${time.toISOString()} ${level.toUpperCase()} ${text}\n`;

function textOf(value: unknown, redact: Redact): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return errorText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const clean = (key: string, part: unknown): unknown => {
    if (typeof part === "string") return SECRET_FIELD.test(key) ? HIDDEN : redact(part);
    if (typeof part === "bigint") return String(part);
    return part instanceof Error ? redact(errorText(part)) : part;
  };
  try {
    return JSON.stringify(value, clean) ?? String(value);
  } catch {
    return "(cannot be shown)";
  }
}

/** Errors of the database hold its parameters in their message; their cause does not, and says more. */
function errorText(error: Error): string {
  const { cause } = error;
  const own = error.name === "DrizzleQueryError" ? "the database failed" : error.message;
  const text = `${error.name}: ${own}`;
  return cause instanceof Error ? `${text} (${cause.name}: ${cause.message})` : text;
}

/** Control characters, line ends of every kind and changes of direction could forge lines. */
const escaped = (text: string): string =>
  text.toWellFormed().replace(
    // deno-lint-ignore no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (one) => NAMED[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** In quotation marks where the value would otherwise not end at the next space. */
const quoted = (text: string): string => text !== "" && !/[\s"=]/.test(text) ? text : `"${text.replace(/"/g, '\\"')}"`;
