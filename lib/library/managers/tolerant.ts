import * as z from "zod";

/** A record of a manager that does not match the schema. */
export interface OddRecord {
  /** ID of the record, if it can be read. */
  id?: number;
  /** Name of the record, if it can be read. */
  title: string;
  /** Path of the invalid field, such as `movieFile.size`. */
  field: string;
  /** True if the whole record was skipped. False if it was read without the field. */
  leftOut: boolean;
}

/** Maximum number of invalid fields. A record with more is skipped. */
const MAX_DROPPED = 20;

/**
 * Parses a record with `schema`. An invalid field is treated as missing, and so is its parent if the field is required.
 * Fields in `whole` are never treated as missing. A value of null is treated as missing without being reported.
 * Modifies `value`.
 */
export function readRecord<T extends z.ZodType>(
  schema: T,
  value: unknown,
  whole: ReadonlySet<string>,
): { data: z.infer<T>; odd: string[] } | { data?: undefined; odd: [field: string] } {
  const odd: string[] = [];
  for (;;) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { data: parsed.data, odd: [...new Set(odd)] };
    const path = parsed.error.issues[0]?.path ?? [];
    const field = fieldOf(path);
    const found = at(value, path);
    if (odd.length >= MAX_DROPPED || !drop(value, path, whole)) return { odd: [field] };
    if (found !== undefined && found !== null) odd.push(field);
  }
}

/** Returns `images.url` for the path `images`, 3, `url`. List positions are omitted. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path.filter((key) => typeof key === "string").join(".") || "record";

/** Deletes the innermost value in the path that may be absent. Returns false if there is none. */
function drop(value: unknown, path: readonly PropertyKey[], whole: ReadonlySet<string>): boolean {
  for (let length = path.length; length > 0; length--) {
    const [holder, key] = [at(value, path.slice(0, length - 1)), path[length - 1]];
    if (typeof holder !== "object" || holder === null || key === undefined) continue;
    if (!Object.hasOwn(holder, key)) continue;
    if (length === 1 && whole.has(String(key))) return false;
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
    return true;
  }
  return false;
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (found: unknown, key) =>
      typeof found === "object" && found !== null && Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined,
    value,
  );

const Known = z.object({
  id: z.int().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  artistName: z.string().optional().catch(undefined),
  path: z.string().optional().catch(undefined),
});

const MAX_TITLE = 120;

/** Returns a name for an invalid record, from its fields, or otherwise from its position in the list. */
export function nameOfRecord(value: unknown, place: number): Pick<OddRecord, "id" | "title"> {
  const { id, title, artistName, path } = Known.safeParse(value).data ?? {};
  const name = title || artistName || path?.split(/[\\/]/).at(-1) ||
    (id === undefined ? `record ${place}` : `id ${id}`);
  return { ...(id === undefined ? {} : { id }), title: name.slice(0, MAX_TITLE).toWellFormed() };
}
