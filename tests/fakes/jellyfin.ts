import {
  type FakeItem,
  type FakeLibrary,
  type FakePlayer,
  type FakeStream,
  json,
  rescan,
  servePlayer,
} from "./player.ts";

/**
 * The parts of Jellyfin 10.11 (https://api.jellyfin.org) or Emby 4.9 (https://dev.emby.media) that Lathe uses. Both list
 * sessions without a stream, and send null for much of what is not set.
 */
export interface FakeJellyfin extends FakePlayer {
  movies: FakeLibrary;
  streams: FakeStream[];
  /** File changes that were reported to the player, in order. */
  updates: { Path: string; UpdateType: string }[];
}

const USERS = [
  { Name: "Alice", Id: "a11ce000000000000000000000000001", Policy: { IsAdministrator: true, IsDisabled: false } },
  { Name: "Bob", Id: "b0b00000000000000000000000000002", Policy: { IsAdministrator: false, IsDisabled: false } },
  { Name: "Gone", Id: "90e00000000000000000000000000003", Policy: { IsDisabled: true } },
];
/** IDs of the enabled users of the fakes. */
export const [ALICE = "", BOB = ""] = USERS.map(({ Id }) => Id);

export function startJellyfin(
  { kind = "jellyfin", token = "jellyfin-key-0123456789", root = "/data/movies" }: {
    kind?: "jellyfin" | "emby";
    token?: string;
    root?: string;
  } = {},
): FakeJellyfin {
  const movies: FakeLibrary = { root, disk: new Set(), items: [] };
  const updates: FakeJellyfin["updates"] = [];
  const state = { streams: [] as FakeStream[] };
  const fake = servePlayer({
    token,
    tokenOf: ({ headers }) =>
      kind === "emby"
        ? headers.get("x-emby-token")
        : /^MediaBrowser .*Token="([^"]*)"/.exec(headers.get("authorization") ?? "")?.[1] ?? null,
    async answer(request, url) {
      if (request.method === "POST" && url.pathname === "/Library/Media/Updated") {
        const { Updates } = await request.json();
        for (const update of Updates) {
          updates.push(update);
          rescan(movies, update.Path.replace(/\/[^/]*$/, ""));
        }
        return new Response(null, { status: 204 });
      }
      const answer = listOf(url, { kind, movies, streams: state.streams }) ?? await itemOf(request, url, kind, movies);
      return answer ?? new Response("Error processing request.", { status: 404 });
    },
  });
  return Object.defineProperties(Object.assign(fake, { movies, updates }), {
    streams: { get: () => state.streams, set: (streams) => state.streams = streams },
  }) as FakeJellyfin;
}

function listOf(
  url: URL,
  state: { kind: string; movies: FakeLibrary; streams: FakeStream[] },
): Response | undefined {
  const user = state.kind === "emby" ? /^\/Users\/(\w+)\/Items$/.exec(url.pathname)?.[1] : undefined;
  if (user === undefined) return listAt(url, state);
  const query = new URLSearchParams(url.searchParams);
  query.set("userId", user);
  return json(itemsOf(state.movies, query));
}

function listAt(
  { pathname, searchParams }: URL,
  { kind, movies, streams }: { kind: string; movies: FakeLibrary; streams: FakeStream[] },
): Response | undefined {
  switch (pathname) {
    case "/System/Info":
      return json({
        LocalAddress: "http://10.0.0.2:8096",
        ServerName: "nas",
        Version: kind === "emby" ? "4.9.1.80" : "10.11.2",
        Id: "x",
      });
    case "/Users":
      return kind === "jellyfin" ? json(USERS) : undefined;
    case "/Users/Query":
      return kind === "emby" ? json({ Items: USERS, TotalRecordCount: USERS.length }) : undefined;
    case "/Library/VirtualFolders":
      return json([
        {
          Name: "Movies",
          Locations: [movies.root],
          CollectionType: "movies",
          ItemId: "f137a2dd21bbc1b99aa5c0f6bf02a805",
        },
        {
          Name: "Music",
          Locations: ["/data/music"],
          CollectionType: "music",
          ItemId: "7e64e319657a9516ec78490da03edccb",
        },
        { Name: "Mixed", Locations: [], CollectionType: null, ItemId: null, LibraryOptions: null },
      ]);
    case "/Sessions":
      return json([
        { Id: "idle", UserName: null, Client: "Jellyfin Web", DeviceName: null, NowPlayingItem: null, PlayState: null },
        ...streams.map(sessionOf),
      ]);
    case "/Items":
      return kind === "emby" && searchParams.has("userId") ? undefined : json(itemsOf(movies, searchParams));
  }
}

function sessionOf({ user, title, series, device, paused, transcodes, remuxes, kind = "video" }: FakeStream) {
  return {
    Id: "s1",
    UserName: user === undefined ? "Alice" : user,
    Client: "Jellyfin Android TV",
    DeviceName: device === undefined ? "Living room" : device,
    NowPlayingItem: {
      Name: title,
      SeriesName: series ?? null,
      Type: kind === "music" ? "Audio" : series === undefined ? "Movie" : "Episode",
      MediaType: kind === "music" ? "Audio" : kind === "photo" ? "Photo" : "Video",
    },
    PlayState: {
      IsPaused: paused ?? false,
      CanSeek: true,
      PlayMethod: transcodes ? "Transcode" : remuxes ? "Transcode" : "DirectPlay",
      PositionTicks: 120_000_000,
    },
    TranscodingInfo: transcodes || remuxes
      ? { IsVideoDirect: !transcodes, IsAudioDirect: false, TranscodeReasons: ["AudioCodecNotSupported"] }
      : null,
  };
}

function itemsOf({ items: all }: FakeLibrary, query: URLSearchParams) {
  const user = query.get("userId") ?? "";
  const isPlayed = query.get("Filters") === "IsPlayed";
  const items = isPlayed ? all.filter(({ states }) => states.get(user)?.watched === true) : all;
  const sorted = query.get("SortBy") === "DateCreated" ? items.toReversed() : items;
  const start = Number(query.get("StartIndex"));
  const page = sorted.slice(start, start + Number(query.get("Limit")));
  return {
    Items: page.map(({ id, file }) => ({ Name: file, Id: id, Path: file, Type: "Movie", UserData: null })),
    TotalRecordCount: items.length,
  };
}

/** Returns one item for a user, or changes its state. Undefined for other requests. */
async function itemOf(request: Request, url: URL, kind: string, { items }: FakeLibrary): Promise<Response | undefined> {
  const shape = kind === "jellyfin"
    ? /^\/(?<what>Items|UserItems|UserPlayedItems)\/(?<id>\w+)(?:\/UserData)?$/
    : /^\/Users\/(?<user>\w+)\/(?<what>Items|PlayedItems)\/(?<id>\w+)(?:\/UserData)?$/;
  const found = shape.exec(url.pathname)?.groups;
  const user = found?.user ?? url.searchParams.get("userId") ?? "";
  const item: FakeItem | undefined = items.find(({ id }) => id === found?.id);
  if (found === undefined || item === undefined || !USERS.some(({ Id }) => Id === user)) return undefined;
  if (request.method === "GET") {
    const { watched = false, positionMs = 0 } = item.states.get(user) ?? {};
    return json({
      Id: item.id,
      Path: item.file,
      UserData: { Played: watched, PlaybackPositionTicks: positionMs * 10_000, PlayCount: watched ? 1 : 0, Key: "603" },
    });
  }
  if (/Played/.test(found.what ?? "")) item.states.set(user, { watched: true, positionMs: 0 });
  else {
    const { Played = false, PlaybackPositionTicks = 0 } = await request.json();
    item.states.set(user, { watched: Played, positionMs: PlaybackPositionTicks / 10_000 });
  }
  return json({ Played: item.states.get(user)?.watched });
}
