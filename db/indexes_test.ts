import { match, ok } from "node:assert/strict";
import { createClient } from "@libsql/client/sqlite3";
import { drizzle } from "drizzle-orm/libsql/sqlite3";
import { withStore } from "../tests/fixtures/store.ts";
import { fileUrl } from "./check.ts";
import { jobListing } from "./jobs/job_list.ts";
import { reviewRepository } from "./jobs/reviews.ts";
import { savingsRepository } from "./jobs/savings.ts";
import { catalogueRepository } from "./library/catalogue.ts";
import { localRepository } from "./library/local/local.ts";
import { musicCatalogueRepository } from "./library/music_catalogue.ts";
import { rescanRepository } from "./library/grabs.ts";
import { titleRepository } from "./library/titles.ts";
import type { Store } from "./store.ts";

/** Frequent queries, run every few seconds or for every episode, must use an index. */
const QUESTIONS: [name: string, ask: (store: Store) => Promise<unknown>, indexes: RegExp[]][] = [
  [
    "remuxes among the episodes",
    (store) => catalogueRepository(store).remuxEpisodes(),
    [/USING INDEX episodes_remux/],
  ],
  [
    "jobs that ended lately, and those that were undone",
    (store) => rescanRepository(store).adopt(5, 6),
    [/INDEX jobs_by_finished/, /INDEX (?:jobs_without_output|rescans_due|sqlite_autoindex_\w+)/],
  ],
  [
    "whether savings have changed",
    (store) => savingsRepository(store).state(),
    [/sqlite_autoindex_job_counts/, /COVERING INDEX jobs_by_finished/],
  ],
  [
    "the part of the savings that is in the bin",
    (store) => savingsRepository(store).binnedBytes(),
    [/INDEX sqlite_autoindex_jobs/],
  ],
  [
    "what replacing originals would free",
    (store) => savingsRepository(store).wouldFree(),
    [/INDEX jobs_in_review/, /sqlite_autoindex_job_counts/],
  ],
  [
    "the undecided encodes next to one",
    (store) => reviewRepository(store).around({ id: "j1", finishedAt: 5 }),
    [/INDEX jobs_in_review/],
  ],
  [
    "a page of undecided encodes",
    (store) =>
      jobListing(store).page({ status: ["done"], review: "undecided", sort: "finishedAt", order: "desc", limit: 20 }),
    [/INDEX jobs_in_review/],
  ],
  [
    "jobs of one title",
    (store) =>
      jobListing(store).page({
        status: ["done"],
        arr: "movie",
        arrId: 3,
        sort: "finishedAt",
        order: "desc",
        limit: 20,
      }),
    [/INDEX jobs_of_title \(arr=\? AND <expr>=\?\)/, /INDEX jobs_of_title/],
  ],
  [
    "titles in the order of their romaji",
    (store) => catalogueRepository(store).page("series", { filter: "all", sort: "romaji", order: "asc", limit: 50 }),
    [/USING INDEX catalogue_by_romaji/],
  ],
  [
    "artists with a track in the queue",
    (store) => musicCatalogueRepository(store).inQueue("artists", [1, 2]),
    [/INDEX tracks_by_place/],
  ],
  [
    "local titles that were encoded here",
    (store) => localRepository(store).list({ limit: 10, filter: "encoded" }),
    [/INDEX jobs_by_output/],
  ],
  [
    "words in the titles of tracks",
    (store) => titleRepository(store).tracksWith(["x"], 10),
    [/USING COVERING INDEX tracks_by_text/],
  ],
];

for (const [name, ask, indexes] of QUESTIONS) {
  Deno.test(`S-JOB-3: ${name} are found by an index, without reading every row`, () =>
    withStore(async (store, _, path) => {
      const client = createClient({ url: fileUrl(path) });
      try {
        const asked: { sql: string; args: (string | number | null)[] }[] = [];
        const logger = {
          logQuery: (sql: string, parameters: unknown[]) =>
            void asked.push({
              sql,
              args: parameters.map((one) => typeof one === "number" || one === null ? one : String(one)),
            }),
        };
        await ask({ ...store, db: drizzle(client, { logger }) });
        const plans: string[] = [];
        for (const { sql, args } of asked) {
          const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
          plans.push(rows.map(({ detail }) => detail).join("; "));
        }
        indexes.forEach((index, i) => match(plans[i] ?? "", index));
        const whole = /SCAN (?:jobs|catalogue_episodes)(?! USING INDEX| USING COVERING INDEX)/;
        ok(plans.every((plan) => !whole.test(plan)), plans.join("\n"));
      } finally {
        client.close();
      }
    }));
}
