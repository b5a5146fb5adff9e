import { autoMemoryRepository } from "../../db/library/auto_memory.ts";
import { catalogueRepository } from "../../db/library/catalogue.ts";
import { grabRepository, rescanRepository } from "../../db/library/grabs.ts";
import { localRepository } from "../../db/library/local/local.ts";
import { policyRepository } from "../../db/library/policies/policies.ts";
import { policyFileRepository } from "../../db/library/policies/policy_files.ts";
import { policyHistoryRepository } from "../../db/library/policies/policy_history.ts";
import { cueSplitRepository } from "../../db/library/music/cue_splits.ts";
import { musicCatalogueRepository } from "../../db/library/music_catalogue.ts";
import { findingRepository } from "../../db/library/findings.ts";
import { mediaIndexRepository } from "../../db/library/media_index.ts";
import { metadataCache } from "../../db/library/metadata_cache.ts";
import { titleRepository } from "../../db/library/titles.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { RunningJobs } from "../jobs/create_jobs.ts";
import type { DecisionContext } from "../jobs/decision/decision_context.ts";
import { later } from "../kit/lazy.ts";
import type { MediaCore } from "../media/media_services.ts";
import type { District } from "../platform/core.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import { createBaselines } from "./auto/baselines.ts";
import { createAutoMemory } from "./auto/memory.ts";
import { createQueueOnce } from "./auto/queue_once.ts";
import { type Auto, createAuto } from "./auto/service.ts";
import type { DiscsFound } from "./downloads/deps.ts";
import { type AfterEncode, createAfterEncode } from "./downloads/results/after_encode.ts";
import { createGrab, type Grab } from "./downloads/service.ts";
import type { LibraryBusEvents } from "./library_events.ts";
import { libraryTasks } from "./library_tasks.ts";
import { createLocalMedia, type LocalMedia } from "./local/service.ts";
import type { MediaIndex } from "./media_index/service.ts";
import type { DiscCatalogue, MusicCatalogue } from "./metadata/musicbrainz/service.ts";
import { createCueSplits, type CueSplits } from "./music/cue_splits/service.ts";
import { createMusicAdding, type MusicAdding } from "./music/imports/add.ts";
import { createFolderImports, type FolderImports } from "./music/imports/import_folder.ts";
import type { WatchedStates } from "./policies/deps.ts";
import { createEnabledPolicies } from "./policies/running/enabled.ts";
import type { Policies } from "./policies/service.ts";
import type { Search } from "./search/service.ts";
import type { TitleServices } from "./title_services.ts";

/** Services that find, add, download and encode the managers' titles, and the index of local media. */
export interface LibraryServices {
  local: LocalMedia;
  auto: Auto;
  policies: Omit<Policies, "close">;
  search: Omit<Search, "close">;
  grab: Grab;
  afterEncode: AfterEncode;
  musicAdding: Omit<MusicAdding, "close">;
  musicImports: FolderImports;
  musicCatalogue: Omit<MusicCatalogue & DiscCatalogue, "close">;
  cueSplits: CueSplits;
  mediaIndex: Omit<MediaIndex, "close">;
}

/** Services outside the core that the library district needs. */
export interface LibraryUpstream extends Omit<TitleServices, "mqa" | "views" | "mappings" | "metadataState"> {
  profiles: Profiles;
  jobs: RunningJobs;
  decisionContext: DecisionContext;
  events: EventLog;
  /** Script of the thread that scans local media. */
  localWorkerUrl: URL;
  /** Base URL of MusicBrainz. Set only in tests. */
  musicCatalogueUrl?: string;
  /** Rips the discs of a download. Returns the message for its job. */
  discsFound: (found: DiscsFound) => Promise<string>;
  /** Returns the reason why no disc of a download can be ripped at present. */
  discObstacle: () => Promise<string | undefined>;
  /** Returns the other machines that can encode segments now. */
  machines: (needs: { encoder: string }) => Promise<readonly unknown[]>;
  /** Returns the watched states of files in the players. */
  watched?: (paths: readonly string[]) => Promise<WatchedStates>;
}

type LibraryCore = MediaCore<LibraryBusEvents>;

/**
 * Creates the library district without starting it. Services that are only used by requests are loaded with the first
 * request.
 */
export function createLibraryServices(core: LibraryCore, upstream: LibraryUpstream): District<LibraryServices> {
  const { store, keyValues } = core;
  const deps = { ...core, ...upstream };
  const autoJobs = { ...upstream.jobs, ...createQueueOnce(upstream.jobs, policyHistoryRepository(store)) };
  const auto = createAuto({ ...deps, jobs: autoJobs, memory: autoMemoryRepository(store), facts: keyValues });
  const enabledPolicies = createEnabledPolicies(policyRepository(store));
  const mediaIndex = laterMediaIndex(core, upstream);
  const policies = laterPolicies(core, {
    ...upstream,
    mediaIndex: mediaIndex.calls,
    jobs: autoJobs,
    changed: enabledPolicies.forget,
  });
  const local = createLocalMedia({
    ...deps,
    index: localRepository(store),
    catalogue: catalogueRepository(store),
    facts: keyValues,
    workerUrl: upstream.localWorkerUrl,
    onWatchedScan: async () => await policyRepository(store).isAnyEnabled() ? await policies.calls.runAll() : undefined,
  });
  const search = laterSearch(core, upstream);
  const cueSplits = createCueSplits({
    ...deps,
    repository: cueSplitRepository(store),
    onEnd: ({ state, album, folder, message }) =>
      upstream.events.record({
        level: state === "failed" ? "warning" : "info",
        source: "music",
        message: `${album}: ${message ?? "Split."}`,
        details: folder,
      }),
  });
  const grab = createGrab({ ...deps, grabs: grabRepository(store), discs: upstream.discsFound, cueSplits });
  const afterEncode = createAfterEncode({ ...deps, rescans: rescanRepository(store) });
  const musicAdding = createMusicAdding({ ...core, ...upstream, repository: musicCatalogueRepository(core.store) });
  const musicImports = folderImportsOf(core, upstream, cueSplits);
  const musicCatalogue = laterMusicCatalogue(core, upstream);
  return {
    services: {
      auto,
      policies: policies.calls,
      musicAdding,
      musicImports,
      cueSplits,
      musicCatalogue: musicCatalogue.calls,
      search: search.calls,
      grab,
      afterEncode,
      local,
      mediaIndex: mediaIndex.calls,
    },
    tasks: libraryTasks({
      ...deps,
      auto,
      policies: policies.calls,
      enabledPolicies,
      local,
      grab,
      afterEncode,
      cueSplits,
    }),
    async close() {
      await local.close();
      await (await policies.built())?.close();
      await auto.close();
      await (await search.built())?.close();
      await grab.close();
      await afterEncode.close();
      await musicAdding.close();
      await cueSplits.close();
      await musicImports.close();
      await (await musicCatalogue.built())?.close();
      await (await mediaIndex.built())?.close();
    },
  };
}

/** Services that policies need in addition to those of the district. */
interface PolicyUpstream extends LibraryUpstream {
  mediaIndex: Pick<MediaIndex, "evaluations" | "request">;
  changed: () => void;
}

/** Policies, whose code is loaded with the first request or run. */
const laterPolicies = (core: LibraryCore, upstream: PolicyUpstream) =>
  later<Policies, Exclude<keyof Policies, "close">>(async () => {
    const [{ createPolicies }, { backgroundReading, storedEvaluations }, { isUnfinished }] = await Promise.all([
      import("./policies/service.ts"),
      import("./policies/reading/evaluations.ts"),
      import("./policies/reading/unfinished.ts"),
    ]);
    const { store, keyValues: facts, settings } = core;
    return createPolicies({
      ...core,
      ...upstream,
      facts,
      repository: policyRepository(store),
      files: policyFileRepository(store),
      evaluations: storedEvaluations(upstream.mediaIndex),
      readFiles: backgroundReading(upstream.mediaIndex),
      isUnfinished: (path) => isUnfinished(core, path),
      revision: store.revision,
      history: policyHistoryRepository(store),
      catalogue: catalogueRepository(store),
      memory: createAutoMemory({ ...core, repository: autoMemoryRepository(store), facts }),
      baselines: createBaselines(facts, settings),
    });
  }, ["list", "get", "create", "change", "reorder", "remove", "plan", "trace", "run", "runAll", "runs", "restored"]);

const laterSearch = (core: LibraryCore, { managers, library, anime }: LibraryUpstream) =>
  later<Search, Exclude<keyof Search, "close">>(async () => {
    const { createSearch } = await import("./search/service.ts");
    return createSearch({ ...core, managers, library, anime, titles: titleRepository(core.store) });
  }, ["smart", "local", "lookup", "add", "offer", "releases", "settled"]);

const laterMusicCatalogue = (core: LibraryCore, { musicCatalogueUrl }: LibraryUpstream) =>
  later<MusicCatalogue & DiscCatalogue, "search" | keyof DiscCatalogue>(async () => {
    const { createMusicCatalogue } = await import("./metadata/musicbrainz/service.ts");
    return createMusicCatalogue({ ...core, cache: metadataCache(core.store), url: musicCatalogueUrl });
  }, ["search", "discReleases", "barcodeReleases", "release"]);

const laterMediaIndex = (core: LibraryCore, { profiles, decisionContext, library, jobs }: LibraryUpstream) =>
  later<MediaIndex, Exclude<keyof MediaIndex, "close">>(async () => {
    const { createMediaIndex } = await import("./media_index/service.ts");
    return createMediaIndex({
      ...core,
      profiles,
      decisionContext,
      titleFacts: library.titleFacts,
      repository: mediaIndexRepository(core.store),
      scenes: {
        findings: findingRepository(core.store),
        folder: core.storage.folders.transcodes,
        async isIdle() {
          const { running, queued, paused, heldBy, outsideSchedule } = await jobs.queueState();
          return running + queued === 0 && !paused && heldBy === undefined && !outsideSchedule;
        },
      },
      onError: (error) => core.log("error", "Media files could not be evaluated.", { error: String(error) }),
    });
  }, ["evaluations", "unreadable", "request", "status", "settled"]);

/** Imports that changed a file are recorded as events. */
const folderImportsOf = (core: LibraryCore, { managers, music, events }: LibraryUpstream, cueSplits: CueSplits) =>
  createFolderImports({
    ...core,
    managers,
    music,
    cueSplits,
    onEnd: ({ state, dryRun, path, message }) => {
      if (dryRun) return;
      events.record({
        level: state === "failed" ? "warning" : "info",
        source: "import",
        message,
        details: path,
      });
    },
  });
