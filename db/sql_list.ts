import { type SQL, sql } from "drizzle-orm";
import { jsonText } from "./json_text.ts";

/** Formats a list of any length for `IN`, passed as one bound parameter. */
export const sqlList = (values: readonly (number | string)[]): SQL =>
  sql`(SELECT value FROM json_each(${jsonText(values)}))`;
