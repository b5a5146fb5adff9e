/** Helpers for settings trees: merge, compare, access by dotted key. Pure. */

export type Tree = Record<string, unknown>;

/** True for a JSON object, but not for null or an array. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Merges `patch` into `base`. Objects are merged, all other values (including arrays) are replaced, and `undefined`
 * changes nothing.
 */
export function merged(base: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return patch === undefined ? base : patch;
  const result: Tree = isTree(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (!FORBIDDEN.has(key)) result[key] = merged(Object.hasOwn(result, key) ? result[key] : undefined, value);
  }
  return result;
}

/** Returns the dotted keys of values that differ. Arrays are treated as single values. */
export function changedKeys(before: unknown, after: unknown, prefix = ""): string[] {
  if (isTree(before) && isTree(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changedKeys(before[key], after[key], prefix === "" ? key : `${prefix}.${key}`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [prefix];
}

/** Returns the value at a dotted key. Undefined if there is none. */
export function valueAt(tree: unknown, key: string): unknown {
  return key.split(".").reduce<unknown>(
    (at, step) => isTree(at) && Object.hasOwn(at, step) ? at[step] : undefined,
    tree,
  );
}

/** Returns a tree that contains only `value` at a dotted key. */
export function treeWith(key: string, value: unknown): Tree {
  return key.split(".").reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Tree;
}

/**
 * Returns `tree` with `value` at a dotted key. If the parent is not an object, the tree is unchanged, and the schema
 * will reject it.
 */
export function replacedAt(tree: unknown, key: string, value: unknown): unknown {
  const dot = key.lastIndexOf(".");
  const holder = dot === -1 ? tree : valueAt(tree, key.slice(0, dot));
  return isTree(holder) ? merged(tree, treeWith(key, value)) : tree;
}
