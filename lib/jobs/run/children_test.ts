import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { openMachine } from "../../platform/storage/boot.ts";

Deno.test({
  name: "slow: the tools of a thread that dies have ended before the next attempt begins",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFolders(async ({ media, configDir }) => {
      const workerUrl = new URL("../../../tests/fakes/dying_worker.ts?at=encode", import.meta.url);
      const machine = await openMachine();
      await using queue = await openQueue({ configDir, workerUrl });
      const tokens = new Set<string>();
      const left: Promise<number[]>[] = [];
      queue.bus.on("job", ({ job }) => {
        if (["queued", "failed"].includes(job.status)) left.push(machine.children(tokens, []));
        else left.push(marksOf(job.id).then(() => []));
      });
      const marksOf = async (id: string) => {
        const rows = await queue.store.db.all<{ token: string | null }>(
          `SELECT child_token AS token FROM jobs WHERE id = '${id}'`,
        );
        for (const { token } of rows) if (token) tokens.add(token);
      };
      await makeClip(join(media, "a.mkv"));
      const job = await queue.finished((await queue.create(join(media, "a.mkv"), await queue.quickProfile())).id);
      same([job.status, job.errorCode], ["failed", "interrupted"]);
      same((await Promise.all(left)).flat(), []);
      assert(tokens.size >= 1, "the marks of the attempts were seen");
      same(await machine.children(tokens, []), []);
    }),
});
