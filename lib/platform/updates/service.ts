import { z } from "zod";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { type HttpClient, HttpProblem } from "../http_client/model.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Release, UpdateStatus } from "../model.ts";
import { type InstallKind, installText, mechanismOf } from "./install_text.ts";
import { PublishedRelease, readReleases } from "./releases.ts";
import { compareVersions, parseVersion } from "./version.ts";

/** What is published, and what of it runs here. */
export interface Updates {
  /** From what was read last. Reads anew after six hours; with `refresh` at once, once a minute at most (S-WEB-2). */
  status(options?: { refresh?: boolean }): Promise<UpdateStatus>;
}

export interface UpdatesOptions {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  clock: Clock;
  current: string;
  kind: InstallKind;
  memory: { get(key: string): Promise<unknown>; set(key: string, value: unknown): Promise<void> };
  /** First sight of a newer version. */
  onNewer: (release: Release) => void;
  url?: string;
}

/** What is kept over restarts. */
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

export function createUpdates(options: UpdatesOptions): Updates {
  const { settings, http, clock, current, kind, memory, onNewer, url } = options;
  let reading: Promise<Kept> | undefined;

  async function kept(): Promise<Kept> {
    const parsed = Kept.safeParse(await memory.get(KEY));
    return parsed.success ? parsed.data : { releases: [] };
  }

  async function read(before: Kept): Promise<Kept> {
    const checkedAt = clock.now().toISOString();
    let next: Kept;
    try {
      const answer = await readReleases(http, { etag: before.etag, url });
      next = answer.kind === "failed"
        ? { ...before, checkedAt, error: answer.error }
        : answer.kind === "unchanged"
        ? { ...before, checkedAt, error: undefined }
        : { ...before, checkedAt, error: undefined, releases: answer.releases, etag: answer.etag };
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      // Asked again sooner than after a good answer, but not at every look at the page.
      next = { ...before, checkedAt, error: `The release list cannot be read: ${error.message}` };
    }
    const newest = view(next).releases.find((release) => release.newer);
    if (newest !== undefined && next.announced !== newest.version) {
      next = { ...next, announced: newest.version };
      onNewer(newest);
    }
    await memory.set(KEY, next);
    return next;
  }

  function view({ releases, checkedAt, error }: Kept): UpdateStatus {
    const { branch, mechanism: said, scriptPath } = settings.current().general.updates;
    const mechanism = mechanismOf(said, kind);
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

  return {
    async status({ refresh = false } = {}) {
      const known = await kept();
      const age = known.checkedAt === undefined ? Infinity : clock.now().getTime() - Date.parse(known.checkedAt);
      const stale = age < 0 || age >= (known.error === undefined ? FRESH_MS : FRESH_MS / 6);
      if (refresh && age >= 0 && age < REFRESH_EVERY_MS && reading === undefined) {
        const wait = Math.ceil((REFRESH_EVERY_MS - age) / 1000);
        throw new Fault("throttled", `The list was read a moment ago. Wait ${wait} seconds.`, {
          retryAfterSeconds: wait,
        });
      }
      if (!refresh && !stale) return view(known);
      reading ??= read(known).finally(() => reading = undefined);
      return view(await reading);
    },
  };
}
