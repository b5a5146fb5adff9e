import { makeCertificate } from "../fixtures/certificate.ts";

/** A small MusicBrainz over HTTPS that enforces its rate limit and the User-Agent. */
export interface MusicBrainzFake extends AsyncDisposable {
  port: number;
  /** Requests in order. */
  seen: { kind: string; query: string; status: number; path: string }[];
  /** Number of subsequent requests to reject as busy. */
  busy: { times: number };
  /** Overrides the response. */
  instead: { body?: string; status?: number };
}

/** A disc of a release. `discId` and `toc` are in MusicBrainz's format. */
export interface FakeMedium {
  discId?: string;
  toc: string;
  title?: string;
  tracks: { title: string; artist?: string }[];
}

/** A release in the catalogue. By default, it has two discs, with nine and eight tracks. */
export interface FakeRelease {
  title: string;
  artist: string;
  barcode?: string;
  status?: string;
  date?: string;
  country?: string;
  discs?: FakeMedium[];
}

/** Derives an ID from a title. */
export const idOf = (text: string) => `${text.length.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;

const releaseOf = ({ title, artist, barcode, status, date, country, discs }: FakeRelease, parts: string[]) => ({
  id: idOf(title),
  score: 100,
  title,
  status: status ?? "Official",
  date: date ?? "2001-05-12",
  country: country ?? "XE",
  barcode: barcode ?? null,
  "artist-credit": [
    { name: artist, joinphrase: " & ", artist: { id: idOf(artist), name: artist } },
    { name: "Guests", artist: { id: idOf("Guests"), name: "Guests" } },
  ],
  "release-group": { id: idOf(`${title} group`), "primary-type": "Album" },
  "label-info": [{ "catalog-number": "X 1", label: { name: "Small Label" } }],
  media: discs?.map((medium, i) => mediumOf(medium, i + 1, parts)) ??
    [{ format: "CD", "track-count": 9 }, { format: "CD", "track-count": 8 }],
});

/** Returns the offsets with the lead-out last. */
const placesOf = (toc: string): number[] => {
  const [, , leadOut = 0, ...offsets] = toc.split(/[ +]/).map(Number);
  return [...offsets, leadOut];
};

/** Returns a medium with only the parts that `inc` lists. */
function mediumOf({ discId, toc, title, tracks }: FakeMedium, position: number, parts: string[]) {
  const places = placesOf(toc);
  return {
    position,
    title: title ?? "",
    format: "CD",
    "track-count": tracks.length,
    discs: discId === undefined ? [] : [{ id: discId, sectors: places.at(-1), offsets: places.slice(0, -1) }],
    ...(parts.includes("recordings")
      ? {
        tracks: tracks.map((track, i) => ({
          id: idOf(`track ${track.title}`),
          number: String(i + 1),
          position: i + 1,
          title: track.title,
          length: Math.round((((places[i + 1] ?? 0) - (places[i] ?? 0)) * 1000) / 75),
          ...(parts.includes("artist-credits") && track.artist
            ? { "artist-credit": [{ name: track.artist, artist: { id: idOf(track.artist), name: track.artist } }] }
            : {}),
          recording: {
            id: idOf(`recording ${track.title}`),
            title: track.title,
            length: null,
            ...(parts.includes("isrcs") ? { isrcs: i === 0 ? ["GBAYE0000351"] : [] } : {}),
          },
        })),
      }
      : {}),
  };
}

const NOT_FOUND = () => Response.json({ error: "Not Found" }, { status: 404 });

/**
 * Response of `discid/{id}`: the exact disc, or otherwise discs whose tracks start within ten seconds of the requested
 * positions.
 */
function discAnswer(releases: FakeRelease[], id: string, url: URL): Response {
  if (!/^[\w.-]{27}-$/.test(id)) return Response.json({ error: "Invalid disc id." }, { status: 400 });
  const parts = partsOf(url);
  const exact = releases.filter(({ discs }) => discs?.some(({ discId }) => discId === id));
  if (exact.length > 0) {
    const rows = exact.map((one) => releaseOf(one, parts));
    return Response.json({ id, "offset-count": 1, sectors: 1, offsets: [150], releases: [...rows, { nonsense: 1 }] });
  }
  const ours = placesOf(url.searchParams.get("toc") ?? "");
  const isNear = ({ toc }: FakeMedium): boolean => {
    const places = placesOf(toc);
    return places.length === ours.length && places.every((place, i) => Math.abs(place - (ours[i] ?? 0)) < 750);
  };
  const near = releases.filter(({ discs }) => discs?.some(isNear)).map((one) => releaseOf(one, parts));
  return near.length === 0
    ? NOT_FOUND()
    : Response.json({ "release-count": near.length, "release-offset": 0, releases: near });
}

const partsOf = (url: URL): string[] => (url.searchParams.get("inc") ?? "").split(/[ +]/);

export async function startMusicBrainz({ releases }: { releases: FakeRelease[] }): Promise<MusicBrainzFake> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_fake_" });
  const { cert, key } = await makeCertificate(folder);
  const seen: MusicBrainzFake["seen"] = [];
  const busy = { times: 0 };
  const instead: MusicBrainzFake["instead"] = {};

  function answer(request: Request, url: URL): Response {
    // MusicBrainz throttles all clients without contact details together. The fake rejects such clients.
    if (!/^\S+\/\S+ \( .+ \)$/.test(request.headers.get("user-agent") ?? "")) return new Response("", { status: 403 });
    if (busy.times-- > 0) {
      return Response.json({ error: "Your requests are exceeding the allowable rate limit." }, { status: 503 });
    }
    if (instead.status !== undefined) return new Response(instead.body ?? "", { status: instead.status });
    const [, kind, id] = /^\/ws\/2\/(discid|release)\/(.+)$/.exec(url.pathname) ?? [];
    if (kind === "discid" && id !== undefined) return discAnswer(releases, decodeURIComponent(id), url);
    if (id !== undefined) {
      const one = releases.find(({ title }) => idOf(title) === id);
      return one ? Response.json(releaseOf(one, partsOf(url))) : NOT_FOUND();
    }
    const query = url.searchParams.get("query") ?? "";
    const words = [...query.matchAll(/(?:release|artist|barcode):(\S+?)(?=[\s)]|$)/g)].map(([, word = ""]) => word);
    const fits = (facts: FakeRelease) =>
      words.some((word) => word === facts.barcode) ||
      words.every((word) => `${facts.title} ${facts.artist}`.toLowerCase().includes(word.toLowerCase()));
    const found = releases.filter(fits);
    return url.pathname === "/ws/2/artist"
      ? Response.json({
        artists: found.map(({ artist }) => ({ id: idOf(artist), name: artist, type: "Group", score: 100 })),
      })
      : Response.json({ releases: [...found.map((one) => releaseOf(one, [])), { nonsense: true }] });
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    const response = answer(request, url);
    const query = url.searchParams.get("query") ?? "";
    seen.push({ kind: url.pathname.split("/").at(-1) ?? "", query, status: response.status, path: url.pathname });
    return response;
  });
  return {
    port: server.addr.port,
    seen,
    busy,
    instead,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
