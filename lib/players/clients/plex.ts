import * as z from "zod";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type {
  PlayerAddress,
  PlayerClient,
  PlayerLimits,
  PlayerSection,
  PlayerStream,
  SearchOrder,
  WatchedItems,
} from "./player_client.ts";
import { connectPlayer, type PlayerRequest, SESSION_BYTES } from "./request.ts";
import { folderOf, headerText, isBelow, listOf, number, shownName, text } from "./wire.ts";

/**
 * Client of a Plex Media Server (https://developer.plex.tv/pms). It returns JSON if the request accepts it, and
 * otherwise XML.
 */

const LIBRARY = "com.plexapp.plugins.library";
/** Number of items in one page of a library. */
const PAGE = 500;
/** Maximum number of pages that are searched for a path: all of a large library, or only the newest items. */
const PAGES: Record<SearchOrder, number> = { any: 200, newest: 1 };
/** Types of items that have files: movies and episodes. */
const ITEM_TYPES = { movie: 1, show: 4 } as const;

const container = <T extends z.ZodType>(content: T) => z.object({ MediaContainer: content });
const Media = listOf(z.object({ Part: listOf(z.object({ file: text })) }));

const Identity = container(z.object({ version: z.string().max(100) }));
const Sections = container(z.object({
  Directory: listOf(z.object({
    key: z.coerce.string(),
    title: text,
    type: text,
    Location: listOf(z.object({ path: z.string() })),
  })),
}));
const Sessions = container(z.object({
  Metadata: listOf(z.object({
    type: text,
    title: text,
    grandparentTitle: text,
    User: z.object({ title: text }).catch({ title: "" }),
    Player: z.object({ title: text, product: text, state: text }).catch({ title: "", product: "", state: "" }),
    TranscodeSession: z.object({ videoDecision: text }).optional().catch(undefined),
  })),
}));
const Items = container(z.object({
  Metadata: listOf(z.object({ ratingKey: z.coerce.string(), viewCount: number, viewOffset: number, Media })),
}));

/** Creates the client of a Plex server. No request is sent. */
export function createPlexClient(http: Pick<HttpClient, "send">, address: PlayerAddress): PlayerClient {
  const ask = connectPlayer(http, address, {
    "x-plex-token": headerText(address.token),
    "x-plex-client-identifier": "lathe",
    "x-plex-product": "Lathe",
  });
  const sections = async (limits?: PlayerLimits) =>
    (await ask("/library/sections", Sections, limits)).MediaContainer.Directory.map(sectionOf);
  return {
    // The list of sections is requested too, because it requires the token. The identity, which contains the version,
    // is public.
    version: async (limits) => {
      await sections(limits);
      return (await ask("/identity", Identity, limits)).MediaContainer.version;
    },
    sections,
    streams: async (limits) =>
      (await ask("/status/sessions", Sessions, { ...limits, maxBytes: SESSION_BYTES })).MediaContainer.Metadata.flatMap(
        streamOf,
      ),
    async rescan(changes, limits) {
      const known = await sections(limits);
      const outside: string[] = [];
      for (const folder of new Set(changes.map(({ path }) => folderOf(path)))) {
        const holding = known.filter(({ paths }) => paths.some((root) => isBelow(folder, root)));
        if (holding.length === 0) outside.push(folder);
        for (const { id } of holding) {
          const query = { path: folder };
          await ask(`/library/sections/${encodeURIComponent(id)}/refresh`, z.unknown(), {
            ...limits,
            query,
            silent: true,
          });
        }
      }
      return outside;
    },
    itemsAt: async (paths, order, limits) => await itemsAt(ask, await sections(limits), paths, order, limits),
    async watchedFiles(limits) {
      const files = new Map<string, boolean>();
      for (const section of await sections(limits)) {
        for await (const { viewCount, Media } of itemsOf(ask, section, "any", limits)) {
          for (const file of filesOf(Media)) files.set(file, viewCount > 0 || files.get(file) === true);
        }
      }
      return files;
    },
    async setWatched(itemId, { watched, positionMs }, limits) {
      const query = { key: itemId, identifier: LIBRARY };
      if (watched) await ask("/:/scrobble", z.unknown(), { ...limits, query, silent: true });
      else {
        const progress = { ...query, time: Math.round(positionMs), state: "stopped" };
        await ask("/:/progress", z.unknown(), { ...limits, query: progress, silent: true });
      }
    },
  };
}

const sectionOf = (
  { key, title, type, Location }: z.output<typeof Sections>["MediaContainer"]["Directory"][number],
): PlayerSection => ({
  id: key,
  title: shownName(title),
  type: type === "movie" || type === "show" ? type : "other",
  paths: Location.map(({ path }) => path),
});

/** Returns the video stream of a session. Empty for music and photos, which hardly use the processor. */
function streamOf(
  session: z.output<typeof Sessions>["MediaContainer"]["Metadata"][number],
): PlayerStream[] {
  const { type, title, grandparentTitle, User, Player, TranscodeSession } = session;
  if (type === "track" || type === "photo") return [];
  return [{
    user: shownName(User.title),
    title: shownName(grandparentTitle === "" ? title : `${grandparentTitle}: ${title}`),
    device: shownName(Player.title || Player.product),
    paused: Player.state === "paused",
    transcodes: TranscodeSession?.videoDecision === "transcode",
  }];
}

/**
 * Searches the library sections that contain the files. A token belongs to one account, so each item has one watched
 * state.
 */
async function itemsAt(
  ask: PlayerRequest,
  sections: PlayerSection[],
  wanted: readonly string[],
  order: SearchOrder,
  limits?: PlayerLimits,
): Promise<WatchedItems> {
  const found: WatchedItems = new Map();
  for (const section of sections) {
    const inside = new Set(wanted.filter((path) => section.paths.some((root) => isBelow(path, root))));
    if (inside.size === 0) continue;
    for await (const { ratingKey, viewCount, viewOffset, Media } of itemsOf(ask, section, order, limits)) {
      for (const file of filesOf(Media)) {
        if (!inside.delete(file)) continue;
        const state = { userId: "", watched: viewCount > 0, positionMs: viewOffset };
        found.set(file, { itemId: ratingKey, states: [state] });
      }
      if (inside.size === 0) break;
    }
  }
  return found;
}

type PlexItem = z.output<typeof Items>["MediaContainer"]["Metadata"][number];

const filesOf = (media: PlexItem["Media"]): string[] => media.flatMap(({ Part }) => Part).map(({ file }) => file);

/** Yields the movies or episodes of a library. A page is requested when its first item is needed. */
async function* itemsOf(
  ask: PlayerRequest,
  { id, type }: PlayerSection,
  order: SearchOrder,
  limits?: PlayerLimits,
): AsyncGenerator<PlexItem> {
  if (type === "other") return;
  for (let page = 0; page < PAGES[order]; page++) {
    const query = {
      type: ITEM_TYPES[type],
      ...(order === "newest" ? { sort: "addedAt:desc" } : {}),
      "X-Plex-Container-Start": page * PAGE,
      "X-Plex-Container-Size": PAGE,
    };
    const section = `/library/sections/${encodeURIComponent(id)}/all`;
    const { MediaContainer: { Metadata } } = await ask(section, Items, { ...limits, query });
    yield* Metadata;
    if (Metadata.length < PAGE) return;
  }
}
