import { join } from "node:path";
import { openQueue } from "../fixtures/queue.ts";

/**
 * A queue process that encodes movies beside the source, replaces originals under the same or another name with and
 * without retention in the bin, and restores originals. At every crash point, it copies its database as a crash would
 * leave it. At the given crash point, it kills itself. Arguments: config folder, media folder, folder for the copies,
 * number of the last crash point.
 */
const [configDir = "", media = "", copies = "", last = "0"] = Deno.args;
const data = join(configDir, "data");
let count = 0;

await using queue = await openQueue({
  configDir,
  workerUrl: new URL("../fakes/text_encode_worker.ts", import.meta.url),
  crashPoint() {
    count++;
    const copy = join(copies, String(count));
    Deno.mkdirSync(copy);
    for (const name of ["lathe.db", "lathe.db-wal"]) {
      // A write of the store is on disk when it returns, so the files are consistent between calls.
      Deno.copyFileSync(join(data, name), join(copy, name));
    }
    if (count !== Number(last)) return;
    Deno.kill(Deno.pid, "SIGKILL");
    for (;;);
  },
});
const output = (more: Record<string, unknown>) => ({ replaceOriginal: true, suffix: "", keepOriginalDays: 7, ...more });
const profiles = {
  beside: await queue.quickProfile({ output: { suffix: ".small" } }),
  kept: await queue.quickProfile({ output: output({}) }),
  gone: await queue.quickProfile({ output: output({ keepOriginalDays: 0 }) }),
  renamed: await queue.quickProfile({ output: output({ suffix: ".x264" }) }),
};
const films = Object.entries(profiles).flatMap(([name, profile]) =>
  [1, 2].map((n) => ({ path: join(media, `${name} ${n}.mkv`), profile }))
);
for (const { path, profile } of films) {
  const { id } = await queue.create(path, profile);
  const job = await queue.finished(id);
  if (job.status !== "done") throw new Error(`${path}: ${job.status} ${job.error}`);
  if (path.endsWith("2.mkv") && job.originalKeptAt) await queue.jobs.undo(id);
}
console.log(count);
