type Fields = readonly (readonly [name: string, value: string])[];

/** The dotted keys of fields whose values differ; of a list of rows each changed field counts, of a set of boxes the set. Pure. */
export function changedFields(before: Fields, after: Fields): string[] {
  const [then, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].filter((key) => then.get(key) !== now.get(key));
}

/** The values by key: all of a set, else the last one, as the server reads them. */
function valuesOf(fields: Fields): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const [key = "", type = ""] = name.split(":");
    const isSet = type === "texts" || type === "numbers";
    values.set(key, isSet ? `${values.get(key) ?? ""}\n${value}` : value);
  }
  return values;
}
