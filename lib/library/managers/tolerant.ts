import * as z from "zod";

/** A record of a manager that was not as it should be. */
export interface OddRecord {
  /** Its number, when that can be read. */
  id?: number;
  /** What it is called, as far as that can be read. */
  title: string;
  /** The field that is odd, with those it lies in: `movieFile.size`. */
  field: string;
  /** The whole record was left out; otherwise it was read without the field. */
  leftOut: boolean;
}

/** More odd fields than this make a record odd as a whole. */
const MAX_DROPPED = 20;

/**
 * Reads a record as `schema` has it. A field that does not fit is taken as missing, and so is what it lies in when it cannot
 * be missing itself; what `whole` names is never taken as missing. null is missing without being odd. Changes `value`.
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

/** `images.url` for the place `images`, 3, `url`: where in a list it lies tells nobody anything. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path.filter((key) => typeof key === "string").join(".") || "record";

/** Takes away the innermost thing on the path that is there; false when none may be missing. */
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

/** How an odd record is named: by what it says of itself, or by its place in the list. */
export function nameOfRecord(value: unknown, place: number): Pick<OddRecord, "id" | "title"> {
  const { id, title, artistName, path } = Known.safeParse(value).data ?? {};
  const name = title || artistName || path?.split(/[\\/]/).at(-1) ||
    (id === undefined ? `record ${place}` : `id ${id}`);
  return { ...(id === undefined ? {} : { id }), title: name.slice(0, MAX_TITLE).toWellFormed() };
}
