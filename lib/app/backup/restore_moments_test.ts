import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { checkpointed } from "../../../tests/fixtures/checkpointed.ts";
import { openQueue } from "../../../tests/fixtures/queue.ts";
import { JobQuery } from "../../jobs/request_schema.ts";
import { carryOver } from "./carry_over.ts";
import { importDatabase } from "./import/import_database.ts";
import { applyStagedRestore, archiveFolder, confirmRestore, decideRestore, openStaging } from "./staging.ts";

/**
 * Number of backups, created at different moments while originals are encoded, replaced and restored, and number of
 * later moments at which each is restored. `LATHE_RESTORE=all` tests more moments.
 */
const MOMENTS = Deno.env.get("LATHE_RESTORE") === "all"
  ? { archives: 20, restores: 20 }
  : { archives: 12, restores: 3 };
const MIGRATIONS = fileURLToPath(new URL("../../../db/migrations/", import.meta.url));
const PROCESS = fileURLToPath(new URL("../../../tests/soak/moments_process.ts", import.meta.url));
const WORKER = new URL("../../../tests/fakes/text_encode_worker.ts", import.meta.url);

Deno.test("slow: S3: an archive of any moment, restored at any later one, changes no file and encodes none again", async () => {
  const base = await Deno.makeTempDir({ prefix: "lathe_moments_" });
  try {
    const points = Number((await run(join(base, "all"), 0)).trim());
    ok(points > 100, `${points} moments`);
    const random = seeded(20_261_122);
    let pairs = 0;
    for (let n = 0; n < MOMENTS.restores; n++) {
      const end = 1 + random(points);
      const folder = join(base, `run-${n}`);
      await run(folder, end);
      pairs += await restoreAll(folder, end, random);
      await Deno.remove(folder, { recursive: true });
    }
    ok(pairs > 0);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
});

/**
 * Runs a queue with eight movies until the moment `last`, or to the end if it is 0. Returns the output of its process.
 */
async function run(folder: string, last: number): Promise<string> {
  const places = ["config", "media", "copies"].map((name) => join(folder, name));
  for (const place of places) await Deno.mkdir(place, { recursive: true });
  for (const name of ["beside", "kept", "gone", "renamed"]) {
    for (const n of [1, 2]) {
      await Deno.writeTextFile(join(folder, "media", `${name} ${n}.mkv`), `${name} ${n}`.padEnd(400));
    }
  }
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--node-modules-dir=manual", PROCESS, ...places, String(last)],
    stdin: "null",
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  ok(last > 0 || success, decode(stderr));
  return decode(stdout);
}

/** Restores archives of earlier moments, one after the other, over the final state of the disk. */
async function restoreAll(folder: string, end: number, random: (below: number) => number): Promise<number> {
  const configDir = join(folder, "config");
  const data = join(configDir, "data");
  const live = join(folder, "live");
  await Deno.mkdir(live);
  for (const name of ["lathe.db", "lathe.db-wal"]) await Deno.copyFile(join(data, name), join(live, name));
  let before: Record<string, string> | undefined;
  for (let i = 0; i < MOMENTS.archives; i++) {
    const moment = 1 + random(end);
    const archive = await checkpointed(join(folder, "copies", String(moment)), join(folder, `archive-${i}.db`));
    for (const name of ["lathe.db", "lathe.db-wal", "lathe.db-shm"]) {
      await Deno.remove(join(data, name)).catch(() => {});
    }
    // The first restore starts from the database that the crash left, later ones from the result of the previous
    // restore.
    const present = before === undefined ? live : join(folder, "after");
    for await (const { name } of Deno.readDir(present)) await Deno.copyFile(join(present, name), join(data, name));
    await restore(archive, folder);
    const after = await settled(configDir, folder);
    const films = await filesIn(join(folder, "media"));
    judgeFilms(films);
    if (before !== undefined) same(films, before, `archive of moment ${moment}, restored at ${end}`);
    before = films;
    is(after, 0, "nothing is queued, running or waiting");
  }
  return MOMENTS.archives;
}

/** Restores as the service does: the archive is staged, decided, applied at the next start, imported, and confirmed. */
async function restore(archive: string, folder: string): Promise<void> {
  const programData = join(folder, "config", "data");
  const staging = await openStaging(programData);
  const foreign = join(archiveFolder(programData), "lathe.db");
  await Deno.copyFile(archive, foreign);
  await importDatabase({
    source: foreign,
    target: join(staging, "lathe.db"),
    migrations: MIGRATIONS,
    paths: { mediaRoots: [], ownFolders: [join(folder, "config")], rips: join(folder, "config", "rips") },
    now: new Date(),
  });
  await decideRestore(programData, { backup: "b.zip", notes: [] });
  await applyStagedRestore(programData);
  await carryOver({ programData, migrations: MIGRATIONS, writeAheadLog: true, now: new Date() });
  await confirmRestore(programData);
}

/**
 * Starts the queue on the restored database and lets it finish what it does automatically. Returns the number of active
 * jobs.
 */
async function settled(configDir: string, folder: string): Promise<number> {
  let encodes = 0;
  {
    await using queue = await openQueue({
      configDir,
      workerUrl: WORKER,
      crashPoint: (point) => {
        if (point === "claimed" || point === "child-intended") encodes++;
      },
    });
    for (;;) {
      const { items } = await queue.jobs.list(JobQuery.parse({ limit: 500 }));
      const open = items.find(({ status }) => ["probing", "encoding", "finalizing"].includes(status));
      if (open === undefined) break;
      await queue.finished(open.id);
    }
    is(encodes, 0, "nothing is encoded unasked");
    await queue.jobs.prune(new Date());
    const { items } = await queue.jobs.list(JobQuery.parse({ limit: 500 }));
    encodes = items.filter(({ status }) => ["queued", "waiting", "waiting_for_space"].includes(status)).length;
  }
  await Deno.mkdir(join(folder, "after"), { recursive: true });
  await Deno.copyFile(join(configDir, "data", "lathe.db"), join(folder, "after", "lathe.db"));
  return encodes;
}

/**
 * Asserts that every movie exists completely, as the original or as its encode, and that none is an encode of an
 * encode.
 */
function judgeFilms(files: Record<string, string>): void {
  const contents = Object.values(files).map((text) => text.trim());
  for (const name of ["beside", "kept", "gone", "renamed"]) {
    for (const n of [1, 2]) {
      ok(contents.some((text) => text.endsWith(`${name} ${n}`)), `${name} ${n} is there`);
    }
  }
  ok(!contents.some((text) => text.includes("encode of encode")), "nothing is an encode of an encode");
}

/** Returns paths below a folder with their content, excluding partial files. */
async function filesIn(folder: string, below = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(join(folder, below))) {
    const path = join(below, name);
    if (isDirectory) Object.assign(found, await filesIn(folder, path));
    else if (!name.endsWith(".partial")) found[path] = await Deno.readTextFile(join(folder, path));
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a < b ? -1 : 1));
}

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(state / 7) % below;
  };
}
