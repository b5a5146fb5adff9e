import * as z from "zod";
import { secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

const metadata = settingIn("metadata");

/** Settings for services that identify discs, movies and albums. */
export const METADATA_SETTINGS = {
  animedb: group({
    enabled: metadata(toggle(false), {
      label: "Anime titles (AniDB)",
      help: "Romaji titles, season names and absolute numbers.",
      details: "About 20 MB, refreshed weekly. Requires no account.",
    }),
  }),
  releasedb: group({
    enabled: metadata(toggle(true), { label: "Music releases (MusicBrainz)", help: "Albums, tracks and cover art." }),
  }),
  discdb: group({
    enabled: metadata(toggle(true), {
      label: "Disc contents (TheDiscDb)",
      help: "Identifies the titles of a disc by barcode or contents.",
    }),
  }),
  cddb: group({
    enabled: metadata(toggle(true), {
      label: "CD titles (CDDB)",
      help: "Used when MusicBrainz finds nothing.",
      reveals: true,
    }),
    server: metadata(z.url({ protocol: /^https?$/ }).default("http://gnudb.gnudb.org/~cddb/cddb.cgi"), {
      label: "CDDB server",
      details: "Its address, or a full URL that already contains a handshake.",
      advanced: true,
    }),
  }),
  omdb: group({
    enabled: metadata(toggle(false), {
      label: "Genre, year and type (OMDb)",
      help: "For titles the managers do not have. Requires a key.",
      reveals: true,
    }),
    apiKey: metadata(secret(), { label: "OMDb API key", help: "Free for 1,000 requests per day.", empty: "none" }),
  }),
  sharedb: group({
    enabled: metadata(toggle(false), {
      label: "Shared disc index",
      help: "Which episode is on which disc. Requires an index URL.",
      reveals: true,
    }),
    indexUrl: metadata(z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""), {
      label: "Index URL",
      empty: "none",
    }),
    contribute: metadata(z.enum(["never", "ask", "always"]).default("ask"), {
      label: "Add confirmed matches to the index",
      help: "Hash, IDs, numbers and lengths; never paths, labels or keys.",
      options: { never: "never", ask: "ask each time", always: "always" },
    }),
  }),
};
