import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { CreateJob } from "../request_schema.ts";

Deno.test("slow: the choice about an original takes precedence over the profile, for one file and for many", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    const keeps = await queue.quickProfile({ output: { suffix: " small" } });
    const replaces = await queue.quickProfile({ output: { replaceOriginal: true, suffix: " new" } });
    const path = (name: string) => join(media, `${name}.mkv`);
    for (const name of ["one", "many", "kept"]) await makeClip(path(name), { seconds: 2 });
    const create = async (name: string, profileId: string, original?: "keep" | "replace") => {
      const answer = await queue.jobs.create(
        CreateJob.parse({ profileId, original, source: { kind: "file", localPath: path(name) } }),
      );
      ok("job" in answer && answer.job);
      return await queue.finished(answer.job.id);
    };
    const one = await create("one", keeps, "replace");
    same([one.status, one.originalKeptAt !== undefined, one.review], ["done", true, undefined]);
    const kept = await create("kept", replaces, "keep");
    same([kept.status, kept.originalKeptAt, kept.review], ["done", undefined, "undecided"]);
    const items = [{ source: { kind: "file" as const, localPath: path("many") } }];
    const { jobs: [id = ""] } = await queue.jobs.createBulk({
      ...{ profileId: keeps, audioOnly: false, includeEncoded: false, original: "replace", items },
    });
    same((await queue.finished(id)).originalKeptAt !== undefined, true);
  }));
