import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import type { NewJobRow } from "../../../db/schema/jobs.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { identityKey, sourceIdentity } from "../../media/probe/source.ts";
import { BulkCreate } from "../request_schema.ts";

Deno.test("a bulk request leaves out what was encoded before, counts it, and queues it when asked to", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const profileId = await queue.quickProfile();
    const file = (name: string): string => join(media, `${name}.mkv`);
    for (const name of ["source", "replaced", "other profile", "changed", "new"]) {
      await Deno.writeTextFile(file(name), name);
    }
    const done = async (name: string, row: Partial<NewJobRow> = {}) =>
      jobRow({
        id: name,
        status: "done",
        profileId,
        sourcePath: file(name),
        sourceKey: identityKey(await sourceIdentity(file(name))),
        ...row,
      });
    const rows = [
      await done("source"),
      await done("replaced", { profileId: "any", outputPath: file("replaced"), outputSizeBytes: "replaced".length }),
      await done("other profile", { profileId: "any" }),
      await done("changed", { sourceKey: "1:2:3:4" }),
    ];
    await queue.store.write((tx) => insertJobs(tx, rows));
    const items = ["source", "replaced", "other profile", "changed", "new", "new"].map((name) => ({
      source: { localPath: file(name) },
    }));

    const { created, skipped, encodedBefore, alreadyQueued, nothingToDo, errors, summary } = await queue.jobs
      .createBulk(BulkCreate.parse({ profileId, items }));
    same([created, skipped, encodedBefore, alreadyQueued, nothingToDo, errors.length], [3, 3, 2, 1, 0, 0]);
    same(summary, "3 files queued, 1 already in the queue, 2 encoded before.");

    const all = await queue.jobs.createBulk(BulkCreate.parse({ profileId, includeEncoded: true, items }));
    same([all.created, all.encodedBefore, all.alreadyQueued], [2, 0, 4]);

    const again = await queue.jobs.createBulk(BulkCreate.parse({ profileId, items: items.slice(0, 1) }));
    same(again.summary, "0 files queued, 1 already in the queue.", "an active job counts as such");
  }));
