import type { LocalRepository } from "../../../db/library/local.ts";
import type { Images } from "../artwork/service.ts";
import type { Log } from "../../kit/log.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import { createPool, mapConcurrent } from "../../kit/async.ts";
import type { LocalItem, LocalMeta, LocalQuery, LocalStatus } from "./recognition/model.ts";
import type { Managers } from "../managers/managers.ts";
import { ManagerProblem } from "../managers/request.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { type Candidate, candidatesFor } from "./candidates.ts";
import { createDiskState } from "./disk_state.ts";
import { createManaged, type ManagedOptions } from "./managed.ts";
import { createMetadata } from "../metadata/metadata.ts";
import type { LocalItems, LocalMatch } from "./model.ts";
import { localRoots } from "./roots.ts";
import { createScanner, type ScannerOptions } from "./scanner.ts";
import { folderChange } from "./settings_change.ts";
import { managerOf, sourceFor } from "./sources.ts";

/** The media on this machine that no manager manages (behaviour.md, section 11). */
export interface LocalMedia {
  status(): Promise<LocalStatus>;
  /** Starts a scan or joins the one that runs, and answers at once. Throws `bad_state` when the index is off. */
  scan(): Promise<LocalStatus>;
  /** Scans and answers in one line what there is. Throws as `scan`, what the scan throws, and the signal's reason. */
  refresh(signal: AbortSignal): Promise<string>;
  /** Throws `invalid` for a foreign cursor. */
  items(query: LocalQuery): Promise<LocalItems>;
  /** With its files as they are now. Throws `not_found`. */
  item(id: string): Promise<LocalItem>;
  /** The picture in its folder as JPEG. Throws `not_found`, `unreadable`, `busy`. */
  poster(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * What it may be, best first; `q` is looked for in place of its title. Throws `not_found`, `bad_state` when its manager
   * is not connected, `upstream_failed`, `busy`.
   */
  candidates(id: string, q?: string): Promise<Candidate[]>;
  /** Keeps what a person says. Throws `not_found`. */
  match(id: string, match: LocalMatch): Promise<LocalItem>;
  /** Begins to look up titles that are not known; with `force` all of them anew. Answers at once. */
  refreshMetadata(force: boolean): Promise<LocalStatus>;
  close(): Promise<void>;
}

/** What is said and heard on the bus. */
export interface LocalBusEvents {
  local: { local: LocalStatus };
  /** The titles of a manager were read anew. */
  library: { kind: string };
}

export interface LocalMediaOptions {
  settings: Pick<SettingsService, "current" | "onChange">;
  index: LocalRepository;
  catalogue: ManagedOptions["catalogue"];
  library: ManagedOptions["library"];
  http: Pick<HttpClient, "send">;
  managers: Pick<Managers, "connected">;
  images: Pick<Images, "ofFile">;
  facts: ScannerOptions["facts"];
  bus: Pick<Bus<LocalBusEvents>, "publish" | "on">;
  clock: Clock;
  disks: Pick<DiskReads, "read">;
  log: Log;
  /** Script of the scanning thread. */
  workerUrl?: URL;
  /** Time between two messages of progress. */
  tellEveryMs?: number;
}

const TELL_EVERY_MS = 1000;

export function createLocalMedia(options: LocalMediaOptions): LocalMedia {
  const { settings, index, http, managers, images, bus, clock, log, tellEveryMs = TELL_EVERY_MS } = options;
  const disk = createDiskState(options.disks);
  const lookups = createPool({ running: 4, waiting: 16 });
  const closing = Promise.withResolvers<void>();
  const underway = new Set<Promise<unknown>>();
  let closed = false;
  let telling: ReturnType<typeof setTimeout> | undefined;

  const changed = (): void => {
    if (closed) return;
    telling ??= setTimeout(() => {
      telling = undefined;
      follow(status().then((local) => bus.publish("local", { local })), "The state of local media is not known.");
    }, tellEveryMs);
  };
  const managed = createManaged(options);
  const metadata = createMetadata({ settings, http, managers, index, clock, changed });
  const scanner = createScanner({ ...options, managed, url: options.workerUrl, changed });

  /** Work that nobody waits for but the end of the program. */
  function follow(work: Promise<unknown>, complaint: string): void {
    const mine = work.catch((error) => {
      if (!closed) log("error", complaint, { error });
    }).finally(() => underway.delete(mine));
    underway.add(mine);
  }

  const lookUp = (...run: Parameters<typeof metadata.run>) =>
    follow(metadata.run(...run), "Titles of local media could not be looked up.");

  const hide = () => follow(managed.hide().then(changed), "Managed titles could not be hidden.");

  let scanning: ReturnType<typeof scanner.run> | undefined;

  /** A scan, and what belongs to it: the managers are read meanwhile, so that nothing they have is looked up. */
  function scanAll(): ReturnType<typeof scanner.run> {
    const joined = scanner.run();
    if (joined === scanning) return joined;
    scanning = joined;
    const read = managed.read();
    follow(
      (async () => {
        // Whoever asked for the scan hears of its failure, and the state says it.
        const done = await joined.then(() => true, () => false);
        await Promise.race([read, closing.promise]);
        if (closed || !done) return;
        await managed.hide(true);
        if (settings.current().localMedia.metadata) lookUp("new");
        changed();
      })(),
      "Managed titles could not be hidden.",
    );
    return joined;
  }

  async function status(): Promise<LocalStatus> {
    const roots = localRoots(settings.current());
    const [last, counts, exist] = await Promise.all([
      scanner.last(),
      index.counts(),
      Promise.all(roots.map(({ path }) => disk.isFolder(path))),
    ]);
    const progress = scanner.progress();
    const lookedUp = metadata.progress();
    const failure = scanner.failure();
    return {
      scanning: scanner.running(),
      ...(last === undefined ? {} : { scannedAt: last.scannedAt, durationMs: last.durationMs }),
      roots: roots.map((root, i) => ({ ...root, exists: exist[i] ?? false })),
      counts,
      ...(progress === undefined ? {} : { progress }),
      ...(lookedUp === undefined ? {} : { metadata: lookedUp }),
      errors: [...(failure === undefined ? [] : [failure]), ...(last?.errors ?? []), ...metadata.problems()],
    };
  }

  async function known(id: string): Promise<LocalItem> {
    const item = await index.get(id);
    if (item === undefined) throw new Fault("not_found", "This title is not in the index of local media.");
    return item;
  }

  async function item(id: string): Promise<LocalItem> {
    const found = await known(id);
    const there = await disk.isFolder(found.root);
    const files = await mapConcurrent(found.files, 16, async (file) => ({
      ...file,
      exists: there && await disk.isFile(file.path),
    }));
    return { ...found, files };
  }

  function begin(): ReturnType<typeof scanner.run> {
    if (!settings.current().localMedia.enabled) {
      throw new Fault("bad_state", "The index of local media is off. Switch it on under Settings, Local media.");
    }
    return scanAll();
  }

  const stop = [
    bus.on("library", () => {
      if (!scanner.running()) hide();
    }),
    settings.onChange((keys) => {
      const change = folderChange(keys);
      if (change === "folders") {
        if (scanner.running()) scanner.startOver();
        else if (settings.current().localMedia.enabled) scanAll().catch(() => {});
      } else if (change === "hidden") hide();
    }),
  ];

  return {
    status,
    async scan() {
      begin().catch(() => {});
      return await status();
    },
    async refresh(signal) {
      const ended = Promise.withResolvers<never>();
      const abort = () => ended.reject(signal.reason);
      signal.throwIfAborted();
      signal.addEventListener("abort", abort, { once: true });
      try {
        await Promise.race([begin(), ended.promise]);
      } finally {
        signal.removeEventListener("abort", abort);
      }
      const { movie, series, album } = await index.counts();
      return `${count(movie, "film")}, ${count(series, "series", "series")}, ${count(album, "album")}`;
    },
    items: async (query) => ({ ...await index.list(query), limit: query.limit }),
    item,
    async poster(id) {
      const path = await index.posterPath(id);
      if (path === undefined) throw new Fault("not_found", "There is no picture in the folder of this title.");
      return await images.ofFile(path);
    },
    async candidates(id, q) {
      const found = await known(id);
      const from = sourceFor(options, found.kind);
      if (from === undefined) {
        const app = managerOf(found.kind);
        throw new Fault("bad_state", `Titles of this kind are looked up through ${app}. Connect it in Settings first.`);
      }
      return await lookups(() => candidatesFor(found, { from, q })).catch((error) => {
        if (!(error instanceof ManagerProblem)) throw error;
        throw new Fault("upstream_failed", error.message, { cause: error });
      });
    },
    async match(id, match) {
      await known(id);
      const facts = { matchedAt: clock.now().toISOString(), manual: true };
      const meta: LocalMeta = "candidate" in match
        ? { ...match.candidate, ...facts, status: "matched" }
        : { ...facts, status: "none", genres: [] };
      await metadata.choose(id, meta);
      return await item(id);
    },
    async refreshMetadata(force) {
      lookUp(force ? "all" : "unmatched");
      return await status();
    },
    async close() {
      closed = true;
      clearTimeout(telling);
      for (const off of stop) off();
      closing.resolve();
      await Promise.all([scanner.close(), metadata.close()]);
      await Promise.allSettled(underway);
    },
  };
}
