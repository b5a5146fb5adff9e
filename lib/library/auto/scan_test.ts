import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { systemClock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { RemuxFile } from "../video/remuxes.ts";
import { createBaselines } from "./baselines.ts";
import { type ScanDeps, scanLibraries } from "./scan.ts";

const film = (id: number): RemuxFile => ({
  ...{ arr: "movie", arrId: id, fileId: id, title: `Film ${id}`, path: `/m/${id}.mkv`, localPath: `/m/${id}.mkv` },
  ...{ quality: "Remux-1080p", sizeBytes: id, mediaType: "movie" },
});

/** Settings with a Radarr at an address. */
const settingsAt = (url: string, includeExisting: boolean): Settings =>
  Settings.parse({
    connections: { movie: { enabled: true, url, apiKey: "k" } },
    auto: { enabled: true, includeExisting, maxPerScan: 10 },
  });

/** A library of `count` new movies that may be queued ten at a time, and a queue that rejects each with `refuse`. */
function setUp(count: number, refuse: (tries: number) => Fault, more: Partial<ScanDeps> = {}) {
  let tries = 0;
  const settings = settingsAt("http://radarr", true);
  const done = () => Promise.resolve();
  const deps: ScanDeps = {
    settings: { current: () => settings },
    library: {
      remuxes: () => Promise.resolve(Array.from({ length: count }, (_, i) => film(i + 1))),
      refresh: () => Promise.resolve({ stale: false }),
      leftOut: () => Promise.resolve([]),
      settled: () => Promise.resolve(),
    },
    profiles: { recipe: () => Promise.resolve({ name: "Quick" } as never) },
    jobs: { create: () => Promise.reject(refuse(++tries)) },
    baselines: {
      addresses: () => ({ movie: "http://radarr", series: "" }),
      standing: () => Promise.resolve({ sources: { movie: "known", series: "known" }, notNew: new Set<string>() }),
      ...{ record: done, stillLeftOut: done, restored: done, clear: done, since: () => Promise.resolve(undefined) },
    },
    memory: {
      ...{ all: () => Promise.resolve([]), activeFiles: () => Promise.resolve([]), counts: () => Promise.resolve({}) },
      ...{ remember: done, rememberContents: done, rememberEndedJobs: done, clear: done },
    },
    clock: systemClock,
    disks: {
      read: (_path, look) => look("").catch(() => undefined),
      visible: (paths) => Promise.resolve(paths.map(() => true)),
    },
    ...more,
  };
  return { scan: () => scanLibraries({ reason: "manual", dryRun: false }, deps), tries: () => tries };
}

Deno.test("a disk that does not respond ends the attempts of a scan, because others on it would take as long", async () => {
  const answers = (tries: number) => new Fault(tries < 3 ? "path_not_allowed" : "upstream_timeout", "refused");
  const { scan, tries } = setUp(100, answers);
  const { queued, pending, errors } = await scan();
  same([tries(), queued.length, pending.length, errors.length], [3, 0, 97, 3]);
});

Deno.test("a scan tries about a thousand refused files, and names the first twenty", async () => {
  const { scan, tries } = setUp(3000, () => new Fault("path_not_allowed", "refused"));
  const { pending, errors } = await scan();
  same([tries(), pending.length, errors.length], [1000, 2000, 21]);
  is(errors.at(-1), "980 more files were refused.");
});

Deno.test("a library whose address changes during a read marks no file of the next one as known", async () => {
  let url = "http://first";
  let films = [film(1)];
  let meanwhile = () => {};
  const facts = new Map<string, unknown>();
  const settings = { current: () => settingsAt(url, false) };
  const { scan, tries } = setUp(0, () => new Fault("path_not_allowed", "refused"), {
    settings,
    baselines: createBaselines({
      get: (key) => Promise.resolve(facts.get(key)),
      set: (key, value) => Promise.resolve(void facts.set(key, value)),
      remove: (key) => Promise.resolve(void facts.delete(key)),
    }, settings),
    library: {
      remuxes: () => Promise.resolve(films),
      refresh: () => Promise.resolve(meanwhile()).then(() => ({ stale: false })),
      ...{ leftOut: () => Promise.resolve([]), settled: () => Promise.resolve() },
    },
  });
  is((await scan()).baseline, 1);
  films = [film(1), film(2)];
  meanwhile = () => url = "http://second";
  same([(await scan()).queued, tries()], [[], 0]);
  // The address has changed, so this is the first scan of a different library.
  films = [film(11), film(12), film(13)];
  same([(await scan()).baseline, tries()], [3, 0]);
});
