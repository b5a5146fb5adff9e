import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { catalogueRepository } from "../../../db/library/catalogue.ts";
import { titleRepository } from "../../../db/library/titles.ts";
import { withAnimeFile } from "../../../tests/fixtures/anime_file.ts";
import { KNOWN_ANIME } from "../../../tests/fixtures/anime_data.ts";
import { ANIME_LABELS } from "../../../tests/fixtures/anime_labels.ts";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { systemClock } from "../../kit/clock.ts";
import { searchAnime } from "../../library/anime/search.ts";
import type { Movie, Series } from "../../library/video_model.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createIdentifier } from "./identifier.ts";
import { type Identifier, MIN_CONFIDENCE } from "./model.ts";

const film = (id: number, title: string, tmdbId: number, runtime: number, year: number): Movie => ({
  ...{ id, title, tmdbId, runtime, year, overview: "", monitored: true, path: `/movies/${title}`, genres: [] },
  ...{ alternateTitles: [], hasFile: false },
});
const show = (id: number, title: string, tvdbId: number, episodes: number[]): Series => ({
  ...{ id, title, tvdbId, runtime: 24, overview: "", monitored: true, path: `/tv/${title}`, genres: [] },
  ...{ alternateTitles: [], seriesType: "standard", seasonTitles: [], animedbIds: [] },
  seasons: [0, ...episodes].map((episodeCount, seasonNumber) => ({
    ...{ seasonNumber, episodeCount, monitored: true, episodeFileCount: 0, remuxCount: 0 },
  })),
  statistics: { episodeFileCount: 0, episodeCount: 0, sizeOnDisk: 0, remuxFileCount: 0 },
});

/** The libraries contain only the English titles. */
const FILMS = [film(1, "Princess Mononoke", 128, 133, 1997), film(2, "Monster", 9999, 109, 2003)];
const SHOWS = [
  show(1, "Attack on Titan", 267440, [25, 12, 22]),
  show(2, "Legend of the Galactic Heroes", 76383, [110]),
  show(3, "Fate/Zero", 79149, [13, 25]),
  show(5, "The Melancholy of Haruhi Suzumiya", 79414, [14, 18, 12]),
  show(4, "The Twelve Kingdoms", 78839, [45]),
];

const minutes = (...all: number[]) => all.map((length, id) => discTitle(id, { durationSeconds: length * 60 }));
const EPISODES = minutes(24, 24.2, 23.9, 24, 24.1);
const signal = new AbortController().signal;

/** Runs `work` with an identifier that cannot reach any manager. */
const withIdentifier = (work: (identifier: Identifier) => Promise<void>): Promise<void> =>
  withAnimeFile((file) =>
    withStore(async (store) => {
      const rows = catalogueRepository(store);
      const common = {
        ...{ sortKey: "", searchText: "", sizeBytes: 0, addedAt: 0, onDisk: false, missing: true, remux: false },
        ...{ anime: false, localPath: "", facets: "" },
      };
      await rows.putTitles([
        ...FILMS.map((record) => ({ arr: "movie" as const, record })),
        ...SHOWS.map((record) => ({ arr: "series" as const, record })),
      ].map(({ arr, record }) => ({
        ...common,
        ...{ arr, record, id: record.id, title: record.title, year: record.year ?? 0, fingerprint: record.title },
      })));
      const settings = Settings.parse({ discdb: { enabled: false } });
      await work(createIdentifier({
        settings: { current: () => settings },
        http: { send: () => Promise.reject(new Error("Nobody is asked here.")) },
        managers: { connected: () => undefined },
        anime: { find: (questions, limit) => Promise.resolve(searchAnime(file, questions, limit)) },
        titles: titleRepository(store),
        catalogue: rows,
        discdb: { find: () => Promise.resolve([]) },
        expected: { list: () => Promise.resolve([]) },
        omdb: { isEnabled: () => false, find: () => Promise.resolve(undefined) },
        clock: systemClock,
        log: () => {},
      }));
    })
  );

const ask = (identifier: Identifier, label: string, titles = EPISODES) =>
  identifier.identify({ label, discType: "bluray", fingerprint: {}, titles }, signal);

Deno.test("a disc with a Japanese name is the title with another name in the managers", () =>
  withIdentifier(async (identifier) => {
    const table: [label: string, titles: typeof EPISODES, arrId: number, season?: number, sure?: boolean][] = [
      ["MONONOKE_HIME", minutes(133), 1, undefined, true],
      ["もののけ姫", minutes(133), 1, undefined, true],
      ["SHINGEKI_NO_KYOJIN_SEASON_2_D1", EPISODES, 1, 2, true],
      ["進撃の巨人 第3期", EPISODES, 1, 3],
      ["SHINGEKINOKYOJIN_S1_D2", EPISODES, 1, 1, true],
      ["GINGA_EIYU_DENSETSU_D1", EPISODES, 2, 1, true],
    ];
    for (const [label, titles, arrId, season, sure] of table) {
      const { media, log } = await ask(identifier, label, titles);
      same([media.arrId, media.seasonNumber, media.matchedBy], [arrId, season, "animedb"], `${label}: ${log}`);
      if (sure) ok(media.confidence >= MIN_CONFIDENCE, `${label}: ${media.confidence} ${media.reason}`);
      const counted = season === undefined || season > 1 ? undefined : true;
      same([media.seriesType, media.absoluteNumbering], [titles === EPISODES ? "anime" : undefined, counted], label);
      match(log.join("\n"), /AniDB: \d title/);
    }
  }));

Deno.test("an anime that begins within a season assigns its first disc that season and episode", () =>
  withIdentifier(async (identifier) => {
    const table: [label: string, season?: number, start?: number][] = [
      ["SHINGEKI_NO_KYOJIN_SEASON_3_D1", 3],
      ["SHINGEKI_NO_KYOJIN_SEASON_2_D1", 2],
      ["JUUNI_KOKKI_D1", 1],
      ["JUUNI_KOKKI_KAZE_NO_BANRI_D1", 1, 23],
      ["十二国記 風の万里", 1, 23],
      ["FATE_ZERO_D1", 1],
      ["FATE_ZERO_SECOND_ARC_D1", 2, 14],
      ["FATE_ZERO_SECOND_ARC", 2, 14],
      ["FATE_ZERO_SECOND_ARC_D2", 2],
      ["SUZUMIYA_HARUHI_NO_YUUUTSU_SEASON_1_D1", 1],
      ["SUZUMIYA_HARUHI_NO_YUUUTSU_SEASON_2_D1", 2, 5],
      ["SUZUMIYA_HARUHI_NO_YUUUTSU_SEASON_2_D2", 2],
      ["SUZUMIYA_HARUHI_NO_YUUUTSU_SEASON_3_D1", 3],
    ];
    for (const [label, season, start] of table) {
      const { media, log } = await ask(identifier, label);
      same([media.seasonNumber, media.episodeStart], [season, start], `${label}: ${JSON.stringify(media)} ${log}`);
    }
  }));

Deno.test("a movie of the library with the name of an anime is not mistaken for it", () =>
  withIdentifier(async (identifier) => {
    const { media } = await ask(identifier, "MONSTER", minutes(109));
    same([media.kind, media.arrId, media.absoluteNumbering], ["movie", 2, undefined]);
    const series = (await ask(identifier, "MONSTER_D1", EPISODES)).media;
    same([series.kind, series.externalId], ["series", 75284]);
    const both = (await ask(identifier, "MONSTER", [])).media;
    ok(both.confidence < MIN_CONFIDENCE, "nothing tells which of them it is");
  }));

Deno.test("labels that name no anime find none", () =>
  withIdentifier(async (identifier) => {
    for (const label of ["GLASS_HARBOR", "BONUS", "DVD_VIDEO", "EVA", "NGE_D1", ""]) {
      const { media } = await ask(identifier, label, minutes(100));
      is(media.confidence < 50, true, `${label}: ${JSON.stringify(media)}`);
    }
  }));

Deno.test("nearly all of forty labels in romaji, kanji and kana lead to the right anime", () =>
  withIdentifier(async (identifier) => {
    const wrong: string[] = [];
    for (const { label, aid } of ANIME_LABELS) {
      const known = KNOWN_ANIME.find((one) => one.aid === aid);
      const { media } = await ask(identifier, label, []);
      const id = known?.type === "MOVIE" ? known.tmdbMovie : known?.tvdbId;
      if (media.externalId !== id) wrong.push(`${label}: ${media.title} ${media.confidence}`);
    }
    ok(wrong.length <= 2, wrong.join("\n"));
  }));
