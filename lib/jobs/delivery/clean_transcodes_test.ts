import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { Fault } from "../../kit/fault.ts";
import type { JobState } from "../states.ts";
import { cleanTranscodes } from "./clean_transcodes.ts";

/** Cleans `transcodes` with jobs in these states and no others. */
const cleaning = (transcodes: string, states: Record<string, JobState>, [previews, segments] = [0, 0]) =>
  cleanTranscodes({
    storage: { folders: { transcodes } } as never,
    previews: { clean: () => Promise.resolve(previews) },
    jobs: {
      cleanSegments: () => Promise.resolve(segments),
      get: (id: string) =>
        states[id] === undefined
          ? Promise.reject(new Fault("not_found", "There is no such job."))
          : Promise.resolve({ status: states[id] }),
    } as never,
  });

const left = async (dir: string) => (await Array.fromAsync(Deno.readDir(dir), ({ name }) => name)).sort();

inFolder("only files of finished jobs are removed from the transcodes", async (dir) => {
  const kept = [
    "Film.mkv.running1.partial",
    "Film.mkv.queued1.partial",
    "Film.mkv.unpublished1.partial",
    "running1.work",
  ];
  const strange = ["Film.mkv", "notes.partial", "a b.work", ".work"];
  const over = ["Film.mkv.done1.partial", "Film.mkv.failed1.partial", "Film.mkv.gone1.partial"];
  for (const name of [...kept, ...strange, ...over]) await Deno.writeTextFile(join(dir, name), "x");
  await Deno.mkdir(join(dir, "done1.work", "links"), { recursive: true });
  await Deno.writeTextFile(join(dir, "done1.work", "links", "live.jpg"), "x");
  const states = {
    running1: "encoding",
    queued1: "queued",
    unpublished1: "publish_failed",
    done1: "done",
    failed1: "failed",
  } as unknown as Record<string, JobState>;
  equal(await cleaning(dir, states), "4 leftovers removed");
  // The name `notes.partial` belongs to no job.
  deepEqual(await left(dir), [...kept, ...strange].sort());
  equal(await cleaning(dir, states), "Nothing to remove");
});

inFolder("previews and segments count with the leftovers", async (dir) => {
  equal(await cleaning(dir, {}, [1, 0]), "1 leftover removed");
  equal(await cleaning(dir, {}, [2, 3]), "5 leftovers removed");
});

inFolder("nothing is removed where jobs cannot be read", async (dir) => {
  await Deno.writeTextFile(join(dir, "Film.mkv.some1.partial"), "x");
  const cleaned = cleanTranscodes({
    storage: { folders: { transcodes: dir } } as never,
    previews: { clean: () => Promise.resolve(0) },
    jobs: { cleanSegments: () => Promise.resolve(0), get: () => Promise.reject(new Error("database is locked")) },
  });
  await rejects(cleaned, /locked/);
  deepEqual(await left(dir), ["Film.mkv.some1.partial"]);
});
