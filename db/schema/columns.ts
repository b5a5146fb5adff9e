import { customType, integer } from "drizzle-orm/sqlite-core";
import { jsonText } from "../json_text.ts";

/** A column that is true or false; false where nothing is said. */
export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/**
 * A column that holds JSON. A surrogate that stands alone is replaced: as an escape it would be kept, and what a statement
 * takes out of such a text ends the whole process, as libSQL takes it for UTF-8.
 */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: jsonText,
  fromDriver: (text) => JSON.parse(text),
});

/** The managers by what they hold: Radarr films, Sonarr series, Lidarr music. */
export const LIBRARY_KINDS = ["movie", "series", "music"] as const;
