import { mapConcurrent } from "../../../kit/async.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { OddRecord } from "../../managers/tolerant.ts";
import { isRemuxFile } from "../../managers/wire/common.ts";
import { SonarrEpisode, SonarrFile, SonarrSeries } from "../../managers/wire/sonarr.ts";
import { episodeOf, fileOf, seriesOf } from "./from_wire.ts";
import { PART_MS, type ReadContext, type TitleStore } from "./read_movies.ts";
import { withAnimeSeries } from "../anime_marks.ts";
import { fingerprintOf, seriesRow } from "../rows.ts";

/** Number of series that are read at the same time. */
const SERIES_AT_ONCE = 4;
/** Value that is stored instead of a fingerprint, so that a series is read completely the next time. */
const READ_AGAIN = "";

/**
 * Refreshes all series from Sonarr with episodes and files, and removes those that no longer exist. The files are
 * always requested, because Sonarr does not change the record of a series when a file gets another name or quality.
 * Episodes are requested only if the series or its files have changed. Throws `ManagerProblem`.
 */
export async function readAllSeries(repository: TitleStore, context: ReadContext<"series">): Promise<void> {
  const { manager: sonarr, signal, odd } = context;
  // The fingerprints are read before the list, because data that is stored while Sonarr is responding is newer than the
  // list.
  const known = await repository.fingerprints("series");
  const all = await sonarr.getList("/series", SonarrSeries, { onOdd: odd.note, signal });
  let succeeded = 0;
  let refused: ManagerProblem | undefined;
  await mapConcurrent(all, SERIES_AT_ONCE, async (wire) => {
    try {
      await readOne(repository, context, wire, known.get(wire.id));
      succeeded++;
    } catch (error) {
      // If Sonarr fails for one series, the others are still refreshed, unless it does not respond at all.
      if (!(error instanceof ManagerProblem) || error.reason !== "refused" && error.reason !== "malformed") throw error;
      refused ??= error;
      odd.note({ id: wire.id, title: wire.title, field: "episodes", leftOut: true });
    }
  });
  if (refused !== undefined && succeeded === 0) throw refused;
  if (odd.nameless()) return;
  const present = new Set(all.map(({ id }) => id));
  const gone = [...known.keys()].filter((id) => !present.has(id) && !odd.isLeftOut(id));
  await repository.removeTitles("series", gone);
}

/** Refreshes one series with its episodes and files. Throws `ManagerProblem`. */
export async function readSeries(repository: TitleStore, context: ReadContext<"series">, id: number): Promise<void> {
  const { manager: sonarr, signal } = context;
  const wire = await sonarr.getRecord(`/series/${id}`, SonarrSeries, { signal });
  await readOne(repository, context, wire, undefined);
}

async function readOne(
  repository: TitleStore,
  { manager: sonarr, signal, facts, odd, totalMs = PART_MS, readInFull }: ReadContext<"series">,
  wire: SonarrSeries,
  knownFingerprint: string | undefined,
): Promise<void> {
  let oddities = 0;
  const onOdd = (record: OddRecord): void => {
    oddities++;
    odd.note({ ...record, title: `${wire.title}: ${record.title}` }, false);
  };
  const options = { onOdd, mayAllBeOdd: true, totalMs, signal };
  const of = `?seriesId=${wire.id}`;
  const files = await sonarr.getList(`/episodefile${of}`, SonarrFile, options);
  const localPath = facts.toLocal(wire.path);
  const anime = facts.anime?.series(wire);
  const sent = [wire, localPath, sonarr.url, files.toSorted((a, b) => a.id - b.id)];
  const current = fingerprintOf(anime === undefined ? sent : [...sent, anime]);
  if (current === knownFingerprint) return;
  const episodes = await sonarr.getList(`/episode${of}`, SonarrEpisode, options);
  const byId = new Map(files.map((file) => [file.id, file]));
  const remux = new Map<number, number>();
  for (const file of files) {
    if (isRemuxFile(file)) remux.set(file.seasonNumber, (remux.get(file.seasonNumber) ?? 0) + 1);
  }
  // The series is read again the next time, so that problems are reported for as long as they exist.
  const fingerprint = oddities === 0 ? current : READ_AGAIN;
  const held = files.map((file) => fileOf(file, facts));
  await repository.putSeries(
    seriesRow(withAnimeSeries(seriesOf(wire, remux, facts), facts.anime), wire, {
      localPath,
      fingerprint,
      files: held,
    }),
    episodes.map((episode) => ({
      id: episode.id,
      seriesId: wire.id,
      seasonNumber: episode.seasonNumber,
      episodeNumber: episode.episodeNumber,
      record: episodeOf(episode, byId.get(episode.episodeFileId), facts),
    })),
  );
  readInFull?.(wire.id);
}
