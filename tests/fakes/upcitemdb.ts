import { makeCertificate } from "../fixtures/certificate.ts";

/** Behaviour of subsequent responses. `well` respects the limits. */
export type ProductManner =
  | "well"
  | "notFound"
  | "tooFast"
  | "exceeded"
  | "unavailable"
  | "html"
  | "cut"
  | "wrongShape"
  | "redirect"
  | "hang"
  | "tooLarge";

/** A small UPCitemdb over HTTPS with its daily limits and their headers. */
export interface UpcItemDbFake extends AsyncDisposable {
  port: number;
  /** Requested barcodes. */
  seen: string[];
  manner: ProductManner;
  /** Remaining requests of the day, and the time at which they are reset to a hundred, in seconds since 1970. */
  remaining: number;
  resetAt: number;
  items: Record<string, { title: unknown; category?: unknown }[]>;
}

/** Starts a fake on a free port of this machine. */
export async function startUpcItemDb(items: UpcItemDbFake["items"] = {}): Promise<UpcItemDbFake> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_fake_" });
  const { cert, key } = await makeCertificate(folder);
  const held = Promise.withResolvers<void>();
  const fake = {
    seen: [] as string[],
    manner: "well" as ProductManner,
    remaining: 100,
    resetAt: 0,
    items,
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} }, async (request) => {
    const url = new URL(request.url);
    fake.seen.push(url.searchParams.get("upc") ?? "");
    if (fake.manner === "hang") await held.promise;
    return url.pathname === "/prod/trial/lookup" ? answer(fake, url) : new Response("not here", { status: 404 });
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

function answer(fake: Omit<UpcItemDbFake, "port" | typeof Symbol.asyncDispose>, url: URL): Response {
  const { manner } = fake;
  if (manner === "redirect") {
    return new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/private" } });
  }
  if (manner === "unavailable") return new Response("<html>503</html>", { status: 503 });
  if (manner === "html") return new Response("<html>hello</html>", { headers: { "content-type": "text/html" } });
  if (manner === "cut") {
    return new Response('{"code":"OK","items":[', { headers: { "content-type": "application/json" } });
  }
  if (manner === "wrongShape") return Response.json({ code: 7, items: "none" });
  if (manner === "tooLarge") return Response.json({ code: "OK", items: [], padding: "x".repeat(2 << 20) });
  const headers = new Headers({ "x-ratelimit-limit": "100", "x-ratelimit-reset": String(fake.resetAt) });
  const left = () => headers.set("x-ratelimit-remaining", String(fake.remaining));
  if (manner === "tooFast") {
    left();
    headers.set("retry-after", "30");
    return Response.json({ code: "TOO_FAST", message: "Slow down." }, { status: 429, headers });
  }
  if (manner === "exceeded" || fake.remaining <= 0) {
    fake.remaining = 0;
    left();
    return Response.json({ code: "EXCEED_LIMIT", message: "Come back." }, { status: 429, headers });
  }
  fake.remaining--;
  left();
  if (manner === "notFound") {
    return Response.json({ code: "NOT_FOUND", message: "No match." }, { status: 404, headers });
  }
  const items = fake.items[url.searchParams.get("upc") ?? ""] ?? [];
  return Response.json({ code: "OK", total: items.length, offset: 0, items }, { headers });
}
