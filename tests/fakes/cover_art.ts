import { makeCertificate } from "../fixtures/certificate.ts";

/** Response for a path: bytes, a status, or a redirect target. */
export type CoverAnswer = { bytes: Uint8Array<ArrayBuffer> } | { status: number } | { location: string } | "hang";

/** The Cover Art Archive and the hosts to which it redirects, over HTTPS. Unlisted paths return 404. */
export interface CoverArtFake extends AsyncDisposable {
  port: number;
  /** Host and path of each request. */
  seen: string[];
  /** Responses by host and path. */
  answers: Record<string, CoverAnswer>;
}

/** Starts a fake on a free port of this machine. */
export async function startCoverArt(answers: CoverArtFake["answers"] = {}): Promise<CoverArtFake> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_fake_" });
  const { cert, key } = await makeCertificate(folder);
  const held = Promise.withResolvers<void>();
  const fake = { seen: [] as string[], answers };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} }, async (request) => {
    const { host, pathname } = new URL(request.url);
    fake.seen.push(host + pathname);
    const answer = fake.answers[host + pathname] ?? { status: 404 };
    if (answer === "hang") {
      await held.promise;
      return new Response("");
    }
    if ("bytes" in answer) return new Response(answer.bytes);
    if ("status" in answer) return new Response("<html>not now</html>", { status: answer.status });
    return new Response("", { status: 307, headers: { location: answer.location } });
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
