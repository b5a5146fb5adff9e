import { LibraryQuery } from "../../../lib/library/video_model.ts";
import type { Movie, Series } from "../../../lib/library/video_model.ts";
import { mapConcurrent } from "../../../lib/kit/async.ts";
import { isAnimeSeries } from "../../../lib/library/video/anime_marks.ts";
import type { Services } from "../../services/services.ts";

/** Finds the titles that would save the most space, among the largest titles that Lathe has not encoded. */

/** A title with the estimated result of its default profile. Sizes are in bytes. */
export interface Gain {
  kind: "movies" | "series";
  id: number;
  title: string;
  year: number | undefined;
  poster: string | undefined;
  fanart: string | undefined;
  bytes: number;
  gainedBytes: number;
  encodeSeconds: number | undefined;
  profileId: string;
  files: { path: string; sizeBytes: number }[];
}

/** Services for finding savings. `estimates` opens files, so a call may take seconds. */
export type GainDeps = Pick<Services, "library" | "estimates" | "settings" | "clock">;

/**
 * Titles sorted by savings, largest first. The result is cached for an hour, or until a library is refreshed or a file
 * is measured.
 */
export interface BestGains {
  find(kind: Gain["kind"]): Promise<Gain[]>;
}

const SHOWN = 10;
/**
 * Number of titles to estimate, largest first. It exceeds the number of shown titles, because a smaller title may save
 * more than a larger one.
 */
const CANDIDATES = { movies: 16, series: 8 } as const;
/** Maximum number of files to read per series. The result for all files is extrapolated by size. */
const READ_FILES = 4;
const CONCURRENT_ESTIMATES = 2;
const KEPT_MS = 3_600_000;

/** Creates the finder, which caches its results. */
export function createBestGains(deps: GainDeps): BestGains {
  const kept = new Map<Gain["kind"], { at: number; key: string; gains: Promise<Gain[]> }>();
  return {
    async find(kind) {
      const [{ refreshedAt = "" }, measuredAt = 0] = await Promise.all([
        deps.library.state(kind === "movies" ? "movie" : "series"),
        deps.estimates.lastMeasuredAt(),
      ]);
      const key = `${refreshedAt} ${measuredAt} ${JSON.stringify(deps.settings.current().defaultProfiles)}`;
      const now = deps.clock.monotonicMs();
      const known = kept.get(kind);
      if (known !== undefined && known.key === key && now - known.at < KEPT_MS) return await known.gains;
      const gains = findGains(deps, kind);
      kept.set(kind, { at: now, key, gains });
      gains.catch(() => kept.delete(kind));
      return await gains;
    },
  };
}

async function findGains(deps: GainDeps, kind: Gain["kind"]): Promise<Gain[]> {
  const query = LibraryQuery.parse({ filter: "onDisk", sort: "size", order: "desc", limit: 60 });
  const { items } = kind === "movies" ? await deps.library.movies(query) : await deps.library.series(query);
  const candidates = (items as (Movie | Series)[]).filter(isWorthLooking).slice(0, CANDIDATES[kind]);
  const gains = await mapConcurrent(candidates, CONCURRENT_ESTIMATES, (title) => gainOf(deps, kind, title));
  return gains.flatMap((gain) => gain ?? []).sort((a, b) => b.gainedBytes - a.gainedBytes).slice(0, SHOWN);
}

/** True if a title is readable on this machine, not queued, and not encoded by Lathe. */
const isWorthLooking = (title: Movie | Series): boolean =>
  title.inQueue !== true &&
  ("statistics" in title || (title.file?.visible === true && title.file.encodedHere !== true));

async function gainOf(
  { library, estimates, settings }: GainDeps,
  kind: Gain["kind"],
  title: Movie | Series,
): Promise<Gain | undefined> {
  const files = await library.chosenFiles({ kind, ids: [title.id], except: [], remuxOnly: false });
  const every = Math.max(1, files.length / READ_FILES);
  const read = files.filter((_, i) => Math.floor(i % every) === 0).slice(0, READ_FILES);
  if (read.length === 0) return undefined;
  const profileId = profileOf(title, settings.current().defaultProfiles);
  const items = read.map(({ path }) => ({ localPath: path }));
  const answer = await estimates.estimate({ items, profileIds: [profileId], audioOnly: false, sample: false })
    .catch(() => undefined);
  const [estimate] = answer?.estimates ?? [];
  if (estimate === undefined || estimate.nothingToDo || estimate.sourceBytes === 0) return undefined;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const scale = bytes / estimate.sourceBytes;
  const gainedBytes = Math.round((estimate.sourceBytes - estimate.bytes) * scale);
  if (gainedBytes <= 0) return undefined;
  const { id, title: name, year, poster, fanart } = title;
  const seconds = estimate.encodeSeconds;
  const encodeSeconds = seconds === undefined ? undefined : Math.round(seconds * scale);
  return { kind, id, title: name, year, poster, fanart, bytes, gainedBytes, encodeSeconds, profileId, files };
}

function profileOf(title: Movie | Series, { movie, tv, anime }: Record<"movie" | "tv" | "anime", string>): string {
  if ("statistics" in title) return isAnimeSeries(title) ? anime : tv;
  return title.anime ? anime : movie;
}
