import type { MusicCatalogueRepository } from "../../../../db/library/music_catalogue.ts";
import type { Log } from "../../../kit/log.ts";
import { Fault } from "../../../kit/fault.ts";
import type { Album, Artist } from "../../music_model.ts";
import type { MusicLibrary } from "../music_service.ts";
import {
  addAlbum,
  addArtist,
  albumToAdd,
  artistToAdd,
  heldAlbum,
  type MusicPlacing,
} from "../../managers/add_music.ts";
import { MANAGERS, notConnected } from "../../../platform/managers/kinds.ts";
import { type ManagerOptions, managerOptions } from "../../managers/options.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import { createFollowing, type Following } from "../../releases/following.ts";
import { placementOf } from "../../search/placement.ts";
import { faultOf } from "../../ask_sources.ts";
import type { AddMusic } from "./model.ts";

/** Adds artists and albums to Lidarr. */
export interface MusicAdding {
  /**
   * Adds an artist or album. Throws `conflict` with the ID of the existing entry, `not_found`, `bad_state`, `invalid`,
   * `upstream_failed`.
   */
  add(wanted: AddMusic): Promise<Artist | Album>;
  /**
   * Returns the root folders and profiles for new entries, with the defaults. Throws `bad_state`, `upstream_failed`.
   */
  offer(): Promise<MusicOffer>;
  /** Resolves when the albums of all new artists have been added. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Lidarr's root folders and profiles. `chosen` are the defaults for a new artist. */
export interface MusicOffer extends ManagerOptions {
  chosen: Partial<Pick<MusicPlacing, "rootFolderPath" | "qualityProfileId" | "metadataProfileId">>;
}

/** Services and options for adding. `repository` provides the root folders and profiles of existing artists. */
export interface MusicAddingOptions {
  managers: Pick<Managers, "connected">;
  music: Pick<MusicLibrary, "artist" | "album" | "refreshArtist" | "settled">;
  repository: Pick<MusicCatalogueRepository, "placements">;
  log: Log;
  /** Delays between checks for the albums of a new artist. Lidarr fetches them after it has responded. */
  albumWaitsMs?: readonly number[];
}

const ALBUM_WAITS_MS = [2_000, 3_000, 5_000, 10_000, 20_000, 40_000];
const { app } = MANAGERS.music;

interface MusicAddingDeps extends MusicAddingOptions {
  readonly follow: Following["follow"];
}

/**
 * Creates the service that adds music to Lidarr. Lidarr's errors become `Fault`s. The albums of a new artist are read
 * in the background.
 */
export function createMusicAdding(options: MusicAddingOptions): MusicAdding {
  const { follow, settled, close } = createFollowing(options.music, options.log);
  const deps: MusicAddingDeps = { ...options, follow };
  return {
    add: (wanted) => addWanted(deps, wanted).catch(throwFault),
    offer: () => offerOf(deps).catch(throwFault),
    settled,
    close,
  };
}

function throwFault(error: unknown): never {
  throw error instanceof ManagerProblem ? faultOf(error) : error;
}

function connectedLidarr({ managers }: MusicAddingDeps): ManagerClient<"music"> {
  const lidarr = managers.connected("music");
  if (lidarr !== undefined) return lidarr;
  throw new Fault("bad_state", notConnected("music"));
}

async function offerOf(deps: MusicAddingDeps): Promise<MusicOffer> {
  const [offered, artists] = await Promise.all([
    managerOptions(connectedLidarr(deps)),
    deps.repository.placements(),
  ]);
  const titles = artists.map((artist) => ({ ...artist, anime: false }));
  // Like the other defaults, the default metadata profile is the one that most artists have.
  const { qualityProfileId: metadataProfileId } = placementOf({
    rootFolders: [],
    qualityProfiles: offered.metadataProfiles ?? [],
    titles: titles.map((artist) => ({ ...artist, profileId: artist.metadataProfileId })),
    anime: false,
  });
  return {
    ...offered,
    chosen: {
      ...placementOf({ ...offered, titles, anime: false }),
      ...(metadataProfileId === undefined ? {} : { metadataProfileId }),
    },
  };
}

/** Returns the root folder and profiles for a new entry, with defaults for omitted values. */
async function choosePlacement(deps: MusicAddingDeps, wanted: AddMusic): Promise<MusicPlacing> {
  const { monitored, search } = wanted;
  const { chosen } = await offerOf(deps);
  const rootFolderPath = wanted.rootFolderPath ?? chosen.rootFolderPath;
  const qualityProfileId = wanted.qualityProfileId ?? chosen.qualityProfileId;
  const metadataProfileId = wanted.metadataProfileId ?? chosen.metadataProfileId;
  if (rootFolderPath === undefined) {
    throw new Fault("bad_state", `${app} has no usable root folder. Add one there.`);
  }
  if (qualityProfileId === undefined || metadataProfileId === undefined) {
    throw new Fault("bad_state", `${app} has no quality profile or no metadata profile. Add one there.`);
  }
  return { rootFolderPath, qualityProfileId, metadataProfileId, monitored, search };
}

async function addWanted(deps: MusicAddingDeps, wanted: AddMusic): Promise<Artist | Album> {
  const { kind, foreignId, foreignArtistId, foreignAlbumId } = wanted;
  const artist = foreignArtistId ?? (kind === "artist" ? foreignId : undefined);
  return artist === undefined
    ? await addNewAlbum(deps, foreignAlbumId ?? foreignId ?? "", wanted)
    : await addNewArtist(deps, artist, wanted);
}

const alreadyHeld = (name: string, id: number): Fault =>
  new Fault("conflict", `${app} already has ${name} (ID ${id}).`, {
    fields: [{ path: "arrId", message: String(id) }],
  });

async function addNewArtist(deps: MusicAddingDeps, foreignId: string, wanted: AddMusic): Promise<Artist> {
  const { music, log } = deps;
  const lidarr = connectedLidarr(deps);
  const found = await artistToAdd(lidarr, foreignId);
  if (found === undefined) throw new Fault("not_found", `${app} found no artist with the ID ${foreignId}.`);
  if (found.id) {
    await music.refreshArtist(found.id);
    throw alreadyHeld(found.artistName, found.id);
  }
  const id = await addArtist(lidarr, found, await choosePlacement(deps, wanted)).catch(async (error) => {
    // Another request has meanwhile added the artist, or this request was sent twice.
    const present = wasRefused(error) ? await artistToAdd(lidarr, foreignId) : undefined;
    throw present?.id ? alreadyHeld(present.artistName, present.id) : error;
  });
  log("info", "A title was added.", { app, title: found.artistName });
  await music.refreshArtist(id);
  const isComplete = async () => {
    await music.refreshArtist(id);
    return (await music.artist(id)).albums.length > 0;
  };
  deps.follow(id, isComplete, deps.albumWaitsMs ?? ALBUM_WAITS_MS);
  return (await music.artist(id)).artist;
}

async function addNewAlbum(deps: MusicAddingDeps, foreignId: string, wanted: AddMusic): Promise<Album> {
  const { music, log } = deps;
  const lidarr = connectedLidarr(deps);
  await refuseHeldAlbum(deps, lidarr, foreignId);
  const found = await albumToAdd(lidarr, foreignId);
  if (found === undefined) throw new Fault("not_found", `${app} found no album with the ID ${foreignId}.`);
  const { id, artistId } = await addAlbum(lidarr, found, await choosePlacement(deps, wanted)).catch(async (error) => {
    if (wasRefused(error)) await refuseHeldAlbum(deps, lidarr, foreignId);
    throw error;
  });
  log("info", "A title was added.", { app, title: found.title });
  await music.refreshArtist(artistId);
  return (await music.album(id)).album;
}

async function refuseHeldAlbum(
  { music }: MusicAddingDeps,
  lidarr: ManagerClient<"music">,
  foreignId: string,
): Promise<void> {
  const held = await heldAlbum(lidarr, foreignId);
  if (held === undefined) return;
  await music.refreshArtist(held.artistId);
  throw alreadyHeld(held.title, held.id);
}

const wasRefused = (error: unknown): boolean => error instanceof ManagerProblem && error.status === 400;
