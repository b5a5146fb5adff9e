import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../tests/fixtures/folder.ts";
import { jobListing } from "./jobs/job_list.ts";
import { jobRepository } from "./jobs/jobs.ts";
import { openStore, type Store } from "./store.ts";

/** Number of the migration that separates freed space from the space that replacing originals would free. */
const REVIEW = 26;

/** Writes the migrations before `REVIEW` to a folder. */
async function olderMigrations(folder: string): Promise<string> {
  const older = join(folder, "migrations");
  const from = (name: string) => new URL(`./migrations/${name}`, import.meta.url);
  const journal = JSON.parse(await Deno.readTextFile(from("meta/_journal.json")));
  const entries: { idx: number; tag: string }[] = journal.entries.filter(({ idx }: { idx: number }) => idx < REVIEW);
  await Deno.mkdir(join(older, "meta"), { recursive: true });
  await Deno.writeTextFile(join(older, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await Deno.copyFile(from(`${tag}.sql`), join(older, `${tag}.sql`));
  return older;
}

const COLUMNS = {
  title: "",
  title_key: "",
  status: "done",
  labels: "[]",
  trigger: "manual",
  position: 0,
  profile_id: "p",
  profile_name: "P",
  recipe_hash: "keeps",
  source: "{}",
  source_path: "/m/a/Film.mkv",
  source_key: "k",
  output_path: "/m/a/Film.small.mkv",
  input_size_bytes: 100,
  output_size_bytes: 40,
  saved_bytes: 60,
  warnings: "[]",
  created_at: 1,
};

/** Inserts a row as an older version would. The values are not escaped, because they are all from this test. */
async function insert({ db }: Store, id: string, change: Partial<Record<keyof typeof COLUMNS | string, unknown>>) {
  const row = { id, ...COLUMNS, ...change };
  const values = Object.values(row).map((value) => value === null ? "NULL" : `'${value}'`);
  await db.run(`INSERT INTO jobs (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`);
}

Deno.test("jobs of an older version count as freed only where their original is gone", () =>
  withFolder(async (folder) => {
    const path = join(folder, "lathe.db");
    const old = await openStore({ path, migrationsFolder: await olderMigrations(folder) });
    await old.db.run(`INSERT INTO recipes VALUES ('keeps', '{"output":{"replaceOriginal":false}}')`);
    await old.db.run(`INSERT INTO recipes VALUES ('replaces', '{"output":{"replaceOriginal":true}}')`);
    await insert(old, "beside", {});
    await insert(old, "larger", { output_size_bytes: 130, saved_bytes: -30 });
    await insert(old, "binned", { original_kept_at: "/m/a/.lathe-bin/x" });
    await insert(old, "deleted", { recipe_hash: "replaces" });
    await insert(old, "in place", { output_path: COLUMNS.source_path });
    await insert(old, "elsewhere", { output_path: "/m/b/Film.mkv" });
    await insert(old, "rip", { rip_id: "r" });
    await insert(old, "undone", { output_path: null, saved_bytes: 0 });
    await insert(old, "queued", { status: "queued", output_path: null, output_size_bytes: null, saved_bytes: 0 });
    await old.close();

    const store = await openStore({ path });
    const columns = async (id: string) => {
      const row = await jobRepository(store).get(id);
      return [id, row?.review, row?.savedBytes, row?.wouldFreeBytes];
    };
    same(await Promise.all(["beside", "larger", "binned", "deleted", "in place"].map(columns)), [
      ["beside", "undecided", 0, 60],
      ["larger", "undecided", 0, 0],
      ["binned", null, 60, 0],
      ["deleted", null, 60, 0],
      ["in place", null, 60, 0],
    ]);
    same(await Promise.all(["elsewhere", "rip", "undone", "queued"].map(columns)), [
      ["elsewhere", null, 0, 0],
      ["rip", null, 60, 0],
      ["undone", null, 0, 0],
      ["queued", null, 0, 0],
    ]);
    const { done } = await jobListing(store).counts();
    same([done.savedBytes, done.wouldFreeBytes, done.undecided], [240, 60, 2]);
    await store.close();
  }));
