import { integer } from "drizzle-orm/sqlite-core";

/** A column that is true or false; false where nothing is said. */
export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** The managers by what they hold: Radarr films, Sonarr series, Lidarr music. */
export const LIBRARY_KINDS = ["movie", "series", "music"] as const;
