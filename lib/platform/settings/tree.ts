/** Pure helpers for settings trees: merge, compare, address by dotted key. */

export type Tree = Record<string, unknown>;

/** An object as JSON has it, so neither null nor a list. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** `patch` over `base`: objects merge, everything else (arrays too) replaces; `undefined` leaves. */
export function merged(base: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return patch === undefined ? base : patch;
  const result: Tree = isTree(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (!FORBIDDEN.has(key)) result[key] = merged(Object.hasOwn(result, key) ? result[key] : undefined, value);
  }
  return result;
}

/** Dotted keys of the leaves (arrays count as leaves) that differ. */
export function changedKeys(before: unknown, after: unknown, prefix = ""): string[] {
  if (isTree(before) && isTree(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changedKeys(before[key], after[key], prefix === "" ? key : `${prefix}.${key}`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [prefix];
}

/** The value at a dotted key, or undefined. */
export function valueAt(tree: unknown, key: string): unknown {
  return key.split(".").reduce<unknown>(
    (at, step) => isTree(at) && Object.hasOwn(at, step) ? at[step] : undefined,
    tree,
  );
}

/** A tree that holds `value` at a dotted key and nothing else. */
export function treeWith(key: string, value: unknown): Tree {
  return key.split(".").reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Tree;
}

/** `tree` with `value` at a dotted key, if there is an object to hold it; what is no object is left to be refused. */
export function replacedAt(tree: unknown, key: string, value: unknown): unknown {
  const dot = key.lastIndexOf(".");
  const holder = dot === -1 ? tree : valueAt(tree, key.slice(0, dot));
  return isTree(holder) ? merged(tree, treeWith(key, value)) : tree;
}
