import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import type { Estimate } from "../../../lib/jobs/estimate_schema.ts";
import type { RemuxFile } from "../../../lib/library/video/remuxes.ts";
import { createRemuxOffers, type RemuxDeps } from "./remux_offers.ts";

const remux = (name: string, mediaType: RemuxFile["mediaType"], sizeBytes: number) => ({
  ...{ localPath: `/m/${name}`, mediaType, sizeBytes },
});

/** Creates offers for these files. Estimates return a tenth of the size that is read, and are counted. */
function offersOf(files: ReturnType<typeof remux>[], { readable = 1 } = {}) {
  let estimates = 0;
  let nowMs = 0;
  const deps = {
    library: { remuxesWithoutJob: () => Promise.resolve(files) },
    settings: { current: () => ({ defaultProfiles: { movie: "m", tv: "t", anime: "a" } }) },
    clock: { monotonicMs: () => nowMs },
    estimates: {
      estimate({ items, profileIds: [profileName] }: { items: { knownBytes: number }[]; profileIds: string[] }) {
        estimates++;
        const sourceBytes = items.reduce((sum, { knownBytes }) => sum + knownBytes, 0) * readable;
        const estimate = { profileName, bytes: sourceBytes / 10, encodeSeconds: sourceBytes, nothingToDo: false };
        const found: Partial<Estimate>[] = readable === 0 ? [] : [{ ...estimate, sourceBytes }];
        return Promise.resolve({ estimates: found });
      },
    },
  };
  // The service uses only these methods of its dependencies.
  const offers = createRemuxOffers(deps as unknown as RemuxDeps);
  return { ...offers, estimates: () => estimates, wait: (ms: number) => nowMs += ms };
}

Deno.test("createRemuxOffers(): one offer per kind of media, with the default profile of that kind", async () => {
  const { list, files } = offersOf([remux("a", "movie", 60), remux("b", "tv", 20), remux("c", "movie", 40)]);
  same((await list()).map(({ kind, files, sourceBytes, estimate }) => [kind, files, sourceBytes, estimate]), [
    ["movie", 2, 100, { profileName: "m", bytes: 10, encodeSeconds: 100, nothingToDo: false }],
    ["tv", 1, 20, { profileName: "t", bytes: 2, encodeSeconds: 20, nothingToDo: false }],
  ]);
  same(await files("movie"), [{ path: "/m/a", sizeBytes: 60 }, { path: "/m/c", sizeBytes: 40 }]);
  same(await files("anime"), []);
});

Deno.test("createRemuxOffers(): the estimate of readable files is scaled to all of them", async () => {
  const [offer] = await offersOf([remux("a", "movie", 100)], { readable: 0.5 }).list();
  same([offer?.estimate?.bytes, offer?.estimate?.encodeSeconds], [10, 100]);
});

Deno.test("createRemuxOffers(): files are estimated again after an hour, or after one was queued", async () => {
  const files = [remux("a", "movie", 60), remux("c", "movie", 40)];
  const offers = offersOf(files);
  await offers.list();
  await offers.list();
  is(offers.estimates(), 1);
  files.pop();
  is((await offers.list())[0]?.estimate?.bytes, 6);
  is(offers.estimates(), 2);
  offers.wait(3_600_000);
  await offers.list();
  is(offers.estimates(), 3);
});

Deno.test("createRemuxOffers(): files that cannot be read are tried again with the next request", async () => {
  const offers = offersOf([remux("a", "movie", 60)], { readable: 0 });
  is((await offers.list())[0]?.estimate, undefined);
  await offers.list();
  is(offers.estimates(), 2);
});
