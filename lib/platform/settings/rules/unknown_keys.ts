import * as z from "zod";
import type { FieldError } from "../../../kit/fault.ts";
import { neutralWord } from "../../managers/kinds.ts";
import { Settings } from "../schema.ts";
import { bare } from "../secrets.ts";
import { isTree } from "../tree.ts";

/**
 * Keys that a request may contain in addition to settings: the current password for a changed login, and the result
 * fields of the last save.
 */
const ACCEPTED = new Set(["general.security.currentPassword", "restartRequired", "locked"]);
/** Limits on the reported keys, for requests with very many unknown keys. */
const MAX_REPORTED_KEYS = 20;
const MAX_KEY_LENGTH = 100;

/** Returns an error for each unknown key in a settings tree, with the most similar known key. */
export function unknownKeyProblems(tree: unknown): FieldError[] {
  return unknownIn(Settings, tree, "").filter(({ key }) => !ACCEPTED.has(key)).slice(0, MAX_REPORTED_KEYS).map(
    (unknown) => {
      const nearest = nearestKey(unknown);
      return {
        path: unknown.key,
        message: nearest === unknown.key
          ? "Write a dotted key as nested objects."
          : `There is no such setting. The closest match is ${nearest}.`,
      };
    },
  );
}

/** Returns all unknown keys in a tree. A value that should be an object is left to the schema to reject. Pure. */
export const unknownKeys = (tree: unknown): string[] => unknownIn(Settings, tree, "").map(({ key }) => key);

/** An unknown key, the object that contains it, and the known keys of that object. */
interface UnknownKey {
  key: string;
  at: string;
  name: string;
  beside: string[];
}

function unknownIn(schema: z.ZodType, value: unknown, at: string): UnknownKey[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((entry, i) => unknownIn(inner.element as z.ZodType, entry, `${at}.${i}`));
  }
  if (!(inner instanceof z.ZodObject) || !isTree(value)) return [];
  const shape = inner.shape as Record<string, z.ZodType>;
  return Object.entries(value).flatMap(([name, part]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field !== undefined) return unknownIn(field, part, below(at, name));
    const cut = name.slice(0, MAX_KEY_LENGTH);
    return [{ key: below(at, cut), at, name: cut, beside: Object.keys(shape) }];
  });
}

/**
 * Returns the setting with the same key or name in another section, or otherwise the most similar name in the same
 * section.
 */
function nearestKey({ at, beside, name }: UnknownKey): string {
  const neutral = beside.find((known) => known === neutralWord(name));
  if (neutral !== undefined) return below(at, neutral);
  const elsewhere = keysOf(Settings, "").find((key) => key === name || key.endsWith(`.${name}`));
  if (elsewhere !== undefined) return elsewhere;
  const [best = ""] = beside.toSorted((a, b) => likeness(name, b) - likeness(name, a));
  return below(at, best);
}

/** Returns all keys outside of lists, including sections. */
function keysOf(schema: z.ZodType, at: string): string[] {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
    below(at, name),
    ...keysOf(field, below(at, name)),
  ]);
}

const below = (at: string, name: string): string => at === "" ? name : `${at}.${name}`;

/** Returns the share of letter pairs that two names have in common, from 0 to 1 (Dice coefficient). */
function likeness(a: string, b: string): number {
  const [mine, theirs] = [pairsOf(a), pairsOf(b)];
  return 2 * mine.intersection(theirs).size / (mine.size + theirs.size || 1);
}

const pairsOf = (name: string): Set<string> => {
  const folded = name.toLowerCase();
  return new Set(Array.from({ length: Math.max(folded.length - 1, 0) }, (_, i) => folded.slice(i, i + 2)));
};
