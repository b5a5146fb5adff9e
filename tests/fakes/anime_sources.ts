import { gzipSync } from "node:zlib";
import { once } from "../../lib/kit/lazy.ts";
import type { AnimeSource } from "../../lib/library/anime/sources.ts";
import { ANIME_SOURCES } from "../../lib/library/anime/sources.ts";
import type { TestAppOptions } from "../fixtures/app.ts";
import { dumpText, inventedAnime, KNOWN_ANIME, mappingText, seasonsText } from "../fixtures/anime_data.ts";
import { makeCertificate } from "../fixtures/certificate.ts";

/**
 * AniDB's downloads and the lists from GitHub over HTTPS. The fake rejects a wrong User-Agent, and a test can override
 * responses.
 */
export interface AnimeSourcesFake extends AsyncDisposable {
  port: number;
  /** Requests in order. */
  seen: { path: string; status: number; etag: string | null }[];
  /** Response bodies by path. */
  bodies: Record<"/titles" | "/mapping" | "/seasons", Uint8Array<ArrayBuffer>>;
  /** Overridden responses by path. */
  instead: Record<string, (() => Response) | undefined>;
  /** The public sources with the addresses of this fake. */
  sources: AnimeSource[];
  /**
   * A network in which these addresses are public and resolve to this fake. All other names resolve to this machine.
   */
  network: Required<NonNullable<TestAppOptions["network"]>>;
}

/** A public IP address, because private addresses are not queried. */
const PUBLIC = "93.184.216.34";

/** Number of generated anime after the real ones, enough to fill a list. */
const INVENTED = 4_000;

/** The three published files, which are created once per process. */
export const publishedAnime = once((): AnimeSourcesFake["bodies"] => {
  const all = [...KNOWN_ANIME, ...inventedAnime({ count: INVENTED })];
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    "/titles": new Uint8Array(gzipSync(bytes(dumpText(all)))),
    "/mapping": bytes(mappingText(all)),
    "/seasons": bytes(seasonsText(all)),
  };
});

/** Starts the fake. `host` is the name in its addresses. */
export async function startAnimeSources(host = "anime.example"): Promise<AnimeSourcesFake> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_fake_" });
  const { cert, key } = await makeCertificate(folder);
  const bodies = { ...publishedAnime() };
  const seen: AnimeSourcesFake["seen"] = [];
  const instead: AnimeSourcesFake["instead"] = {};

  function answer(request: Request, path: string): Response {
    // Clients that do not identify themselves are rejected.
    if (!/^Lathe[\w-]*(?:\/\S+)?$/.test(request.headers.get("user-agent") ?? "")) {
      return new Response("", { status: 403 });
    }
    const other = instead[path];
    if (other !== undefined) return other();
    const body = bodies[path as keyof typeof bodies];
    if (body === undefined) return new Response("", { status: 404 });
    if (path === "/titles") return new Response(body, { headers: { "content-type": "application/gzip" } });
    const etag = `"${body.length}"`;
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
    return new Response(body, { headers: { etag, "content-type": "text/plain; charset=utf-8" } });
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} }, (request) => {
    const path = new URL(request.url).pathname;
    const response = answer(request, path);
    seen.push({ path, status: response.status, etag: request.headers.get("if-none-match") });
    return response;
  });
  const { port } = server.addr;
  return {
    port,
    seen,
    bodies,
    instead,
    sources: ANIME_SOURCES.map((source) => ({ ...source, url: `https://${host}/${source.name}` })),
    network: {
      resolve: (name) => Promise.resolve([name === host ? PUBLIC : "127.0.0.1"]),
      reroute: (address, from) => address === PUBLIC ? { address: "127.0.0.1", port } : { address, port: from },
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
