import * as z from "zod";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { type HttpClient, HttpProblem } from "../http_client/model.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Release, UpdateStatus } from "../model.ts";
import { type InstallKind, installText, mechanismOf } from "./install_text.ts";
import { PublishedRelease, readReleases } from "./releases.ts";
import { compareVersions, parseVersion } from "./version.ts";

/** Published releases, compared with this instance. */
export interface Updates {
  /**
   * Returns the cached status. The list is read again after six hours, or immediately with `refresh`, at most once a
   * minute (safety.md, S-WEB-2).
   */
  status(options?: { refresh?: boolean }): Promise<UpdateStatus>;
}

/**
 * Services and options of the check for updates. `current` is the running version. `memory` keeps the last response
 * across restarts.
 */
export interface UpdatesOptions {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  clock: Clock;
  current: string;
  kind: InstallKind;
  memory: { get(key: string): Promise<unknown>; set(key: string, value: unknown): Promise<void> };
  /** Called when a newer version is found for the first time. */
  onNewer: (release: Release) => void;
  url?: string;
}

/** Data that is kept across restarts. */
const Kept = z.object({
  checkedAt: z.iso.datetime().optional(),
  etag: z.string().optional(),
  releases: z.array(PublishedRelease),
  error: z.string().optional(),
  announced: z.string().optional(),
});
type Kept = z.infer<typeof Kept>;

const KEY = "updates.list";
const FRESH_MS = 6 * 3_600_000;
const REFRESH_EVERY_MS = 60_000;

interface UpdatesState extends UpdatesOptions {
  /** Request in progress. */
  reading?: Promise<Kept>;
}

/** Creates the check for updates. Nothing is read until it is used. */
export function createUpdates(options: UpdatesOptions): Updates {
  const state: UpdatesState = { ...options };
  return { status: ({ refresh = false } = {}) => statusOf(state, refresh) };
}

async function statusOf(state: UpdatesState, refresh: boolean): Promise<UpdateStatus> {
  const known = await kept(state);
  const age = known.checkedAt === undefined ? Infinity : state.clock.now().getTime() - Date.parse(known.checkedAt);
  const stale = age < 0 || age >= (known.error === undefined ? FRESH_MS : FRESH_MS / 6);
  if (refresh && age >= 0 && age < REFRESH_EVERY_MS && state.reading === undefined) {
    const wait = Math.ceil((REFRESH_EVERY_MS - age) / 1000);
    throw new Fault("throttled", `The list was checked a moment ago. Try again in ${wait} seconds.`, {
      retryAfterSeconds: wait,
    });
  }
  if (!refresh && !stale) return compared(state, known);
  state.reading ??= readAnew(state, known).finally(() => state.reading = undefined);
  return compared(state, await state.reading);
}

async function kept({ memory }: UpdatesState): Promise<Kept> {
  const parsed = Kept.safeParse(await memory.get(KEY));
  return parsed.success ? parsed.data : { releases: [] };
}

/** Reads the list, stores the result and reports a newer version that was not known before. */
async function readAnew(state: UpdatesState, before: Kept): Promise<Kept> {
  let next = await published(state, before);
  const newest = compared(state, next).releases.find((release) => release.newer);
  if (newest !== undefined && next.announced !== newest.version) {
    next = { ...next, announced: newest.version };
    state.onNewer(newest);
  }
  await state.memory.set(KEY, next);
  return next;
}

async function published({ clock, http, url }: UpdatesState, before: Kept): Promise<Kept> {
  const checkedAt = clock.now().toISOString();
  try {
    const answer = await readReleases(http, { etag: before.etag, url });
    if (answer.kind === "failed") return { ...before, checkedAt, error: answer.error };
    if (answer.kind === "unchanged") return { ...before, checkedAt, error: undefined };
    return { ...before, checkedAt, error: undefined, releases: answer.releases, etag: answer.etag };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    // The next try is sooner than after a success, but not every time a page is opened.
    return { ...before, checkedAt, error: `The release list could not be read: ${error.message}` };
  }
}

/** Compares the published releases with this instance, using the current settings. */
function compared({ settings, current, kind }: UpdatesState, { releases, checkedAt, error }: Kept): UpdateStatus {
  const { branch, mechanism: configured, scriptPath } = settings.current().general.updates;
  const mechanism = mechanismOf(configured, kind);
  const withPre = branch !== "main" || (parseVersion(current)?.pre ?? "") !== "";
  const shown = releases.filter(({ prerelease }) => withPre || !prerelease)
    .toSorted((a, b) => compareVersions(b.version, a.version))
    .map((release): Release => {
      const difference = compareVersions(release.version, current);
      const newer = difference > 0;
      return {
        ...release,
        installed: difference === 0,
        newer,
        ...(newer
          ? { install: installText({ mechanism, version: release.version, scriptPath, url: release.url }) }
          : {}),
      };
    });
  return {
    current,
    branch,
    mechanism,
    inDocker: kind === "docker",
    ...(checkedAt === undefined ? {} : { checkedAt }),
    ...(shown[0]?.newer ? { available: shown[0].version } : {}),
    releases: shown,
    ...(error === undefined ? {} : { error }),
  };
}
