/** A small shared index over HTTP: a folder of JSON files, and an endpoint for contributions. */
export interface ShareDbFake extends AsyncDisposable {
  url: string;
  /** Received bodies in order. */
  contributed: unknown[];
  /** Entries by uppercase hash. */
  entries: Record<string, unknown>;
  /** Overrides the response. */
  instead?: Response | undefined;
}

/** Starts a fake on a free port of this machine. */
export function startShareDb(entries: ShareDbFake["entries"] = {}): ShareDbFake {
  const fake: Pick<ShareDbFake, "contributed" | "entries" | "instead"> = { contributed: [], entries };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/index/v1/contributions") {
      fake.contributed.push(await request.json());
      return fake.instead ?? Response.json({ ok: true }, { status: 202 });
    }
    await request.body?.cancel();
    if (fake.instead !== undefined) return fake.instead;
    const [, start = "", hash = ""] = /^\/index\/v1\/([0-9A-F]{2})\/([0-9A-F]{32})\.json$/.exec(pathname) ?? [];
    const entry = hash.startsWith(start) ? fake.entries[hash] : undefined;
    return entry === undefined ? new Response("none", { status: 404 }) : Response.json(entry);
  });
  return Object.assign(fake, {
    url: `http://127.0.0.1:${server.addr.port}/index/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  });
}
