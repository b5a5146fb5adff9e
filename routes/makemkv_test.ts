import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { ripperProbe } from "../lib/discs/health/ripper.ts";
import { makemkvArchive, startMakemkvSite } from "../tests/fakes/makemkv_site.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

const LICENCE = 'Licence <script>alert(1)</script> & "terms"\n';

const inImage = (name: string, build: string, work: (app: TestApp, target: string) => Promise<void>) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using site = startMakemkvSite({
        "/": "MakeMKV 1.18.2 for Windows",
        "/makemkv-bin-1.18.2.tar.gz": await makemkvArchive("makemkv-bin-1.18.2", { "src/eula_en_linux.txt": LICENCE }),
        "/makemkv-oss-1.18.2.tar.gz": await makemkvArchive("makemkv-oss-1.18.2", { configure: "" }),
      });
      const target = await Deno.makeTempDir({ prefix: "lathe_test_" });
      const env = { LATHE_MAKEMKV_BUILD: build, MAKEMKV_URL: site.url, MAKEMKV_DIR: target };
      try {
        await using app = await openApp({ env });
        await work(app, target);
      } finally {
        await Deno.remove(target, { recursive: true });
      }
    },
  });

const page = async (app: TestApp, path = "/settings/discs") => await (await app.call(path)).text();

inImage(
  "the licence of MakeMKV is shown as text, accepted on the page and built by the next start",
  "ready",
  async (app, target) => {
    match(await page(app), /MakeMKV in this container.*Read the licence/s);
    const offer = await (await app.call("/api/disc/makemkv/licence", { json: {} })).json();
    is(offer.licence, LICENCE);
    const html = await page(app, "/settings/discs?part=makemkv");
    match(html, /Licence of MakeMKV 1\.18\.2.*&lt;script>alert\(1\)&lt;\/script> &amp; .*Accept licence and build/s);
    ok(!html.includes("<script>"));

    const accepted = { version: offer.version, licenceSha256: offer.licenceSha256 };
    const state = await (await app.call("/api/disc/makemkv/accept", { json: accepted })).json();
    is(state.state, "accepted");
    match(await page(app), /MakeMKV 1\.18\.2 will be built at the next start.*Restart the container/s);
    const folder = join(app.folder, "config", "makemkv");
    match(await Deno.readTextFile(join(folder, "request")), /^version 1\.18\.2\noss [0-9a-f]{64}\n/);

    await Deno.rename(join(folder, "request"), join(folder, "failed"));
    await Deno.writeTextFile(join(folder, "build.log"), "make: <b>Error 1</b>\n");
    match(await page(app), /could not be built.*make: &lt;b>Error 1.*Dismiss the failure/s);
    await app.call("/api/disc/makemkv/withdraw", { method: "POST" });
    await Deno.writeTextFile(join(target, "version"), "1.18.2\n");
    match(await page(app), /MakeMKV 1\.18\.2 is built/);
    is((await (await app.call("/api/disc/makemkv")).json()).state, "built");
  },
);

inImage(
  "only an authenticated caller can write a request for MakeMKV, and only from this site",
  "ready",
  async (app) => {
    const { version, licenceSha256 } = await (await app.call("/api/disc/makemkv/licence", { json: {} })).json();
    const json = { version, licenceSha256 };
    const path = "/api/disc/makemkv/accept";
    is((await app.call(path, { json, peer: "203.0.113.7" })).status, 401);
    is(
      (await app.call(path, { json, headers: { Origin: "http://evil.example", "Sec-Fetch-Site": "cross-site" } }))
        .status,
      403,
    );
    for (
      const wrong of [{ ...json, version: "1;rm" }, { ...json, licenceSha256: "$(id)" }, { version }, { ...json, x: 1 }]
    ) {
      is((await app.call(path, { json: wrong })).status, 422);
    }
    is((await app.call(path, { json: { ...json, licenceSha256: "0".repeat(64) } })).status, 409);
    is((await app.call("/api/disc/makemkv/licence", { json: { version: "../../x" } })).status, 422);
    is(await Deno.stat(join(app.folder, "config", "makemkv")).then(() => true, () => false), false);
  },
);

inImage("a container that cannot build MakeMKV shows what to add to the compose file", "read-only", async (app) => {
  match(await page(app), /root of this container is read-only.*read_only: false<\/pre>/s);
  is((await app.call("/api/disc/makemkv/licence", { json: {} })).status, 409);
  const { settings } = app.instance;
  await settings.update({ disc: { enabled: true, ripperPath: "/nowhere/makemkvcon" } });
  const probe = ripperProbe({
    settings,
    drives: { list: () => [] },
    ripRows: { list: () => Promise.resolve([]) },
    programSearch: { folders: [] },
    inImage: true,
  });
  same((await probe.check()).map(({ id, link, optional }) => [id, link, optional]), [
    ["ripper", "/settings/discs#makemkv", true],
  ]);
});

inImage("a container without a volume for MakeMKV shows which one to add", "no-volume", async (app) => {
  match(await page(app), /no writable volume.*read_only: false\nvolumes:\n {2}- \.\/makemkv:\/opt\/makemkv/s);
});

Deno.test({
  name: "the page says nothing about a container outside the image",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await openApp();
    ok(!(await page(app)).includes("MakeMKV in this container"));
    same(await (await app.call("/api/disc/makemkv")).json(), { state: "unavailable" });
  },
});
