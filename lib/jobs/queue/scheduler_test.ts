import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { openQueue, type Queue, withFolders } from "../../../tests/fixtures/queue.ts";
import type { JobState } from "../states.ts";

/**
 * Makes three changes to `state` fail: either before they are written, or afterwards, so that only the response is
 * lost.
 */
function failChangesTo(state: JobState, id: string, { store }: Queue, { written }: { written: boolean }) {
  const { write } = store;
  const counter = { failures: 0 };
  const fail = () => {
    counter.failures++;
    throw new Error("connection lost");
  };
  const statusIn = async (db: Pick<typeof store.db, "all">) =>
    (await db.all<{ status: string }>(`SELECT status FROM jobs WHERE id = '${id}'`))[0]?.status;
  store.write = async (work, part) => {
    let changes = false;
    const answer = await write(async (tx) => {
      const before = await statusIn(tx);
      const result = await work(tx);
      changes = counter.failures < 3 && before !== state && await statusIn(tx) === state;
      if (changes && !written) fail();
      return result;
    }, part);
    if (changes) fail();
    return answer;
  };
  return counter;
}

for (const written of [false, true]) {
  Deno.test(`slow: a database that ${written ? "loses the answer to" : "refuses"} a claim is queried again, without any other change`, () =>
    withFolders(async ({ media, configDir }) => {
      await using queue = await openQueue({ configDir, claimRetryMs: 1 });
      await queue.jobs.setPaused(true);
      await makeSmallClip(join(media, "a.mkv"), { seconds: 1 });
      const { id } = await queue.create(join(media, "a.mkv"), await queue.quickProfile());
      const counter = failChangesTo("probing", id, queue, { written });
      await queue.jobs.setPaused(false);
      const job = await queue.finished(id);
      same([job.status, job.attempt, counter.failures], ["done", 1, 3]);
    }));
}

Deno.test("slow: the end of a job is written again after a failed database, and does not keep its slot", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, claimRetryMs: 1 });
    await queue.jobs.setPaused(true);
    await Deno.writeTextFile(join(media, "a.mkv"), "no film");
    await makeSmallClip(join(media, "b.mkv"), { seconds: 1 });
    const profile = await queue.quickProfile();
    const { id } = await queue.create(join(media, "a.mkv"), profile);
    const next = await queue.create(join(media, "b.mkv"), profile);
    const counter = failChangesTo("failed", id, queue, { written: false });
    await queue.jobs.setPaused(false);
    same([(await queue.finished(id)).errorCode, counter.failures], ["unreadable", 3]);
    same((await queue.finished(next.id)).status, "done");
  }));
