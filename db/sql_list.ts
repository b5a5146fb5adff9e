import { type SQL, sql } from "drizzle-orm";
import { jsonText } from "./json_text.ts";

/** What `IN` compares with: a list of any length as one bound parameter. */
export const sqlList = (values: readonly (number | string)[]): SQL =>
  sql`(SELECT value FROM json_each(${jsonText(values)}))`;
