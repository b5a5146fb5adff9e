import * as z from "zod";

/** Requests to add to Lidarr and to import. */

const MusicBrainzId = z.guid("Use an id of MusicBrainz.");
const arrId = z.int().positive();

/** An artist or album to add. Omitted values default to those of most artists. */
export const AddMusic = z.object({
  kind: z.enum(["artist", "album"]).optional(),
  foreignId: MusicBrainzId.optional().describe("Artist, or release group of an album; with `kind`"),
  foreignArtistId: MusicBrainzId.optional().describe("Short for kind artist"),
  foreignAlbumId: MusicBrainzId.optional().describe("Short for kind album"),
  qualityProfileId: arrId.optional(),
  metadataProfileId: arrId.optional(),
  rootFolderPath: z.string().min(1).max(4096).optional(),
  monitored: z.boolean().default(true),
  search: z.boolean().default(false).describe("Has Lidarr search by itself"),
}).refine(
  ({ kind, foreignId, foreignArtistId, foreignAlbumId }) =>
    [kind && foreignId, foreignArtistId, foreignAlbumId].filter((id) => id).length === 1,
  { error: "Name one artist or one album: kind and foreignId.", path: ["foreignId"] },
).meta({ id: "AddMusic" });
/** Request body for adding. Lidarr looks up the ids at MusicBrainz. */
export type AddMusic = z.infer<typeof AddMusic>;

/** A folder for Lidarr to import. */
export const ImportFolder = z.object({
  path: z.string().min(1).max(4096),
  artistId: arrId.optional().describe("Whose music it is, when Lidarr cannot tell"),
  albumId: arrId.optional().describe("Nothing but this album is imported"),
  mode: z.enum(["move", "copy"]).default("copy"),
  force: z.boolean().default(false).describe("Import what Lidarr can place but would refuse, as with missing tracks"),
  dryRun: z.boolean().default(false).describe("Only say what would happen"),
}).meta({ id: "ImportFolder" });
/** Request body for importing. `path` is a local path and is translated for Lidarr. */
export type ImportFolder = z.infer<typeof ImportFolder>;

/** `ready`: would be imported. `refused`: Lidarr has a reason against it. `missed`: it was sent but not imported. */
export const IMPORT_FILE_STATES = ["ready", "refused", "imported", "missed"] as const;

/** A file of the folder with Lidarr's judgement. `size` in bytes, `tracks` as number and title. */
export const ImportFile = z.object({
  path: z.string().describe("As this machine sees it"),
  size: z.int(),
  state: z.enum(IMPORT_FILE_STATES),
  reasons: z.array(z.string()).describe("Why Lidarr refuses it, or what became of it"),
  artist: z.string().optional(),
  album: z.string().optional(),
  tracks: z.array(z.string()),
  quality: z.string().optional(),
  importedPath: z.string().optional().describe("Where it is now, as this machine sees it"),
}).meta({ id: "ImportFile" });
/** `importedPath` is only set if Lidarr's history contains the destination. */
export type ImportFile = z.infer<typeof ImportFile>;

/** One import of a folder, running or ended. */
export const ImportRun = z.object({
  id: z.string(),
  path: z.string(),
  mode: z.enum(["move", "copy"]),
  dryRun: z.boolean(),
  state: z.enum(["splitting", "looking", "importing", "done", "failed"]),
  images: z.int().describe("Images of whole discs in the folder, which are split first"),
  tracks: z.int().describe("Files that Lidarr has imported"),
  message: z.string(),
  files: z.array(ImportFile),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
}).meta({ id: "ImportRun" });
/** Kept in memory only and lost at a restart. */
export type ImportRun = z.infer<typeof ImportRun>;
