import { join } from "node:path";
import { catalogueRepository } from "../../db/library/catalogue.ts";
import { insertJobs } from "../../db/jobs/job_insert.ts";
import { putRows } from "../../db/put_rows.ts";
import { catalogueEpisodes, catalogueTitles } from "../../db/schema/catalogue.ts";
import { autoMemory } from "../../db/schema/library.ts";
import { mediaEvaluations, mediaProbes } from "../../db/schema/media_index.ts";
import { sampleProbe, sampleSdrProbe } from "../../lib/encode/sampling/sample.ts";
import type { PolicyInput } from "../../lib/library/policies/model.ts";
import type { IndexedFile } from "../../lib/library/media_index/model.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import { filmRow } from "../fixtures/catalogue_rows.ts";
import { jobRow } from "../fixtures/job_rows.ts";
import type { TestApp } from "../fixtures/app.ts";

/** A library of 100,000 files with stand-in probes, stored evaluations and three policies. */

const FILMS = 25_000;
const SERIES = 1_500;
const EPISODES_PER_SERIES = 50;
/** Number of files in the library. */
export const LARGE_LIBRARY = FILMS + SERIES * EPISODES_PER_SERIES;
/** Number of files that differ in their probes. All others have the probe and the evaluation of one of them. */
const KINDS = 60;
const REMEMBERED = 5_000;
const PROFILES = ["builtin-movie-1080p", "builtin-tv-1080p", "builtin-smart-remux"] as const;
const CODECS = ["h264", "h264", "hevc", "av1", "mpeg2video", "vc1"] as const;

/** The drafts of the policies: large movies, other movies and episodes, each with its profile and several rules. */
export const LARGE_POLICIES: Parameters<TestApp["instance"]["policies"]["create"]>[0][] = [
  rules("Remuxes", PROFILES[0], { source: "movie", minSizeBytes: 2e9, codecs: ["h264", "hevc"] }),
  rules("Episodes", PROFILES[1], { source: "series", tags: ["keep"], minAgeDays: 3 }),
  rules("Dramas", PROFILES[2], { source: "movie", genres: ["Drama"] }),
];

function rules(name: string, profileId: string, media: Partial<PolicyInput["media"]>): PolicyInput {
  const any = { folders: [], tags: [], genres: [], codecs: [], resolutions: [], ranges: [], watched: "any" as const };
  return {
    ...{ name, profileId, enabled: true, hours: null, orderBy: "largest" },
    media: { source: "movie", remuxOnly: false, minSizeBytes: 0, minAgeDays: 0, ...any, ...media },
    bounds: { filesPerDay: 20, bytesPerDay: 0, minGainPercent: 10, skipHardLinks: true },
  };
}

/** Stores the library with its policies, probes, evaluations, finished jobs and processed files. */
export async function storeLargeLibrary(app: TestApp): Promise<void> {
  const roots = ["movies", "tv"].map((name) => join(app.folder, name));
  for (const root of roots) await Deno.mkdir(root, { recursive: true });
  await app.instance.settings.update({
    general: { security: { mediaRoots: roots } },
    localMedia: { enabled: false },
    connections: {
      movie: { enabled: true, url: "http://radarr.invalid", apiKey: "k" },
      series: { enabled: true, url: "http://sonarr.invalid", apiKey: "k" },
    },
  });
  const { store, policies } = app.instance;
  await storeTitles(app);
  await store.write((tx) => putRows(tx, autoMemory, remembered(filmFiles(app))), "catalogue");
  await store.write((tx) => insertJobs(tx, finishedJobs()));
  for (const draft of LARGE_POLICIES) {
    const { id } = await policies.create(draft);
    await policies.change(id, draft);
  }
  await storeEvaluations(app, filmFiles(app), [PROFILES[0], PROFILES[2]]);
  await storeEvaluations(app, episodeFiles(app), [PROFILES[1]]);
}

const sizeOf = (i: number): number => 1e9 + i * 7919 % 40_000 * 1e6;

const filmFiles = ({ folder }: TestApp): IndexedFile[] =>
  Array.from({ length: FILMS }, (_, i) => ({
    path: `${folder}/movies/Film ${i} (1990)/Film ${i} (1990) Bluray-1080p.mkv`,
    sizeBytes: sizeOf(i),
  }));
const episodeFiles = ({ folder }: TestApp): IndexedFile[] =>
  Array.from({ length: SERIES * EPISODES_PER_SERIES }, (_, i) => ({
    path: `${folder}/tv/Series ${Math.floor(i / EPISODES_PER_SERIES)}/Season 1/Series E${i} WEBDL-1080p.mkv`,
    sizeBytes: Math.round(sizeOf(i) / 10),
  }));
const record = (i: number, { path, sizeBytes: size }: IndexedFile, more: object) => ({
  ...{ overview: "An overview of a movie with some words. ".repeat(14), genres: ["Drama", "Action"].slice(i % 3) },
  ...{ poster: `https://image.invalid/t/p/original/${i}.jpg`, monitored: true, tagIds: i % 4 ? [1, 2] : [] },
  ...{ status: "released", runtime: 110, alternateTitles: ["a", "b", "c"].map((letter) => letter.repeat(20)) },
  ...more,
  ...{ path: path.slice(0, path.lastIndexOf("/")) },
  file: {
    ...{ id: i + 1, path, localPath: path, visible: true, size, quality: "Bluray-1080p", isRemux: i % 9 === 0 },
    ...{ videoCodec: CODECS[i % CODECS.length], audioCodec: "DTS", audioChannels: "5.1", resolution: "1920x800" },
    ...{ languages: ["English"], addedAt: "2025-01-01T00:00:00Z", ...i % 7 ? {} : { hdr: "HDR10" } },
  },
});

async function storeTitles(app: TestApp): Promise<void> {
  const { store } = app.instance;
  const films = filmFiles(app).map((file, i) =>
    filmRow(i + 1, {
      facets: ` ${["h264", "hevc", "av1"][i % 3]} 1080p ${i % 7 ? "sdr" : "hdr"} `,
      record: record(i, file, { id: i + 1 }),
    })
  );
  const series = Array.from({ length: SERIES }, (_, i) => {
    const plain = record(i, { path: `${app.folder}/tv/Series ${i}/x`, sizeBytes: 0 }, {});
    return filmRow(i + 1, { arr: "series", record: { ...plain, file: undefined } });
  });
  const episodes = episodeFiles(app).map((file, i) => {
    const place = { seasonNumber: 1, episodeNumber: i % EPISODES_PER_SERIES + 1 };
    const { file: own } = record(i, file, {});
    return {
      ...{ id: i + 1, seriesId: Math.floor(i / EPISODES_PER_SERIES) + 1, ...place },
      record: {
        ...place,
        id: i + 1,
        title: "Some episode",
        airDate: "2020-01-01",
        monitored: true,
        hasFile: true,
        file: own,
      },
    };
  });
  await store.write((tx) => putRows(tx, catalogueTitles, [...films, ...series]), "catalogue");
  await store.write((tx) => putRows(tx, catalogueEpisodes, episodes), "catalogue");
  const tags = [["movie", { 1: "Keep", 2: "4k" }], ["series", { 1: "Keep", 2: "Kids" }]] as const;
  for (const [kind, names] of tags) await catalogueRepository(store).setTagNames(kind, names);
}

const remembered = (files: IndexedFile[]) =>
  files.slice(0, REMEMBERED).map(({ path, sizeBytes }, i) => ({
    ...{ localPath: path, arr: "movie" as const, fileId: i + 1, sizeBytes, at: 1.7e12, titleKey: `movie ${i + 1}` },
    ...{ reason: i % 2 ? "output" as const : "existing" as const, profile: null, fingerprint: null },
  }));

const finishedJobs = () =>
  Array.from({ length: 200 }, (_, i) =>
    jobRow({
      ...{
        id: `bench${i}`,
        position: i * 1000,
        createdAt: 1.7e12 + i,
        finishedAt: 1.7e12 + i,
        status: "done" as const,
      },
      ...{ inputSizeBytes: 9e9, outputSizeBytes: 3e9, durationSeconds: 3600, outputPath: `/media/out${i}.mkv` },
      profileId: PROFILES[i % PROFILES.length] ?? PROFILES[0],
    }));

/** Returns the probe of a kind: another resolution, bitrate, codec, length and number of tracks. */
function probeOf(kind: number, path: string, sizeBytes: number): Probe {
  const base = kind % 3 === 0 ? sampleProbe() : sampleSdrProbe();
  const durationSeconds = 1200 + kind * 97;
  const codec = CODECS[kind % CODECS.length] ?? "h264";
  return {
    ...{ ...base, path, sizeBytes, durationSeconds, bitrateKbps: Math.round(sizeBytes * 8 / durationSeconds / 1000) },
    streams: base.streams.slice(0, 2 + kind % 7).map((stream) =>
      stream.kind === "video" && kind % 3 ? { ...stream, codec, bitrateKbps: 3_000 + kind * 400 } : stream
    ),
  };
}

/** Stores a probe for each file, and the evaluation of the file of its kind that is in no library. */
async function storeEvaluations(
  { instance: { store, mediaIndex } }: TestApp,
  files: IndexedFile[],
  profileIds: string[],
): Promise<void> {
  const kinds = Array.from({ length: KINDS }, (_, kind) => ({ path: `/kind ${kind}.mkv`, sizeBytes: 9e9 }));
  const probes = [...kinds, ...files].map(({ path, sizeBytes }, i) => ({
    ...{ path, sizeBytes, probe: probeOf(i % KINDS, path, sizeBytes), error: null, readAt: Date.now() },
  }));
  await store.write((tx) => putRows(tx, mediaProbes, probes));
  await mediaIndex.request(kinds, profileIds);
  await mediaIndex.settled();
  const recent = (await store.db.select().from(mediaEvaluations)).slice(-KINDS * profileIds.length);
  const byPath = Map.groupBy(recent, ({ path }) => path);
  const rows = files.flatMap((file, i) =>
    (byPath.get(`/kind ${i % KINDS}.mkv`) ?? []).map((row) => ({ ...row, ...file }))
  );
  if (rows.length !== files.length * profileIds.length) throw new Error(`There are ${rows.length} evaluations.`);
  await store.write((tx) => putRows(tx, mediaEvaluations, rows));
}
