import { PROFILE_LABELS, profileLabel, valueWords } from "./profile_texts.ts";

/** A field in which two recipes differ, as text. */
export interface FieldDifference {
  /** Dotted path of the field. */
  path: string;
  label: string;
  before: string;
  after: string;
}

const LEFT_OUT = new Set(["name", "description"]);

/** Returns the fields in which a recipe differs from the recipe `before`, in the order of the editor. Pure. */
export function profileDifference(before: object, after: object): FieldDifference[] {
  return Object.keys(PROFILE_LABELS)
    .filter((path) => !LEFT_OUT.has(path))
    .map((path) => ({
      path,
      label: profileLabel(path),
      before: valueWords(at(before, path), path),
      after: valueWords(at(after, path), path),
    }))
    .filter((field) => field.before !== field.after);
}

const at = (tree: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>(
    (part, step) => typeof part === "object" && part !== null ? Reflect.get(part, step) : undefined,
    tree,
  );
