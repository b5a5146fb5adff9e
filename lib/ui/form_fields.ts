/**
 * Turns the fields of a plain HTML form into the JSON a script would have sent. A name is a dotted path with an optional
 * type: `video.quality:number`, `audioOnly:boolean`, `audio.languages:list` (comma separated), `items.0.source.localPath`.
 * The last value of a name wins, so that a hidden `false` before a check box works. Pure; throws nothing.
 */
export function formToJson(fields: Iterable<[string, string]>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, text] of fields) {
    const [path = "", type = "text"] = name.split(":");
    const steps = path.split(".");
    if (steps.length > MAX_DEPTH || steps.some((step) => FORBIDDEN.has(step) || step === "")) continue;
    place(root, steps, valueOf(text, type));
  }
  return withArrays(root) as Record<string, unknown>;
}

const MAX_DEPTH = 8;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** A text that does not fit its type stays text: the schema then says what is wrong with it. */
function valueOf(text: string, type: string): unknown {
  switch (type) {
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "on" ? true : text === "false" || text === "" ? false : text;
    case "list":
      return text.split(",").map((item) => item.trim()).filter((item) => item !== "");
    default:
      return text;
  }
}

function place(root: Record<string, unknown>, steps: string[], value: unknown): void {
  let at = root;
  for (const step of steps.slice(0, -1)) {
    const inner = Object.hasOwn(at, step) ? at[step] : undefined;
    if (isTree(inner)) at = inner;
    else at = at[step] = {};
  }
  at[steps.at(-1) ?? ""] = value;
}

/** Trees whose keys are 0, 1, 2 … become arrays. */
function withArrays(value: unknown): unknown {
  if (!isTree(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withArrays(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([key], i) => key === String(i));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
