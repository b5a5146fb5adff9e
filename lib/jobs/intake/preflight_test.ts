import { rejects } from "node:assert/strict";
import { join } from "node:path";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";

Deno.test("a failing lookup of the job that wrote a taken output fails the call, and nothing is queued", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const [film, target] = ["Film.mkv", "Film.small.mkv"].map((name) => join(media, name)) as [string, string];
    await makeClip(film);
    await Deno.writeTextFile(target, "taken");
    await queue.store.write(async (tx) => {
      await insertJobs(tx, [jobRow({ id: "writer", status: "done", outputPath: target, finishedAt: 1 })]);
      await tx.run("UPDATE jobs SET warnings = 'not JSON' WHERE id = 'writer'");
    });
    await rejects(queue.create(film, await queue.quickProfile()), SyntaxError);
  }));
