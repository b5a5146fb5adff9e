import * as z from "zod";

/** Schemas of requests to add to Lidarr and to import. */

const MusicBrainzId = z.guid("Use a MusicBrainz ID.");
const arrId = z.int().positive();

/** An artist or album to add. Absent settings default to the values that most artists in Lidarr have. */
export const AddMusic = z.object({
  kind: z.enum(["artist", "album"]).optional(),
  foreignId: MusicBrainzId.optional().describe("Artist ID, or release group ID of an album; with `kind`"),
  foreignArtistId: MusicBrainzId.optional().describe("Shorthand for kind artist"),
  foreignAlbumId: MusicBrainzId.optional().describe("Shorthand for kind album"),
  qualityProfileId: arrId.optional(),
  metadataProfileId: arrId.optional(),
  rootFolderPath: z.string().min(1).max(4096).optional(),
  monitored: z.boolean().default(true),
  search: z.boolean().default(false).describe("Let Lidarr search automatically"),
}).refine(
  ({ kind, foreignId, foreignArtistId, foreignAlbumId }) =>
    [kind && foreignId, foreignArtistId, foreignAlbumId].filter((id) => id).length === 1,
  { error: "Specify one artist or one album: kind and foreignId.", path: ["foreignId"] },
).meta({ id: "AddMusic" });
/** Request body for adding. Lidarr looks up the IDs in MusicBrainz. */
export type AddMusic = z.infer<typeof AddMusic>;

/** A folder that Lidarr should import. */
export const ImportFolder = z.object({
  path: z.string().min(1).max(4096),
  artistId: arrId.optional().describe("The artist, if Lidarr cannot identify it"),
  albumId: arrId.optional().describe("Import only this album"),
  mode: z.enum(["move", "copy"]).default("copy"),
  force: z.boolean().default(false).describe(
    "Import files that Lidarr can identify but would reject, e.g. because of missing tracks",
  ),
  dryRun: z.boolean().default(false).describe("Only report which files would be imported"),
}).meta({ id: "ImportFolder" });
/** Request body for importing. `path` is a local path, which is converted to the path in Lidarr. */
export type ImportFolder = z.infer<typeof ImportFolder>;

/**
 * States of a file. `ready`: it would be imported. `refused`: Lidarr has a reason against it. `missed`: it was sent but
 * not imported.
 */
export const IMPORT_FILE_STATES = ["ready", "refused", "imported", "missed"] as const;

/** A file in the folder, and whether Lidarr would import it. `size` is in bytes, `tracks` are number and title. */
export const ImportFile = z.object({
  path: z.string().describe("Path on this server"),
  size: z.int(),
  state: z.enum(IMPORT_FILE_STATES),
  reasons: z.array(z.string()).describe("Reason that Lidarr rejects it, or its outcome"),
  artist: z.string().optional(),
  album: z.string().optional(),
  tracks: z.array(z.string()),
  quality: z.string().optional(),
  importedPath: z.string().optional().describe("Its current path on this server"),
}).meta({ id: "ImportFile" });
/** `importedPath` is set only if Lidarr's history contains the destination. */
export type ImportFile = z.infer<typeof ImportFile>;

/** Import of a folder that is in progress or has ended. */
export const ImportRun = z.object({
  id: z.string(),
  path: z.string(),
  mode: z.enum(["move", "copy"]),
  dryRun: z.boolean(),
  state: z.enum(["splitting", "looking", "importing", "done", "failed"]),
  images: z.int().describe("Images of full discs in the folder, which are split first"),
  tracks: z.int().describe("Files that Lidarr has imported"),
  message: z.string(),
  files: z.array(ImportFile),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
}).meta({ id: "ImportRun" });
/** Imports are kept only in memory, so they are lost at a restart. */
export type ImportRun = z.infer<typeof ImportRun>;
