import { deepStrictEqual as same, match, ok } from "node:assert/strict";
import { basename, join } from "node:path";
import { and, eq, inArray } from "drizzle-orm";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { type JobRow, jobs } from "../../../db/schema/jobs.ts";
import { until } from "../../../tests/kit/until.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { discTitle, imported, type RipsWorld, scanOf, withRips } from "../../../tests/fixtures/discs/rips_world.ts";
import { toJob } from "../../jobs/job_view.ts";
import { identityKey, sourceIdentity } from "../../media/probe/source.ts";

/** A queue whose encodes finish on request. The output of an encode contains its source bytes. */
interface Queue {
  /** Finishes a job, which fails if its output already exists. */
  encode(id: string): Promise<void>;
  fail(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  /** Removes finished jobs, like the "Clear finished" button. */
  clear(): Promise<void>;
  /** Created jobs, oldest first. */
  made: string[];
}

function queueOf({ script, store, bus }: RipsWorld): Queue {
  const made: string[] = [];
  const change = async (id: string, values: Partial<JobRow>) => {
    const [row] = await store.write((tx) => tx.update(jobs).set(values).where(eq(jobs.id, id)).returning());
    ok(row);
    bus.publish("job", { job: toJob(row) });
    if (row.status !== "queued") bus.publish("job-ended", { job: toJob(row) });
  };
  script.createJob = async ({ source: { localPath = "" } }, origin) => {
    const [active] = await store.db.select().from(jobs)
      .where(and(eq(jobs.sourcePath, localPath), eq(jobs.status, "queued")));
    if (active !== undefined) return { created: false, job: toJob(active) };
    const id = `j${made.length}`;
    const identity = await sourceIdentity(localPath);
    const facts = { sourcePath: localPath, sourceKey: identityKey(identity), sourceIdentity: identity };
    const row = jobRow({
      id,
      ...facts,
      ripId: origin?.rip?.id,
      plannedOutput: origin?.rip?.folder,
      createdAt: made.length,
    });
    const [stored] = await store.write(async (tx) => {
      await insertJobs(tx, [row]);
      return await tx.select().from(jobs).where(eq(jobs.id, id));
    });
    ok(stored);
    made.push(id);
    return { created: true, job: toJob(stored) };
  };
  return {
    made,
    async encode(id) {
      const [row] = await store.db.select().from(jobs).where(eq(jobs.id, id));
      ok(row);
      const outputPath = join(row.plannedOutput ?? "", basename(row.sourcePath));
      const bytes = `encode of ${await Deno.readTextFile(row.sourcePath)}`;
      await Deno.writeTextFile(outputPath, bytes, { createNew: true }).then(
        () => change(id, { status: "done", outputPath, outputSizeBytes: bytes.length }),
        () => change(id, { status: "failed", error: `${outputPath} exists.`, errorCode: "output_exists" }),
      );
    },
    fail: (id) => change(id, { status: "failed", error: "The encoder is broken." }),
    retry: (id) => change(id, { status: "queued", error: null }),
    async clear() {
      await store.write((tx) => tx.delete(jobs).where(inArray(jobs.status, ["done", "failed"])));
    },
  };
}

/** The titles of each delivery, with their bytes. */
type Deliveries = [titleId: number, bytes: string][][];

const encodeTest = (
  name: string,
  work: (world: RipsWorld & { queue: Queue; delivered: Deliveries }) => Promise<void>,
): void =>
  Deno.test(name, () =>
    withRips(async (world) => {
      world.settings.defaultProfiles.tv = world.settings.defaultProfiles.movie = "builtin-movie-1080p";
      const delivered: Deliveries = [];
      const { script } = world;
      const { deliver } = script;
      script.deliver = async (rip, signal) => {
        delivered.push(
          await Promise.all(
            rip.files.filter((file) => file.import?.state !== "imported").map(
              async ({ titleId, path, encodedPath = path }): Promise<[number, string]> => [
                titleId,
                await Deno.readTextFile(encodedPath),
              ],
            ),
          ),
        );
        return await deliver(rip, signal);
      };
      await work(Object.assign(Object.create(world), { queue: queueOf(world), delivered }));
    }));

/** Makes the manager unreachable for one delivery. */
function isAwayOnce({ script }: RipsWorld): void {
  const { deliver } = script;
  script.deliver = async (rip, signal) => {
    script.deliver = deliver;
    const { files } = await deliver(rip, signal);
    return { files: files.map(({ import: _, ...file }) => file), error: "Sonarr is away." };
  };
}

const FILM = { kind: "movie", title: "Heat", year: 1995, genres: [], confidence: 95, matchedBy: "library" } as const;
const TRANSCODE = { options: { transcode: true } };

for (const isCleared of [false, true]) {
  encodeTest(
    `the other cut of a movie is encoded again after a second scan${
      isCleared ? ", also when the old job was cleared" : ""
    }`,
    async (world) => {
      const { insert, script, rips, reach, queue, delivered } = world;
      script.identified = { ...script.identified, media: { ...FILM, genres: [] } };
      script.scan = () => Promise.resolve(scanOf([discTitle(0), discTitle(1, { segmentMap: "9" })]));
      isAwayOnce(world);
      const { id } = await insert();
      await rips.start(id, { ...TRANSCODE, selectedTitleIds: [0] });
      await until(() => queue.made.length === 1);
      await queue.encode("j0");
      const [first] = (await reach(id, "failed")).files;
      if (isCleared) await queue.clear();
      await rips.scan(id);
      await reach(id, "ready");
      await rips.start(id, { ...TRANSCODE, selectedTitleIds: [1], titleRoles: { "1": { kind: "feature" } } });
      await until(async () => queue.made.length === 2 || (await rips.get(id)).status === "done");
      if (queue.made.length > 1) await queue.encode("j1");
      const rip = await reach(id, "done", "failed");
      same([rip.status, rip.error, rip.files[0]?.path], ["done", undefined, first?.path]);
      same(delivered, [[[0, "encode of title 0"]], [[1, "encode of title 1"]]]);
    },
  );
}

encodeTest("a retried job of an earlier copy does not encode the current one", async (world) => {
  const { insert, script, rips, reach, queue, delivered } = world;
  script.identified = { ...script.identified, media: { ...FILM, genres: [] } };
  script.scan = () => Promise.resolve(scanOf([discTitle(0), discTitle(1, { segmentMap: "9" })]));
  const { id } = await insert();
  await rips.start(id, { ...TRANSCODE, selectedTitleIds: [0] });
  await until(() => queue.made.length === 1);
  await queue.fail("j0");
  await reach(id, "failed");
  await rips.scan(id);
  await reach(id, "ready");
  await queue.retry("j0");
  await rips.start(id, { ...TRANSCODE, selectedTitleIds: [1], titleRoles: { "1": { kind: "feature" } } });
  const failed = await reach(id, "failed");
  match(failed.error ?? "", /is already in the queue\. Start the disc again when that job has finished\.$/);
  await queue.fail("j0");
  await rips.start(id, TRANSCODE);
  await until(() => queue.made.length === 2);
  await queue.encode("j1");
  await reach(id, "done");
  same(delivered, [[[1, "encode of title 1"]]]);
});

encodeTest("a title that is deselected after a failed delivery is not delivered by the next start", async (world) => {
  const { insert, rips, reach, delivered } = world;
  isAwayOnce(world);
  const { id } = await insert();
  await rips.start(id);
  await reach(id, "failed");
  await rips.start(id, { selectedTitleIds: [1] });
  const rip = await reach(id, "done");
  same(delivered, [[[0, "title 0"], [1, "title 1"]], [[1, "title 1"]]]);
  same(rip.files.map(({ titleId }) => titleId), [1]);
});

encodeTest("a title that is deselected is encoded by no later start", async (world) => {
  const { insert, rips, reach, queue, delivered, bus } = world;
  isAwayOnce(world);
  const { id } = await insert();
  await rips.start(id);
  await reach(id, "failed");
  let working = 0;
  bus.on("rips-working", ({ count }) => working = count);
  await rips.start(id, { ...TRANSCODE, selectedTitleIds: [1] });
  await until(() => queue.made.length > 0 && working === 0);
  for (const job of queue.made) await queue.encode(job);
  const rip = await reach(id, "done", "failed");
  same([rip.status, queue.made, delivered.at(-1)], ["done", ["j0"], [[1, "encode of title 1"]]]);
});

encodeTest("an imported title stays marked although it is deselected", async (world) => {
  const { insert, rips, reach, script, delivered } = world;
  script.deliver = ({ files }) =>
    Promise.resolve({ files: files.map((file) => file.titleId === 0 ? imported(file) : file), error: "One is left." });
  const { id } = await insert();
  await rips.start(id);
  await reach(id, "failed");
  script.deliver = ({ files }) => Promise.resolve({ files: files.map(imported) });
  await rips.start(id, { selectedTitleIds: [1] });
  const { files } = await reach(id, "done");
  same([files.map(({ titleId }) => titleId), delivered], [[0, 1], []]);
});

/** Creates a rip with two copied titles. The first title is encoded, and the job of the second title has failed. */
async function failedEncode(world: RipsWorld & { queue: Queue }): Promise<string> {
  const { insert, rips, reach, queue } = world;
  const { id } = await insert();
  await rips.start(id, TRANSCODE);
  await until(() => queue.made.length === 2);
  await queue.encode("j0");
  await queue.fail("j1");
  await reach(id, "failed");
  return id;
}

encodeTest("a retried job does not end a rip of which a selected title was never copied", async (world) => {
  const { rips, reach, queue, delivered } = world;
  const id = await failedEncode(world);
  await rips.patch(id, { selectedTitleIds: [0, 1, 2] });
  await queue.retry("j1");
  await reach(id, "transcoding");
  await queue.encode("j1");
  const rip = await reach(id, "failed", "done");
  match(rip.error ?? "", /^Title 3 \(Title 3\) is missing\.\n.*start again to copy the missing ones\.$/s);
  same([rip.status, delivered, rip.files.length], ["failed", [], 2]);
  await rips.start(id, TRANSCODE);
  await until(() => queue.made.length === 3);
  await queue.encode("j2");
  await reach(id, "done");
  same(delivered.at(-1), [0, 1, 2].map((title) => [title, `encode of title ${title}`]));
});

encodeTest("a retried job adds no title that was deselected in the meantime", async (world) => {
  const { rips, reach, queue, delivered } = world;
  const id = await failedEncode(world);
  await rips.patch(id, { selectedTitleIds: [1] });
  await queue.retry("j1");
  await reach(id, "transcoding");
  await queue.encode("j1");
  await reach(id, "done");
  same(delivered, [[[1, "encode of title 1"]]]);
});

encodeTest("a retried job does not end a rip of which nothing is selected any more", async (world) => {
  const { rips, reach, queue, delivered } = world;
  const id = await failedEncode(world);
  await rips.patch(id, { selectedTitleIds: [] });
  await queue.retry("j1");
  await reach(id, "transcoding");
  await queue.encode("j1");
  const { status, files } = await reach(id, "failed", "done");
  same([status, delivered, files.length], ["failed", [], 2]);
});

encodeTest("finished jobs that are cleared during the encoding of a disc are not created again", async (world) => {
  const { insert, rips, reach, queue, delivered, bus } = world;
  const { id } = await insert();
  await rips.start(id, TRANSCODE);
  await until(() => queue.made.length === 2);
  let working = 0;
  bus.on("rips-working", ({ count }) => working = count);
  await queue.encode("j0");
  await until(() => working === 0);
  const [first] = (await rips.get(id)).files;
  same([first?.encodedPath === undefined, first?.sizeBytes], [false, "encode of title 0".length]);
  await queue.clear();
  await queue.encode("j1");
  const rip = await reach(id, "done", "failed");
  same([rip.status, rip.error, queue.made], ["done", undefined, ["j0", "j1"]]);
  same(delivered, [[[0, "encode of title 0"], [1, "encode of title 1"]]]);
});

encodeTest("a start without transcoding delivers the copies, also of titles that were encoded", async (world) => {
  const { rips, reach, delivered } = world;
  const id = await failedEncode(world);
  await rips.start(id, { options: { transcode: false } });
  await reach(id, "done");
  same(delivered, [[[0, "title 0"], [1, "title 1"]]]);
});
