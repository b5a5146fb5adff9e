import { deepStrictEqual as same, match, rejects, strictEqual as is } from "node:assert/strict";
import { type CoverArtFake, startCoverArt } from "../../../../tests/fakes/cover_art.ts";
import { testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import { findCover } from "./cover.ts";

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const OWN = "coverartarchive.org/release/r1/front-1200";
const GROUP = "coverartarchive.org/release-group/g1/front";
const RELEASE = { releaseId: "r1", releaseGroupId: "g1", source: "releasedb" } as const;

const test = (name: string, work: (it: Awaited<ReturnType<typeof world>>) => Promise<void>) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using it = await world();
      await work(it);
    },
  });

async function world() {
  const fake: CoverArtFake = await startCoverArt();
  const http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
    resolve: () => Promise.resolve(["93.184.216.34"]),
    reroute: () => ({ address: "127.0.0.1", port: fake.port }),
  });
  return {
    fake,
    find: (release: Parameters<typeof findCover>[0] = RELEASE, signal?: AbortSignal) =>
      findCover(release, { http, signal }),
    async [Symbol.asyncDispose]() {
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test("a cover is downloaded through the archive's redirects, with HTTP replaced by HTTPS", async ({ fake, find }) => {
  fake.answers = {
    [OWN]: { location: "https://archive.org/download/mbid/front.jpg" },
    "archive.org/download/mbid/front.jpg": { location: "http://ia800.us.archive.org/1/front.jpg" },
    "ia800.us.archive.org/1/front.jpg": { location: "/2/front.jpg" },
    "ia800.us.archive.org/2/front.jpg": { bytes: JPEG },
  };
  same(await find(), { cover: JPEG, log: [] });
  is(fake.seen.length, 4);
});

test("a release without a cover gets that of its group", async ({ fake, find }) => {
  fake.answers = { [GROUP]: { bytes: PNG } };
  same((await find()).cover, PNG);
  same(fake.seen, [OWN, GROUP]);
});

test("a missing cover returns undefined, and a temporary failure is reported", async ({ fake, find }) => {
  same((await find()).log, ["The Cover Art Archive has no front cover for this release."]);
  fake.answers = { [OWN]: { status: 503 } };
  same(await find(), { log: ["No cover is available now: the Cover Art Archive returned status 503."] });
  same(await find({ ...RELEASE, source: "cddb" }), { log: [] });
  is(fake.seen.length, 4, "an entry of CDDB has no cover");
});

test("a file that is no image, a redirect to elsewhere and a redirect loop are no cover", async ({ fake, find }) => {
  for (
    const answer of [
      { bytes: new TextEncoder().encode("<svg onload='x'/>") },
      { bytes: new TextEncoder().encode("GIF89a") },
      { bytes: new Uint8Array((10 << 20) + 1) },
      { location: "https://evil.example/front.jpg" },
      { location: "https://127.0.0.1/front.jpg" },
      { location: `https://${OWN}` },
    ]
  ) {
    fake.answers = { [OWN]: answer, "evil.example/front.jpg": { bytes: JPEG } };
    const { cover, log } = await find();
    is(cover, undefined);
    match(log[0] ?? "", /other than a JPEG or PNG image|No cover is available now/);
  }
  is(fake.seen.some((one) => one.startsWith("evil")), false);
});

test("a caller can stop waiting", async ({ fake, find }) => {
  fake.answers = { [OWN]: "hang" };
  const controller = new AbortController();
  const found = find(RELEASE, controller.signal);
  controller.abort(new Error("stop"));
  await rejects(found, /stop/);
});
