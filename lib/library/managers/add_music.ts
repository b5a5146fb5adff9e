import * as z from "zod";
import type { ManagerClient } from "./client.ts";
import { LidarrAlbum, LidarrArtist } from "./wire/lidarr.ts";

/** Options for adding an artist to Lidarr. */
export interface MusicPlacing {
  qualityProfileId: number;
  metadataProfileId: number;
  rootFolderPath: string;
  monitored: boolean;
  /** True if Lidarr should automatically search for releases of the title. */
  search: boolean;
}

// All fields are kept, because Lidarr requires the complete lookup result when a title is added.
const FoundArtist = z.looseObject({ id: z.int().nullish(), artistName: z.string(), foreignArtistId: z.string() });
/** An artist from Lidarr's lookup with all its fields. `id` is absent or 0 unless Lidarr already has the artist. */
export type FoundArtist = z.infer<typeof FoundArtist>;
const FoundAlbum = z.looseObject({
  id: z.int().nullish(),
  title: z.string(),
  foreignAlbumId: z.string(),
  artist: FoundArtist,
});
/** An album from Lidarr's lookup with all its fields, which are sent back when it is added. */
export type FoundAlbum = z.infer<typeof FoundAlbum>;

/** Timeout in milliseconds. Lidarr fetches metadata from the internet before it responds. */
const ADD_MS = 60_000;
const LOOKUP_MS = 45_000;

/** Returns the artist with the given MusicBrainz ID. Throws `ManagerProblem`. */
export async function artistToAdd(
  lidarr: ManagerClient<"music">,
  foreignId: string,
): Promise<FoundArtist | undefined> {
  const options = { query: { term: `lidarr:${foreignId}` }, totalMs: LOOKUP_MS };
  const found = await lidarr.get("/artist/lookup", z.array(FoundArtist), options);
  return found.find(({ foreignArtistId }) => foreignArtistId === foreignId);
}

/** Returns the album with a MusicBrainz release group. Throws `ManagerProblem`. */
export async function albumToAdd(
  lidarr: ManagerClient<"music">,
  foreignId: string,
): Promise<FoundAlbum | undefined> {
  const options = { query: { term: `lidarr:${foreignId}` }, totalMs: LOOKUP_MS };
  const found = await lidarr.get("/album/lookup", z.array(FoundAlbum), options);
  return found.find(({ foreignAlbumId }) => foreignAlbumId === foreignId);
}

/** Returns the album with a release group if Lidarr already has it. Throws `ManagerProblem`. */
export async function heldAlbum(
  lidarr: ManagerClient<"music">,
  foreignId: string,
): Promise<LidarrAlbum | undefined> {
  const query = { foreignAlbumId: foreignId, includeAllArtistAlbums: false };
  const [album] = await lidarr.get("/album", z.array(LidarrAlbum), { query });
  return album;
}

/** Adds an artist and returns its ID. Its albums are added later. Throws `ManagerProblem`. */
export async function addArtist(
  lidarr: ManagerClient<"music">,
  artist: FoundArtist,
  { search, ...placing }: MusicPlacing,
): Promise<number> {
  const monitor = placing.monitored ? "all" : "none";
  const { id } = await lidarr.post(
    "/artist",
    {
      ...artist,
      ...placing,
      monitorNewItems: monitor,
      tags: [],
      addOptions: { monitor, searchForMissingAlbums: search },
    },
    LidarrArtist.pick({ id: true }),
    { totalMs: ADD_MS },
  );
  return id;
}

/**
 * Adds an album, and its artist if Lidarr does not have it. Other albums of the artist are not changed. Throws
 * `ManagerProblem`.
 */
export async function addAlbum(
  lidarr: ManagerClient<"music">,
  { artist, ...album }: FoundAlbum,
  { search, ...placing }: MusicPlacing,
): Promise<{ id: number; artistId: number }> {
  const addOptions = { monitor: "none", searchForMissingAlbums: false };
  return await lidarr.post(
    "/album",
    {
      ...album,
      artist: { ...artist, ...placing, monitorNewItems: "none", tags: [], addOptions },
      monitored: placing.monitored,
      anyReleaseOk: true,
      addOptions: { addType: "manual", searchForNewAlbum: search },
    },
    LidarrAlbum.pick({ id: true, artistId: true }),
    { totalMs: ADD_MS },
  );
}
