import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import { makeCertificate } from "../../../tests/fixtures/certificate.ts";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { tools } from "../../../tests/fixtures/encode.ts";
import { testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { runProcess } from "../../kit/process/process.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createMedia } from "../../media/service.ts";
import { createImages } from "./service.ts";

const PUBLIC = "93.184.216.34";
const settings = Settings.parse({});

async function picture(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = `${folder}/poster.png`;
  const args = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=32x48", "-frames:v", "1", `file:${path}`];
  is((await runProcess({ path: tools.ffmpegPath, args, timeoutMs: 30_000 })).code, 0);
  return await Deno.readFile(path);
}

Deno.test({
  name: "S19: every redirect of an image stays among the artwork hosts, over HTTPS and at public addresses",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withFolder(async (folder) => {
      const png = await picture(folder);
      const { cert, key } = await makeCertificate(folder);
      const seen: string[] = [];
      let inside = 0;
      const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {}, cert, key }, (request) => {
        const url = new URL(request.url);
        seen.push(`${request.headers.get("host")}${url.pathname}`);
        const to = url.searchParams.get("to");
        return to === null
          ? new Response(png, { headers: { "Content-Type": "image/png" } })
          : new Response(null, { status: 302, headers: { Location: to, Connection: "close" } });
      });
      const inner = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
        inside++;
        return new Response(png);
      });
      const names: Record<string, string[]> = {
        "image.tmdb.org": [PUBLIC],
        "archive.org": [PUBLIC],
        "ia800.us.archive.org": [PUBLIC],
        "inside.archive.org": ["127.0.0.1"],
        "both.archive.org": [PUBLIC, "192.168.1.1"],
        "evil.example": [PUBLIC],
      };
      await using http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
        resolve: (host) => Promise.resolve(names[host] ?? []),
        reroute: (address) => ({ address: "127.0.0.1", port: address === PUBLIC ? server.addr.port : inner.addr.port }),
      });
      const images = createImages({
        folder,
        settings: { current: () => settings },
        http,
        media: createMedia({ settings: { current: () => tools } }),
      });
      const via = (...hops: string[]): string => hops.reduceRight((to, hop) => `${hop}?to=${encodeURIComponent(to)}`);
      const start = "https://archive.org/a.png";
      const fine = await images.get(via(start, "https://ia800.us.archive.org/b.png"));
      same([...fine.slice(0, 2)], [0xff, 0xd8]);
      same(seen, ["archive.org/a.png", "ia800.us.archive.org/b.png"]);

      const refused = [
        via(start, "https://evil.example/x.png"),
        via(start, "http://image.tmdb.org/x.png"),
        via(start, "https://inside.archive.org/x.png"),
        via(start, "https://both.archive.org/x.png"),
        via(start, "https://127.0.0.1/x.png"),
        via(start, "https://image.tmdb.org.evil.example/x.png"),
        via(start, "https://evilarchive.org/x.png"),
        via(start, "https://image.tmdb.org:8443/x.png"),
        via(start, "https://user:pw@image.tmdb.org/x.png"),
        via(start, "file:///etc/passwd"),
        via(start, "https://ia800.us.archive.org/one", "https://evil.example/x.png"),
        via("https://evil.example/x.png", "https://image.tmdb.org/x.png"),
      ];
      for (const url of refused) {
        seen.length = 0;
        await rejects(images.get(url), { name: "Fault", code: "path_not_allowed" }, url);
        same(seen.filter((one) => !/^(archive\.org|ia800\.us\.archive\.org)\//.test(one)), [], url);
      }
      is(inside, 0);
      await Promise.all([server.shutdown(), inner.shutdown()]);
    }),
});
