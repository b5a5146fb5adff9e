import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { makeSmallClip } from "../../tests/kit/clips.ts";
import { openQueue, withFolders } from "../../tests/fixtures/queue.ts";

for (const [how, late] of [["refuses a claim", false], ["loses the answer to a claim", true]] as const) {
  Deno.test(`a database that ${how} is asked again, without any other change`, () =>
    withFolders(async ({ media, configDir }) => {
      await using queue = await openQueue({ configDir, claimRetryMs: 1 });
      await queue.jobs.setPaused(true);
      await makeSmallClip(join(media, "a.mkv"), { seconds: 1 });
      const { id } = await queue.create(join(media, "a.mkv"), await queue.quickProfile());
      const { write } = queue.store;
      let failures = 0;
      // The third change after this one is the claim: `setPaused` writes itself down first.
      queue.store.write = async (work, part) => {
        const before = (await queue.jobs.get(id)).status;
        if (failures >= 3) return await write(work, part);
        if (late) {
          const answer = await write(work, part);
          if (before === "queued" && (await queue.jobs.get(id)).status === "probing") {
            failures++;
            throw new Error("connection lost");
          }
          return answer;
        }
        // A write that would claim is rolled back.
        let claims = false;
        return await write(async (tx) => {
          const answer = await work(tx);
          const rows = await tx.all<{ status: string }>(`SELECT status FROM jobs WHERE id = '${id}'`);
          claims = rows[0]?.status === "probing";
          if (claims) {
            failures++;
            throw new Error("busy");
          }
          return answer;
        }, part);
      };
      await queue.jobs.setPaused(false);
      const job = await queue.finished(id);
      same([job.status, job.attempt, failures], ["done", 1, 3]);
    }));
}
