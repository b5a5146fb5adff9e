import type * as z from "zod";

/** Result of parsing the query of a page's URL. */
export interface ReadQuery<Q> {
  query: Q;
  /** Parameters without an effect, as `name=value`: unknown names and invalid values. */
  ignored: string[];
}

/**
 * Parses the query of a page's URL, which may have been typed or bookmarked. Empty values of form fields are
 * ignored. Unknown names and invalid values are returned separately, so that the page can show them. `schema` must
 * accept an empty query.
 */
export function readQuery<Q extends object>(schema: z.ZodType<Q>, asked: Record<string, string>): ReadQuery<Q> {
  const given = Object.entries(asked).filter(([, value]) => value !== "");
  const issues = schema.safeParse(Object.fromEntries(given)).error?.issues ?? [];
  const invalid = new Set(issues.map(({ path }) => path[0]));
  const valid = given.filter(([name]) => !invalid.has(name));
  const query = schema.safeParse(Object.fromEntries(valid)).data ?? schema.parse({});
  const hasEffect = (name: string): boolean => Object.hasOwn(query, name) && !invalid.has(name);
  return { query, ignored: given.filter(([name]) => !hasEffect(name)).map(([name, value]) => `${name}=${value}`) };
}
