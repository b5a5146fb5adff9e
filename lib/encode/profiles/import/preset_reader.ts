/** Reads the fields of an untrusted preset file, and collects notes about changes. */
export interface PresetReader {
  text(key: string): string | undefined;
  /** Returns a number within the limits. A number outside them is reported and ignored. */
  number(key: string, min: number, max: number): number | undefined;
  flag(key: string): boolean;
  /** Returns the objects of a list, limited to the first entries. */
  list(key: string): PresetReader[];
  /** Returns the strings of a list. */
  texts(key: string): string[];
  note(sentence: string): void;
}

const MAX_ITEMS = 50;
const MAX_TEXT = 2000;

/** Creates a reader. `notes` collects messages without duplicates. */
export function presetReader(fields: Record<string, unknown>, notes: Set<string>): PresetReader {
  const at = (key: string) => Object.hasOwn(fields, key) ? fields[key] : undefined;
  const items = (key: string): unknown[] => {
    const value = at(key);
    return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
  };
  return {
    text: (key) => {
      const value = at(key);
      return typeof value === "string" ? value.slice(0, MAX_TEXT).trim() : undefined;
    },
    number: (key, min, max) => {
      const value = at(key);
      if (value === undefined || value === null || value === "") return undefined;
      const number = typeof value === "string" ? Number(value) : value;
      if (typeof number === "number" && number >= min && number <= max) return number;
      notes.add(`${key} is not a number from ${min} to ${max} and is ignored.`);
      return undefined;
    },
    flag: (key) => at(key) === true || at(key) === 1,
    list: (key) => items(key).filter(isRecord).map((item) => presetReader(item, notes)),
    texts: (key) => items(key).filter((item) => typeof item === "string"),
    note: (sentence) => void notes.add(sentence),
  };
}

/** True for a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
