import assert, { deepStrictEqual as same, match } from "node:assert/strict";
import { join } from "node:path";
import { withFolders } from "../../../tests/fixtures/queue.ts";
import { type BinWorld, encodeOf, openBinWorld } from "../../../tests/kit/bin_world.ts";
import { until } from "../../../tests/kit/until.ts";
import { createKeyedMutex, withKeys } from "../../kit/async.ts";
import type { UndoRunDetails, UndoScope } from "../bin_schema.ts";
import { localDay } from "./undo_scope.ts";

const O = "t1:0123456789abcdef0123456789abcdef01234567";

/** Runs `work` in a library with the movie `t1.mkv`. */
const inWorld = (work: (world: BinWorld, film: string) => Promise<void>) =>
  withFolders(async (folders) => {
    await using world = await openBinWorld(folders);
    const film = join(world.media, "t1.mkv");
    await Deno.writeTextFile(film, O);
    await work(world, film);
  });

async function undone({ queue: { jobs: { undoRuns } } }: BinWorld, scope: UndoScope): Promise<UndoRunDetails> {
  const { id } = await undoRuns.start(scope);
  await until(async () => (await undoRuns.get(id)).state !== "running");
  return await undoRuns.get(id);
}

const outcomes = ({ jobs }: UndoRunDetails) => jobs.map(({ id, state }) => [id, state]);

Deno.test("an undo of a chain of encodes ends at the first original, whatever the order of the request", () =>
  inWorld(async (world, film) => {
    for (let i = 0; i < 3; i++) {
      await world.encode(film, "swap");
      // The clock is set back, and the order of the replacements stays.
      world.pass(-3_600_000);
    }
    const plan = await world.queue.jobs.undoRuns.plan({ ids: ["job1", "job3", "job2"] });
    same([plan.ready, plan.jobs.map(({ id }) => id)], [3, ["job3", "job2", "job1"]]);
    same([plan.bytesNeeded, plan.bytesFreed], [O.length * 3 - 6, O.length * 3 - 12]);
    same(await Deno.readTextFile(film), encodeOf(encodeOf(encodeOf(O))), "the plan has changed nothing");
    const run = await undone(world, { ids: ["job1", "job3", "job2"] });
    same([run.state, run.restored, await Deno.readTextFile(film)], ["done", 3, O]);
  }));

Deno.test("an undo of an encode that another job has replaced again is refused with the name of that job", () =>
  inWorld(async (world, film) => {
    await world.encode(film, "swap");
    await world.encode(film, "swap");
    const run = await undone(world, { ids: ["job1"] });
    same(outcomes(run), [["job1", "refused"]]);
    match(run.jobs[0]?.reason ?? "", /was replaced again by the job t1\.mkv/);
    same(await Deno.readTextFile(film), encodeOf(encodeOf(O)));
  }));

Deno.test("a scope selects the jobs of a bulk request, of a local day, or of a policy run", () =>
  inWorld(async (world, film) => {
    const other = join(world.media, "t2.mkv");
    await Deno.writeTextFile(other, O.replace("t1", "t2"));
    await world.encode(film, "swap", { bulkId: "bulk1" });
    const first = localDay(world.now());
    world.pass(2 * 86_400_000);
    await world.encode(other, "rename", { bulkId: "bulk2" });
    const { undoRuns } = world.queue.jobs;
    const ids = async (scope: UndoScope) => (await undoRuns.plan(scope)).jobs.map(({ id }) => id);
    same(await ids({ bulk: "bulk1" }), ["job1"]);
    same(await ids({ day: first }), ["job1"]);
    same(await ids({ day: localDay(world.now()) }), ["job2"]);
    same(await ids({ day: "2020-02-29" }), []);
    await assert.rejects(undoRuns.plan({ bulk: "bulk3" }), { code: "not_found" });
    await assert.rejects(undoRuns.plan({ run: "run1" }), { code: "not_found" });
    const { days, bulks } = await world.queue.jobs.bin.list({ sort: "size", order: "asc", page: 1, limit: 50 });
    same([days.map(({ day, originals }) => [day, originals]), bulks.map(({ bulk }) => bulk)], [
      [[localDay(world.now()), 1], [first, 1]],
      ["bulk2", "bulk1"],
    ]);
  }));

Deno.test("two undos of the same jobs at once restore each original once, and both report it as restored", () =>
  inWorld(async (world, film) => {
    await world.encode(film, "swap");
    await world.encode(film, "swap");
    const scope = { ids: ["job1", "job2"] };
    const [first, second] = await Promise.all([undone(world, scope), undone(world, scope)]);
    for (const run of [first, second]) same([run.state, run.restored], ["done", 2]);
    same(await Deno.readTextFile(film), O);
    same((await undone(world, scope)).restored, 2, "a repeated undo finds the originals in their places");
  }));

const LATER = [
  ["swap", ["kept:intended", "kept:acted", "kept:recorded", "published:intended", "published:acted"]],
  ["rename", ["published:intended", "published:acted", "retired:intended", "retired:acted"]],
] as const;
for (const [kind, points] of LATER) {
  for (const point of points) {
    Deno.test(`an undo that is requested at ${point} of a later ${kind} of the same file loses neither`, () =>
      inWorld(async (world, film) => {
        await world.encode(film, "swap");
        let undo: Promise<unknown> | undefined;
        await world.encode(film, kind, {
          at(at, { jobs }) {
            if (at === point) undo ??= jobs.undo("job1").catch((error) => error);
          },
        });
        assert(undo !== undefined, "the point was reached");
        const outcome = await undo;
        const later = await world.queue.jobs.get("job2");
        const isLost = later.status === "done" && !(outcome instanceof Error);
        assert(!isLost, "both claim to own the file");
        const contents = [...(await world.files()).values()];
        assert(contents.includes(O) && contents.includes(encodeOf(O)), JSON.stringify(contents));
        if (later.status === "done") assert(contents.includes(encodeOf(encodeOf(O))));
        else same(await Deno.readTextFile(film), O);
      }));
  }
}

for (const spelled of ["t1.mkv", "T1.MKV"]) {
  Deno.test(`a file named ${spelled} that came in between is not overwritten, and the plan says so`, () =>
    inWorld(async (world, film) => {
      await world.encode(film, "rename");
      const path = join(world.media, spelled);
      await Deno.writeTextFile(path, "somebody's file");
      const plan = await world.queue.jobs.undoRuns.plan({ ids: ["job1"] });
      same([plan.jobs[0]?.verdict, plan.jobs[0]?.code], ["refused", "output_exists"]);
      same(outcomes(await undone(world, { ids: ["job1"] })), [["job1", "refused"]]);
      same(await Deno.readTextFile(path), "somebody's file");
      await Deno.remove(path);
      same(outcomes(await undone(world, { ids: ["job1"] })), [["job1", "restored"]]);
    }));
}

Deno.test("an undo that was interrupted continues at the next start, and its files are not deleted meanwhile", () =>
  inWorld(async (world, film) => {
    await world.encode(film, "swap");
    await world.encode(film, "swap");
    let id = "";
    await world.interrupted("undo-restored:intended", "kill", async ({ jobs: { undoRuns }, settings }) => {
      ({ id } = await undoRuns.start({ ids: ["job1", "job2"] }));
      await until(async () => (await undoRuns.get(id)).state === "stopped");
      same((await undoRuns.get(id)).pending, 2, "the earlier encode waits for the later one");
      await settings.update({ transcoding: { bin: { maxBytes: 1 } } });
      world.pass(30 * 86_400_000);
    });
    const run = await world.queue.jobs.undoRuns.get(id);
    same([run.state, run.restored, await Deno.readTextFile(film)], ["done", 2, O]);
  }));

Deno.test("progress and end of an undo are published", () =>
  inWorld(async (world, film) => {
    await world.encode(film, "swap");
    const seen: string[] = [];
    const off = world.queue.bus.on("undo", ({ undo }) => void seen.push(`${undo.state} ${undo.restored}`));
    await undone(world, { ids: ["job1", "unknown"] });
    await until(() => seen.at(-1) === "done 1");
    off();
    same(seen[0], "running 1");
  }));

Deno.test("jobs that have replaced nothing are reported as unaffected, and unknown jobs as refused", () =>
  inWorld(async (world, film) => {
    await world.encode(film, "beside");
    const plan = await world.queue.jobs.undoRuns.plan({ ids: ["job1", "nobody"] });
    same(plan.jobs.map(({ id, verdict, code }) => [id, verdict, code]), [
      ["job1", "unaffected", undefined],
      ["nobody", "refused", "not_found"],
    ]);
  }));

Deno.test("withKeys() lets work on the same file take turns, and work on other files does not wait", async () => {
  const mutex = createKeyedMutex();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = withKeys(mutex, ["/b", "/a"], async () => {
    seen.push("first begins");
    await gate.promise;
    seen.push("first ends");
  });
  const second = withKeys(mutex, ["/a", "/b", "/a"], () => Promise.resolve(void seen.push("second")));
  await withKeys(mutex, ["/c"], () => Promise.resolve(void seen.push("other")));
  gate.resolve();
  await Promise.all([first, second]);
  same(seen.filter((one) => one !== "other"), ["first begins", "first ends", "second"]);
  assert(seen.indexOf("other") < seen.indexOf("first ends"));
});
