import { match, ok } from "node:assert/strict";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openStore } from "./store.ts";

/** Questions that are asked every few seconds, or of every episode, are answered by an index. */
const QUESTIONS: [name: string, question: string, index: RegExp][] = [
  [
    "remuxes among the episodes",
    "SELECT * FROM catalogue_episodes WHERE record ->> '$.file.isRemux' = 1 ORDER BY series_id, season_number, episode_number",
    /USING INDEX episodes_remux/,
  ],
  [
    "jobs that were undone",
    "SELECT rescans.job_id FROM jobs INNER JOIN rescans ON rescans.job_id = jobs.id WHERE jobs.status = 'done' AND jobs.output_path IS NULL AND rescans.state = 'over'",
    /USING (?:COVERING )?INDEX (?:jobs_without_output|rescans_due|sqlite_autoindex_\w+)/,
  ],
  [
    "jobs that ended lately",
    "SELECT jobs.id FROM jobs LEFT JOIN rescans ON rescans.job_id = jobs.id WHERE jobs.status = 'done' AND jobs.finished_at > 5 AND rescans.job_id IS NULL",
    /USING (?:COVERING )?INDEX jobs_by_finished/,
  ],
  [
    "words in the titles of tracks",
    "SELECT album_id, search_text, min(length(search_text)) FROM catalogue_tracks INDEXED BY tracks_by_text WHERE instr(search_text, 'x') > 0 GROUP BY album_id",
    /USING COVERING INDEX tracks_by_text/,
  ],
];

for (const [name, question, index] of QUESTIONS) {
  Deno.test(`${name} are found by an index, without reading every row`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe-indexes-" });
    const store = await openStore({ path: join(folder, "lathe.db") });
    try {
      const plan = await store.db.all<{ detail: string }>(sql.raw(`EXPLAIN QUERY PLAN ${question}`));
      const steps = plan.map(({ detail }) => detail).join("; ");
      match(steps, index);
      ok(!/SCAN (?:jobs|catalogue_episodes)(?! USING INDEX| USING COVERING INDEX)/.test(steps), steps);
    } finally {
      await store.close();
      await Deno.remove(folder, { recursive: true });
    }
  });
}
