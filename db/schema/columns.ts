import { customType, integer } from "drizzle-orm/sqlite-core";
import { jsonText } from "../json_text.ts";

/** A boolean column, false by default. */
export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/**
 * A JSON column. Unpaired surrogates are replaced. libSQL expects UTF-8, so a statement that extracts text with their
 * escapes would crash the process.
 */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: jsonText,
  fromDriver: (text) => JSON.parse(text),
});

/** Managers by kind: Radarr for movies, Sonarr for series, Lidarr for music. */
export const LIBRARY_KINDS = ["movie", "series", "music"] as const;
