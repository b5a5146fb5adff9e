import { makeCertificate } from "../fixtures/certificate.ts";

/** Behaviour of subsequent responses. */
export type OmdbManner =
  | "well"
  | "limit"
  | "badKey"
  | "unavailable"
  | "html"
  | "cut"
  | "redirect"
  | "hang"
  | "oddError";

/** A small OMDb over HTTPS. Titles are keyed by lowercase name. */
export interface OmdbFake extends AsyncDisposable {
  port: number;
  /** Requested titles with year and type. */
  seen: string[];
  /** API keys of the requests. */
  keys: string[];
  manner: OmdbManner;
  titles: Record<string, Record<string, unknown>>;
}

/** Starts a fake on a free port of this machine. */
export async function startOmdb(titles: OmdbFake["titles"] = {}): Promise<OmdbFake> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_fake_" });
  const { cert, key } = await makeCertificate(folder);
  const held = Promise.withResolvers<void>();
  const fake = { seen: [] as string[], keys: [] as string[], manner: "well" as OmdbManner, titles };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} }, async (request) => {
    const { searchParams } = new URL(request.url);
    fake.seen.push(["t", "y", "type"].map((name) => searchParams.get(name) ?? "").join("|"));
    fake.keys.push(searchParams.get("apikey") ?? "");
    if (fake.manner === "hang") await held.promise;
    return misbehaved(fake.manner) ?? answer(fake.titles, searchParams);
  });
  return Object.assign(fake, {
    port: server.addr.port,
    async [Symbol.asyncDispose]() {
      held.resolve();
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    },
  });
}

const refused = (Error: string, status = 200): Response => Response.json({ Response: "False", Error }, { status });

function misbehaved(manner: OmdbManner): Response | undefined {
  switch (manner) {
    case "limit":
      return refused("Request limit reached!", 401);
    case "badKey":
      return refused("Invalid API key!", 401);
    case "oddError":
      return refused("Error getting data.");
    case "unavailable":
      return new Response("error code: 522", { status: 522 });
    case "html":
      return new Response("<html>hello</html>");
    case "cut":
      return new Response('{"Response":"Tr');
    case "redirect":
      return new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } });
    default:
      return undefined;
  }
}

function answer(titles: OmdbFake["titles"], asked: URLSearchParams): Response {
  const found = titles[(asked.get("t") ?? "").toLowerCase()];
  const type = asked.get("type");
  if (found === undefined || type !== null && found.Type !== type) return refused("Movie not found!");
  return Response.json({ Response: "True", ...found });
}
