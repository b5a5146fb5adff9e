import { makeCertificate } from "../fixtures/certificate.ts";

/** A small MusicBrainz over HTTPS: strict about its limit and about who asks. */
export interface MusicBrainzFake extends AsyncDisposable {
  port: number;
  /** What it was asked, and when (milliseconds that never jump). */
  seen: { kind: string; query: string; status: number }[];
  /** So many of the next requests are told to come again. */
  busy: { times: number };
  /** Answered instead of the truth. */
  instead: { body?: string; status?: number };
}

interface Facts {
  title: string;
  artist: string;
  barcode?: string;
}

const idOf = (text: string) => `${text.length.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;

const releaseOf = ({ title, artist, barcode }: Facts) => ({
  id: idOf(title),
  score: 100,
  title,
  status: "Official",
  date: "2001-05-12",
  country: "XE",
  barcode: barcode ?? null,
  "artist-credit": [
    { name: artist, joinphrase: " & ", artist: { id: idOf(artist), name: artist } },
    { name: "Guests", artist: { id: idOf("Guests"), name: "Guests" } },
  ],
  "release-group": { id: idOf(`${title} group`), "primary-type": "Album" },
  "label-info": [{ "catalog-number": "X 1", label: { name: "Small Label" } }],
  media: [{ format: "CD", "track-count": 9 }, { format: "CD", "track-count": 8 }],
});

export async function startMusicBrainz({ releases }: { releases: Facts[] }): Promise<MusicBrainzFake> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_fake_" });
  const { cert, key } = await makeCertificate(folder);
  const seen: MusicBrainzFake["seen"] = [];
  const busy = { times: 0 };
  const instead: MusicBrainzFake["instead"] = {};

  function answer(request: Request, url: URL): Response {
    // Names without a contact are throttled together (contracts/music.md, section 1).
    if (!/^\S+\/\S+ \( .+ \)$/.test(request.headers.get("user-agent") ?? "")) return new Response("", { status: 403 });
    if (busy.times-- > 0) {
      return Response.json({ error: "Your requests are exceeding the allowable rate limit." }, { status: 503 });
    }
    if (instead.status !== undefined) return new Response(instead.body ?? "", { status: instead.status });
    const query = url.searchParams.get("query") ?? "";
    const words = [...query.matchAll(/(?:release|artist|barcode):(\S+?)(?=[\s)]|$)/g)].map(([, word = ""]) => word);
    const fits = (facts: Facts) =>
      words.some((word) => word === facts.barcode) ||
      words.every((word) => `${facts.title} ${facts.artist}`.toLowerCase().includes(word.toLowerCase()));
    const found = releases.filter(fits);
    return url.pathname === "/ws/2/artist"
      ? Response.json({
        artists: found.map(({ artist }) => ({ id: idOf(artist), name: artist, type: "Group", score: 100 })),
      })
      : Response.json({ releases: [...found.map(releaseOf), { nonsense: true }] });
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    const response = answer(request, url);
    const query = url.searchParams.get("query") ?? "";
    seen.push({ kind: url.pathname.split("/").at(-1) ?? "", query, status: response.status });
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
