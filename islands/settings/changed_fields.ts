/** Names and values of a form, in their order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** The dotted keys of fields whose values differ; of a list of rows each changed field counts, of a set of boxes the set. Pure. */
export function changedFields(before: Fields, after: Fields): string[] {
  const [then, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].filter((key) => then.get(key) !== now.get(key));
}

/**
 * The fields of these keys as the server has to get them: a set of boxes or a check box with the hidden field before it,
 * and a list of rows as a whole, as the server replaces lists. Pure.
 */
export function fieldsOf(fields: Fields, keys: readonly string[]): Fields {
  const meant = new Set(keys.map(wholeOf));
  return fields.filter(([name]) => meant.has(wholeOf(keyOf(name))));
}

/** The list of rows that a key is in, else the key itself. */
const wholeOf = (key: string): string => key.replace(/\.\d+\..*/, "");

/** The dotted key in a field's name, without the type behind it. */
export const keyOf = (name: string): string => name.split(":")[0] ?? "";

/** The values by key: all of a set, else the last one, as the server reads them. */
function valuesOf(fields: Fields): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const [key = "", type] = name.split(":");
    const isSet = type === "texts" || type === "numbers";
    values.set(key, isSet ? `${values.get(key) ?? ""}\n${value}` : value);
  }
  return values;
}
