import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { systemClock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { RemuxFile } from "../video/remuxes.ts";
import { type ScanDeps, scanLibraries } from "./scan.ts";

const film = (id: number): RemuxFile => ({
  ...{ arr: "movie", arrId: id, fileId: id, title: `Film ${id}`, path: `/m/${id}.mkv`, localPath: `/m/${id}.mkv` },
  ...{ quality: "Remux-1080p", sizeBytes: id, mediaType: "movie" },
});

/** A library of so many new films that may be queued ten at a time, and a queue that answers each with `refuse`. */
function setUp(count: number, refuse: (tries: number) => Fault) {
  let tries = 0;
  const connections = { movie: { enabled: true, url: "http://radarr", apiKey: "k" } };
  const settings = Settings.parse({ connections, auto: { enabled: true, includeExisting: true, maxPerScan: 10 } });
  const done = () => Promise.resolve();
  const deps: ScanDeps = {
    settings: { current: () => settings },
    library: {
      remuxes: () => Promise.resolve(Array.from({ length: count }, (_, i) => film(i + 1))),
      refresh: () => Promise.resolve({ stale: false }),
      leftOut: () => Promise.resolve([]),
    },
    profiles: { recipe: () => Promise.resolve({ name: "Quick" } as never) },
    jobs: { create: () => Promise.reject(refuse(++tries)) },
    baselines: {
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
  };
  return { scan: () => scanLibraries({ reason: "manual", dryRun: false }, deps), tries: () => tries };
}

Deno.test("a disk that does not answer ends the tries of a scan: the others of it would be waited for as long", async () => {
  const answers = (tries: number) => new Fault(tries < 3 ? "path_not_allowed" : "upstream_timeout", "refused");
  const { scan, tries } = setUp(100, answers);
  const { queued, pending, errors } = await scan();
  same([tries(), queued.length, pending.length, errors.length], [3, 0, 97, 3]);
});

Deno.test("files that the queue refuses are asked about a thousand times in a scan, and the first twenty are named", async () => {
  const { scan, tries } = setUp(3000, () => new Fault("path_not_allowed", "refused"));
  const { pending, errors } = await scan();
  same([tries(), pending.length, errors.length], [1000, 2000, 21]);
  is(errors.at(-1), "980 more files were refused.");
});
