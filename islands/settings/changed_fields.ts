/** Names and values of a form's fields in order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/**
 * Returns the dotted keys of fields whose values differ. In a list of rows each changed field counts, in a set of
 * checkboxes the set. Pure.
 */
export function changedFields(before: Fields, after: Fields): string[] {
  const [then, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].filter((key) => then.get(key) !== now.get(key));
}

/**
 * Returns the fields of these keys as the server needs them: a checkbox or a set of them with its hidden input, and a
 * list of rows as a whole, because the server replaces lists. Pure.
 */
export function fieldsOf(fields: Fields, keys: readonly string[]): Fields {
  const meant = new Set(keys.map(wholeOf));
  return fields.filter(([name]) => meant.has(wholeOf(keyOf(name))));
}

/** Returns the list of rows that contains a key, else the key itself. */
const wholeOf = (key: string): string => key.replace(/\.\d+\..*/, "");

/** Returns the dotted key in a field's name, without the type suffix. */
export const keyOf = (name: string): string => name.split(":")[0] ?? "";

/** Returns the values by key: all of a set, else the last one, as the server reads them. */
function valuesOf(fields: Fields): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const [key = "", type] = name.split(":");
    const isSet = type === "texts" || type === "numbers";
    values.set(key, isSet ? `${values.get(key) ?? ""}\n${value}` : value);
  }
  return values;
}
