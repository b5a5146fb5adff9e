import { type FakeLibrary, type FakePlayer, type FakeStream, json, rescan, servePlayer } from "./player.ts";

/**
 * The parts of a Plex Media Server that Lathe uses (https://developer.plex.tv/pms). It sends XML unless the request
 * accepts JSON, numbers of sections as text, and omits what is not set.
 */
export interface FakePlex extends FakePlayer {
  /** Library of movies with the key 1, as Plex sees its paths. */
  movies: FakeLibrary;
  streams: FakeStream[];
  /** Folders whose rescan was requested, in order. */
  rescans: string[];
}

export function startPlex({ token = "plex-token-0123456789", root = "/data/movies" } = {}): FakePlex {
  const movies: FakeLibrary = { root, disk: new Set(), items: [] };
  const rescans: string[] = [];
  const state = { streams: [] as FakeStream[] };
  const fake = servePlayer({
    token,
    tokenOf: (request) => request.headers.get("x-plex-token"),
    open: ["/identity"],
    answer(request, { pathname, searchParams }) {
      const container = answerOf(pathname, searchParams, { movies, rescans, streams: state.streams });
      if (container === undefined) return new Response("<html>404</html>", { status: 404 });
      if (container === "") return new Response("", { headers: { "Content-Type": "text/html" } });
      const isJson = /application\/json/.test(request.headers.get("accept") ?? "");
      return isJson ? json({ MediaContainer: container }) : xml(container);
    },
  });
  return Object.defineProperties(Object.assign(fake, { movies, rescans }), {
    streams: { get: () => state.streams, set: (streams) => state.streams = streams },
  }) as FakePlex;
}

type Container = Record<string, unknown>;
interface PlexState extends Pick<FakePlex, "movies" | "rescans" | "streams"> {}

function answerOf(
  path: string,
  query: URLSearchParams,
  { movies, rescans, streams }: PlexState,
): Container | "" | undefined {
  const item = movies.items.find(({ id }) => id === query.get("key"));
  switch (path) {
    case "/identity":
      return {
        size: 0,
        claimed: true,
        machineIdentifier: "96f2fe7a78c9dc1f16a16bedbe90f98149be16b4",
        version: "1.41.3.9314-a0bfb8370",
      };
    case "/library/sections":
      return {
        size: 2,
        allowSync: false,
        title1: "Plex Library",
        Directory: [
          { key: "1", type: "movie", title: "Movies", refreshing: false, Location: [{ id: 1, path: movies.root }] },
          { key: "2", type: "artist", title: "Music", Location: [{ id: 2, path: "/data/music" }] },
        ],
      };
    case "/library/sections/1/refresh":
      rescans.push(query.get("path") ?? "");
      rescan(movies, query.get("path") ?? "");
      return "";
    case "/library/sections/1/all":
      return itemsOf(movies, query);
    case "/status/sessions":
      // Without a stream, there is no list.
      return streams.length === 0 ? { size: 0 } : { size: streams.length, Metadata: streams.map(sessionOf) };
    case "/:/scrobble":
      item?.states.set("", { watched: true, positionMs: 0 });
      return item && "";
    case "/:/progress":
      item?.states.set("", { watched: false, positionMs: Number(query.get("time")) });
      return item && "";
  }
  return undefined;
}

function itemsOf({ items }: FakeLibrary, query: URLSearchParams): Container {
  const sorted = query.get("sort") === "addedAt:desc" ? items.toReversed() : items;
  const start = Number(query.get("X-Plex-Container-Start"));
  const page = sorted.slice(start, start + Number(query.get("X-Plex-Container-Size")));
  return {
    size: page.length,
    totalSize: items.length,
    Metadata: page.map(({ id, file, states }) => {
      const { watched = false, positionMs = 0 } = states.get("") ?? {};
      return {
        ratingKey: id,
        type: "movie",
        title: file.split("/").at(-1),
        ...(watched ? { viewCount: 1, lastViewedAt: 1700000000 } : {}),
        ...(positionMs > 0 ? { viewOffset: positionMs } : {}),
        Media: [{ id: 1, videoCodec: "h264", Part: [{ id: 1, key: "/library/parts/1/file.mkv", file }] }],
      };
    }),
  };
}

function sessionOf(
  { user, title, series, device, paused, transcodes, remuxes, kind = "video" }: FakeStream,
): Container {
  return {
    sessionKey: "7",
    ratingKey: "123",
    type: kind === "music" ? "track" : kind === "photo" ? "photo" : series === undefined ? "movie" : "episode",
    title,
    ...(series === undefined ? {} : { grandparentTitle: series }),
    ...(user === null ? {} : { User: { id: "1", title: user ?? "Alice" } }),
    Player: {
      address: "192.168.1.20",
      machineIdentifier: "abc",
      product: "Plex for Android (TV)",
      state: paused ? "paused" : "playing",
      local: true,
      ...(device === null ? {} : { title: device ?? "Living room" }),
    },
    ...(transcodes || remuxes
      ? {
        TranscodeSession: {
          key: "/transcode/sessions/x",
          videoDecision: transcodes ? "transcode" : "copy",
          audioDecision: "transcode",
        },
      }
      : {}),
  };
}

/** Returns a container as XML: texts and numbers are attributes, lists and objects are elements. */
function xml(container: Container): Response {
  const escaped = (value: unknown) => String(value).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const element = (name: string, value: Container): string => {
    const attributes = Object.entries(value).filter(([, one]) => typeof one !== "object");
    const children = Object.entries(value).flatMap(([key, one]) =>
      (Array.isArray(one) ? one : typeof one === "object" ? [one] : []).map((child) => element(key, child as Container))
    );
    return `<${name}${attributes.map(([key, one]) => ` ${key}="${escaped(one)}"`).join("")}>${
      children.join("")
    }</${name}>`;
  };
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${element("MediaContainer", container)}`;
  return new Response(text, { headers: { "Content-Type": "text/xml;charset=utf-8" } });
}
