import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../tests/fixtures/folder.ts";
import { jobRow } from "../tests/fixtures/job_rows.ts";
import { insertJobs } from "./jobs/job_insert.ts";
import { journalRepository } from "./jobs/journal.ts";
import { openStore } from "./store.ts";

/** Number of the migration that adds the origin of the files in the recycle bins. */
const ORIGINS = 29;

/** Returns the statements of the migration that fill the new columns. */
async function fillStatements(): Promise<string[]> {
  const journal = JSON.parse(await Deno.readTextFile(new URL("./migrations/meta/_journal.json", import.meta.url)));
  const { tag } = journal.entries.find(({ idx }: { idx: number }) => idx === ORIGINS);
  const text = await Deno.readTextFile(new URL(`./migrations/${tag}.sql`, import.meta.url));
  return text.split("--> statement-breakpoint").filter((statement) => /^\s*(--.*\s+)?UPDATE/.test(statement));
}

Deno.test("files that an older version has retired get their origin, size and time from their job or their path", () =>
  withFolder(async (folder) => {
    const store = await openStore({ path: join(folder, "lathe.db") });
    const sizes = { inputSizeBytes: 100, outputSizeBytes: 40, finishedAt: 7 };
    await store.write((tx) =>
      insertJobs(tx, [jobRow({ id: "j1", status: "done", sourcePath: "/m/Long name.mkv", ...sizes })])
    );
    const entries = [
      ["/m/.lathe-bin/2026-11-20/Shortened.j1.original", "j1", "original"],
      ["/m/.lathe-bin/2026-11-21/Film.x264.mkv.j1.encode", "j1", "encode"],
      ["/m/a b/.lathe-bin/2026-11-22/Film (2017).mkv.gone-1.original", "gone-1", "original"],
      ["/elsewhere/file", "gone-2", "original"],
    ] as const;
    for (const [path, jobId, kind] of entries) {
      await store.db.run(
        `INSERT INTO bin_entries (path, job_id, kind, successor_path, successor_size_bytes, delete_after) ` +
          `VALUES ('${path}', '${jobId}', '${kind}', '/m/x', 1, 9)`,
      );
    }
    for (const statement of await fillStatements()) await store.db.run(statement);
    const { binEntry } = journalRepository(store);
    const filled = await Promise.all(entries.map(async ([path]) => {
      const entry = await binEntry(path);
      return [entry?.fromPath, entry?.sizeBytes, entry?.retiredAt];
    }));
    same(filled, [
      ["/m/Long name.mkv", 100, 7],
      ["/m/Film.x264.mkv", 40, 7],
      ["/m/a b/Film (2017).mkv", 0, 9],
      ["", 0, 9],
    ]);
    await store.close();
  }));
