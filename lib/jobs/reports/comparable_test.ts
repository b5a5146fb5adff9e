import { strictEqual as is } from "node:assert/strict";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { deadShare } from "../../../tests/fixtures/dead_share.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { comparable } from "./service.ts";

Deno.test("files of a finished job are not compared while their share is unavailable, and no request waits", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [sourcePath, outputPath] = [`${folder}/source.mkv`, `${folder}/result.mkv`];
    for (const path of [sourcePath, outputPath]) await Deno.writeTextFile(path, "");
    const row = jobRow({ id: "done", status: "done", sourcePath, outputPath }) as JobRow;
    const share = deadShare(/source\.mkv$/);
    const deps = {
      jobs: {
        get: () => Promise.resolve(row),
        details: () => Promise.resolve({ plan: {}, probe: {} } as never),
      },
      disks: share.disks,
    };
    for (let page = 0; page < 20; page++) is(await comparable("done", deps), undefined);
    is(share.open(), 1);
    await share.revive();
    is((await comparable("done", deps))?.sourcePath, sourcePath);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
