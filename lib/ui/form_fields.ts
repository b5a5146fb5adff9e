/**
 * Converts the fields of a plain HTML form to the JSON that a script would send. A name is a dotted path with an
 * optional type: `video.quality:number`, `maxBytes:gigabytes` (becomes bytes), `audioOnly:boolean`, `audio.languages:list` (comma separated),
 * `exclude:lines`, `items.0.source.localPath`, `release:json`. For `days:numbers` and `events:texts`, each field adds
 * one value, or none if it is empty. `items:rows` makes numbered steps a list even if there are none, and `roles:map`
 * keeps them as keys. With `?` after the type, an empty value becomes null (not set). With `??`, it is omitted.
 * Otherwise the last value of a name is used, so that a hidden `false` before a checkbox works. Pure. Never throws.
 */
export function formToJson(fields: Iterable<[string, string]>): Record<string, unknown> {
  const root: Tree = {};
  const lists = new Set<Tree>();
  const maps = new Set<Tree>();
  for (const [name, text] of fields) {
    const [path = "", type = "text"] = name.split(":");
    const steps = path.split(".");
    if (steps.length > MAX_DEPTH || steps.some((step) => FORBIDDEN.has(step) || step === "")) continue;
    const isEmpty = text.trim() === "";
    if (type === "rows") lists.add(treeAt(root, steps));
    else if (type === "map") maps.add(treeAt(root, steps));
    else if (type.endsWith("??") && isEmpty) continue;
    else if (type.endsWith("?") && isEmpty) treeAt(root, steps.slice(0, -1))[steps.at(-1) ?? ""] = null;
    else place(root, steps, text, type.replace(/\?+$/, ""));
  }
  return withArrays(root, { lists, maps }) as Tree;
}

/** Bytes per gigabyte. */
export const GIGABYTE = 1e9;

type Tree = Record<string, unknown>;

const MAX_DEPTH = 8;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** A value that does not match its type stays a string, so that the schema reports the error. */
function valueOf(text: string, type: string): unknown {
  switch (type) {
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
    case "gigabytes":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Math.round(Number(text) * GIGABYTE) : text;
    case "boolean":
      return text === "true" || text === "on" ? true : text === "false" || text === "" ? false : text;
    case "list":
      return text.split(",").map((item) => item.trim()).filter((item) => item !== "");
    case "lines":
      return text.split(/\r?\n/).filter((line) => line.trim() !== "");
    case "json":
      return jsonOf(text);
    default:
      return text;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => FORBIDDEN.has(key) ? undefined : value);
  } catch {
    return text;
  }
}

/** Types of names for which each field adds one value to a list. */
const SETS: Record<string, string> = { numbers: "number", texts: "text" };

function place(root: Tree, steps: string[], text: string, type: string): void {
  const at = treeAt(root, steps.slice(0, -1));
  const last = steps.at(-1) ?? "";
  const each = SETS[type];
  if (each === undefined) {
    at[last] = valueOf(text, type);
    return;
  }
  const held = Object.hasOwn(at, last) ? at[last] : undefined;
  const values: unknown[] = Array.isArray(held) ? held : [];
  if (text !== "") values.push(valueOf(text, each));
  at[last] = values;
}

/** Returns the subtree at this path. It is created if necessary. */
function treeAt(root: Tree, steps: string[]): Tree {
  let at = root;
  for (const step of steps) {
    const inner = Object.hasOwn(at, step) ? at[step] : undefined;
    if (isTree(inner)) at = inner;
    else {
      const made: Tree = {};
      at[step] = made;
      at = made;
    }
  }
  return at;
}

/** Converts trees to arrays: those marked as lists, and those with keys 0, 1, 2 … that are not marked as maps. */
function withArrays(value: unknown, marked: { lists: Set<Tree>; maps: Set<Tree> }): unknown {
  if (!isTree(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withArrays(inner, marked)] as const);
  const isCounted = entries.length > 0 && entries.every(([key], i) => key === String(i));
  const isArray = marked.lists.has(value) || (isCounted && !marked.maps.has(value));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);
