/** Reads the fields of a preset whose file may hold anything, and collects in words what becomes of them. */
export interface PresetReader {
  text(key: string): string | undefined;
  /** A number within the limits; one outside of them is told and not taken. */
  number(key: string, min: number, max: number): number | undefined;
  flag(key: string): boolean;
  /** The objects of a list; the first ones of a very long one. */
  list(key: string): PresetReader[];
  /** The texts of a list. */
  texts(key: string): string[];
  note(sentence: string): void;
}

const MAX_ITEMS = 50;
const MAX_TEXT = 2000;

/** `notes` takes what is said, each sentence once. */
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
      notes.add(`${key} is not a number from ${min} to ${max} and is left out.`);
      return undefined;
    },
    flag: (key) => at(key) === true || at(key) === 1,
    list: (key) => items(key).filter(isRecord).map((item) => presetReader(item, notes)),
    texts: (key) => items(key).filter((item) => typeof item === "string"),
    note: (sentence) => void notes.add(sentence),
  };
}

/** An object as JSON has it. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
