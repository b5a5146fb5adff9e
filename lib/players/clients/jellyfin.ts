import * as z from "zod";
import type { HttpClient } from "../../platform/http_client/model.ts";
import {
  type PlayerAddress,
  type PlayerClient,
  type PlayerLimits,
  PlayerProblem,
  type PlayerSection,
  type PlayerStream,
  type WatchedItems,
  type WatchedState,
} from "./player_client.ts";
import { connectPlayer, type PlayerRequest, type PlayerRequestOptions, SESSION_BYTES } from "./request.ts";
import { findItems, itemsOf, playedBy } from "./jellyfin_items.ts";
import { folderOf, headerText, isBelow, listOf, number, shownName, text } from "./wire.ts";

/**
 * Client of Jellyfin (https://api.jellyfin.org) and Emby (https://dev.emby.media). Jellyfin is a fork of Emby, so their
 * APIs differ only in a few paths and headers.
 */

type Kind = "jellyfin" | "emby";

/** Paths and headers that differ between Jellyfin and Emby. */
const DIALECTS: Record<Kind, {
  headers(token: string): Record<string, string>;
  users: string;
  /** Path and query for the items of a user. */
  items(user: string): [path: string, query?: Record<string, string>];
  /**
   * Path and query for three requests about an item and a user: the item itself, its watched state, and marking it as
   * watched.
   */
  item(user: string, item: string): [path: string, query?: Record<string, string>];
  state(user: string, item: string): [path: string, query?: Record<string, string>];
  played(user: string, item: string): [path: string, query?: Record<string, string>];
}> = {
  // Jellyfin 10.9 moved the paths of a user's items, and may disable the header of Emby.
  jellyfin: {
    headers: (token) => ({ authorization: `MediaBrowser Token="${token.replace(/["\\]/g, "")}"` }),
    users: "/Users",
    items: (userId) => ["/Items", { userId }],
    item: (userId, item) => [`/Items/${item}`, { userId }],
    state: (userId, item) => [`/UserItems/${item}/UserData`, { userId }],
    played: (userId, item) => [`/UserPlayedItems/${item}`, { userId }],
  },
  emby: {
    headers: (token) => ({ "x-emby-token": token }),
    users: "/Users/Query",
    items: (user) => [`/Users/${user}/Items`],
    item: (user, item) => [`/Users/${user}/Items/${item}`],
    state: (user, item) => [`/Users/${user}/Items/${item}/UserData`],
    played: (user, item) => [`/Users/${user}/PlayedItems/${item}`],
  },
};

/** Maximum age in seconds of a session's last activity. Players that are playing report more often. */
const ACTIVE_SECONDS = 90;
/** Number of ticks of 100 ns in a millisecond. */
const TICKS = 10_000;
const MAX_USERS = 200;

const Info = z.object({ Version: z.string().max(100) });
const Folders = listOf(z.object({
  Name: text,
  CollectionType: text,
  ItemId: text,
  Locations: listOf(z.string()),
}));
const Sessions = listOf(z.object({
  UserName: text,
  DeviceName: text,
  Client: text,
  NowPlayingItem: z.object({ Name: text, SeriesName: text, MediaType: text, Type: text }),
  PlayState: z.object({ IsPaused: z.boolean().catch(false), PlayMethod: text }).catch({
    IsPaused: false,
    PlayMethod: "",
  }),
  TranscodingInfo: z.object({ IsVideoDirect: z.boolean().catch(false) }).nullish().catch(undefined),
}));
const User = z.object({ Id: z.string(), Policy: z.object({ IsDisabled: z.boolean() }).optional().catch(undefined) });
const Users = z.union([z.object({ Items: listOf(User) }).transform(({ Items }) => Items), listOf(User)]);
const Item = z.object({
  UserData: z.object({ Played: z.boolean().catch(false), PlaybackPositionTicks: number }).nullish().catch(undefined),
});

/** Creates the client of a Jellyfin or Emby server. No request is sent. */
export function createJellyfinClient(
  http: Pick<HttpClient, "send">,
  address: PlayerAddress & { kind: Kind },
): PlayerClient {
  const dialect = DIALECTS[address.kind];
  const ask = connectPlayer(http, address, dialect.headers(headerText(address.token)));
  const sections = async (limits?: PlayerLimits) =>
    (await ask("/Library/VirtualFolders", Folders, limits)).map(sectionOf);
  return {
    version: async (limits) => (await ask("/System/Info", Info, limits)).Version,
    sections,
    async streams(limits) {
      const query = { ActiveWithinSeconds: ACTIVE_SECONDS };
      return (await ask("/Sessions", Sessions, { ...limits, query, maxBytes: SESSION_BYTES })).flatMap(streamOf);
    },
    async rescan(changes, limits) {
      const known = (await sections(limits)).flatMap(({ paths }) => paths);
      const Updates = changes.map(({ path, type }) => ({ Path: path, UpdateType: type }));
      await ask("/Library/Media/Updated", z.unknown(), {
        ...limits,
        method: "POST",
        json: { Updates },
        silent: true,
      });
      const folders = new Set(changes.map(({ path }) => folderOf(path)));
      return [...folders].filter((folder) => !known.some((root) => isBelow(folder, root)));
    },
    async itemsAt(paths, order, limits) {
      const ids = await findItems(ask, await sections(limits), paths, order, limits);
      const users = ids.size === 0 ? [] : await ask(dialect.users, Users, limits);
      const items: WatchedItems = new Map();
      for (const [path, itemId] of ids) {
        items.set(path, { itemId, states: await statesOf(ask, dialect, itemId, users, limits) });
      }
      return items;
    },
    async watchedFiles(limits) {
      const files = new Map<string, boolean>();
      for (const section of await sections(limits)) {
        for await (const { Path } of itemsOf(ask, section, "any", limits)) files.set(Path, false);
      }
      for (const userId of enabledUsers(await ask(dialect.users, Users, limits))) {
        for await (const { Path } of playedBy(ask, dialect.items(userId), limits)) {
          if (files.has(Path)) files.set(Path, true);
        }
      }
      return files;
    },
    async setWatched(itemId, { userId, watched, positionMs }, limits) {
      const [path, query] = watched ? dialect.played(userId, itemId) : dialect.state(userId, itemId);
      // All fields of the state are sent, because the server resets missing fields to their defaults.
      const json = watched ? undefined : { Played: false, PlaybackPositionTicks: Math.round(positionMs * TICKS) };
      const request: PlayerRequestOptions = { ...limits, method: "POST", query, silent: true };
      await ask(path, z.unknown(), json === undefined ? request : { ...request, json });
    },
  };
}

const sectionOf = (
  { Name, CollectionType, ItemId, Locations }: z.output<typeof Folders>[number],
): PlayerSection => ({
  id: ItemId,
  title: shownName(Name),
  // A library of mixed content has no type.
  type: CollectionType === "movies" ? "movie" : /^(tvshows|homevideos|mixed|)$/.test(CollectionType) ? "show" : "other",
  paths: Locations,
});

/** Returns the video stream of a session. Empty for music and photos, which hardly use the processor. */
function streamOf(session: z.output<typeof Sessions>[number]): PlayerStream[] {
  const { UserName, DeviceName, Client, NowPlayingItem: item, PlayState, TranscodingInfo } = session;
  if (item.MediaType === "Audio" || item.MediaType === "Photo" || item.Type === "Audio") return [];
  return [{
    user: shownName(UserName),
    title: shownName(item.SeriesName === "" ? item.Name : `${item.SeriesName}: ${item.Name}`),
    device: shownName(DeviceName || Client),
    paused: PlayState.IsPaused,
    transcodes: PlayState.PlayMethod === "Transcode" && TranscodingInfo?.IsVideoDirect !== true,
  }];
}

/** Returns the IDs of the users who may log in. */
const enabledUsers = (users: z.output<typeof Users>): string[] =>
  users.filter(({ Policy }) => Policy?.IsDisabled !== true).slice(0, MAX_USERS).map(({ Id }) => encodeURIComponent(Id));

/** Returns undefined if the server refuses the request. */
async function ifAllowed<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof PlayerProblem && error.reason === "refused") return undefined;
    throw error;
  }
}

/** Returns the watched state of each user who has access to the item. */
async function statesOf(
  ask: PlayerRequest,
  dialect: (typeof DIALECTS)[Kind],
  itemId: string,
  users: z.output<typeof Users>,
  limits?: PlayerLimits,
): Promise<WatchedState[]> {
  const states: WatchedState[] = [];
  for (const userId of enabledUsers(users)) {
    const [path, query] = dialect.item(userId, itemId);
    // For a user without access to the library, the server responds as if the item did not exist.
    const item = await ifAllowed(() => ask(path, Item, { ...limits, query }));
    if (!item?.UserData) continue;
    const { Played, PlaybackPositionTicks } = item.UserData;
    states.push({ userId, watched: Played, positionMs: PlaybackPositionTicks / TICKS });
  }
  return states;
}
