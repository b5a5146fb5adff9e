import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { openQueue, type Queue, withFolders } from "../../../tests/fixtures/queue.ts";
import { JobQuery } from "../request_schema.ts";
import { JOB_STATES, type JobState } from "../states.ts";
import { JOB_ACTIONS, JobsChange } from "../change_schema.ts";

/** A queue that starts no jobs. */
const idleQueue = (work: (queue: Queue, media: string) => Promise<void>): Promise<void> =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    await work(queue, media);
  });

const insert = (queue: Queue, rows: Parameters<typeof jobRow>[0][]) =>
  queue.store.write((tx) => insertJobs(tx, rows.map((row, i) => jobRow({ position: i + 1, ...row }))));

const order = async (queue: Queue): Promise<string[]> => {
  const { items } = await queue.jobs.list(
    JobQuery.parse({ status: ["queued"], sort: "position", order: "asc", limit: 500 }),
  );
  return items.map(({ id }) => id);
};

const stateOf = async (queue: Queue, id: string): Promise<JobState | "gone"> =>
  (await queue.jobs.get(id).catch(() => undefined))?.status ?? "gone";

Deno.test("a change of jobs: a refused one never stops the others, and each is named once with its reason", () =>
  idleQueue(async (queue) => {
    await insert(queue, [{ id: "a" }, { id: "b", status: "done", finishedAt: 1 }, { id: "c" }]);
    const answer = await queue.jobs.change({ ids: ["nobody", "a", "b", "c", "a", "nobody"], action: "cancel" });
    is(answer.changed, 2);
    same(answer.errors.map(({ id, code }) => [id, code]), [["nobody", "not_found"], ["b", "bad_state"]]);
    match(answer.errors[1]?.message ?? "", /Film b is done and cannot be cancelled/);
    same(await Promise.all(["a", "b", "c"].map((id) => stateOf(queue, id))), ["cancelled", "done", "cancelled"]);
  }));

/** Job states in which each action is allowed. Actions on a running job need a real run and have a separate test. */
const ALLOWED: Record<typeof JOB_ACTIONS[number], JobState[]> = {
  cancel: ["waiting", "queued", "waiting_for_space"],
  remove: ["waiting", "queued", "waiting_for_space", "done", "skipped", "failed", "cancelled"],
  // Jobs in other states have no files in this test, so their retry is rejected for that reason.
  retry: ["publish_failed"],
  top: ["queued"],
  bottom: ["queued"],
  profile: ["waiting", "queued"],
  // Decisions need a finished encode beside its original, which these rows do not have.
  replace: [],
  "delete-encode": [],
  "delete-original": [],
  "keep-both": [],
  review: [],
};

for (const action of JOB_ACTIONS) {
  Deno.test(`a change of jobs: ${action} is allowed in the states of the single action, in any combination`, () =>
    idleQueue(async (queue) => {
      const profileId = await queue.quickProfile();
      await insert(queue, JOB_STATES.map((status) => ({ id: status, status })));
      const { changed, errors } = await queue.jobs.change({ ids: [...JOB_STATES], action, profileId });
      const refused = new Set(errors.map(({ id }) => id));
      same(JOB_STATES.filter((state) => !refused.has(state)), ALLOWED[action]);
      is(changed, ALLOWED[action].length);
      ok(
        errors.every(({ message }) => message.includes("Film ") || message.includes("/media/")),
        JSON.stringify(errors),
      );
    }));
}

Deno.test("a change of jobs: removing takes a waiting job out of the queue, with one event", () =>
  idleQueue(async (queue) => {
    await insert(queue, [{ id: "a" }, { id: "b", status: "waiting", sourcePath: "", sourceKey: "" }]);
    const ended: string[] = [];
    const off = queue.bus.on("job-ended", ({ job }) => void ended.push(job.id));
    same(await queue.jobs.change({ ids: ["a", "b"], action: "remove" }), { changed: 2, errors: [] });
    off();
    same(ended.sort(), ["a", "b"]);
    same([await stateOf(queue, "a"), await stateOf(queue, "b")], ["gone", "gone"]);
    same((await queue.jobs.queueState()).queued, 0);
  }));

Deno.test("a change of jobs: a finished encode that is not in place is never discarded with others", () =>
  idleQueue(async (queue, media) => {
    const kept = join(media, ".kept.partial.mkv");
    await Deno.writeTextFile(kept, "an encode of hours");
    await insert(queue, [{ id: "a", status: "publish_failed", tempPath: kept, finishedAt: 1 }]);
    const { changed, errors } = await queue.jobs.change({ ids: ["a"], action: "remove" });
    same([changed, errors[0]?.code, await stateOf(queue, "a")], [0, "bad_state", "publish_failed"]);
    is(await Deno.readTextFile(kept), "an encode of hours");
  }));

for (const [to, wanted] of [["top", ["c", "e", "a", "b", "d"]], ["bottom", ["a", "b", "d", "c", "e"]]] as const) {
  Deno.test(`a change of jobs: those for the ${to} keep their order among themselves`, () =>
    idleQueue(async (queue) => {
      await insert(queue, ["a", "b", "c", "d", "e"].map((id) => ({ id })));
      await queue.jobs.change({ ids: ["e", "c"], action: to });
      same(await order(queue), wanted);
    }));
}

Deno.test("a change of jobs: hundreds move to the top in their order, also with others among them", () =>
  idleQueue(async (queue) => {
    const ids = Array.from({ length: 450 }, (_, i) => `job${i}`);
    await insert(queue, ids.map((id) => ({ id, status: id === "job7" ? "failed" as const : "queued" as const })));
    const wanted = ids.filter((_, i) => i % 2 === 1);
    const { changed, errors } = await queue.jobs.change({ ids: wanted.toReversed(), action: "top" });
    same([changed, errors.map(({ id }) => id)], [wanted.length - 1, ["job7"]]);
    const queued = ids.filter((id) => id !== "job7");
    same(await order(queue), [
      ...queued.filter((id) => wanted.includes(id)),
      ...queued.filter((id) => !wanted.includes(id)),
    ]);
  }));

Deno.test("a change of jobs: a new profile applies from the first attempt on; started jobs keep theirs", () =>
  idleQueue(async (queue) => {
    const profileId = await queue.quickProfile();
    await insert(queue, [
      { id: "a", estimatedBytes: 5, copyOnly: true },
      { id: "begun", tempPath: "/media/.begun" },
      { id: "twin", sourcePath: "/media/same.mkv", sourceKey: "same" },
      { id: "held", sourcePath: "/media/same.mkv", sourceKey: "same", profileId },
      { id: "other", sourcePath: "/media/two.mkv", sourceKey: "two" },
      { id: "other2", sourcePath: "/media/two.mkv", sourceKey: "two", profileId: "builtin-web-mp4" },
      { id: "disc", ripId: "rip1" },
      { id: "audio", audioOnly: true },
    ]);
    const ids = ["a", "begun", "twin", "held", "other", "other2", "disc", "audio"];
    const { changed, errors } = await queue.jobs.change({ ids, action: "profile", profileId });
    is(changed, 3);
    same(errors.map(({ id, code }) => [id, code]), [
      ["begun", "bad_state"],
      ["twin", "already_queued"],
      ["other2", "already_queued"],
      ["disc", "bad_state"],
      ["audio", "nothing_to_do"],
    ]);
    const { profileName, estimatedBytes } = await queue.jobs.get("a");
    same([profileName, estimatedBytes], ["Quick", undefined]);
  }));

Deno.test("a change of jobs: a missing profile changes nothing", () =>
  idleQueue(async (queue) => {
    await insert(queue, [{ id: "a" }]);
    await rejects(queue.jobs.change({ ids: ["a"], action: "profile", profileId: "nobody" }), { code: "no_profile" });
    is((await queue.jobs.get("a")).profileName, "Movie 1080p x265");
  }));

Deno.test("slow: a change of jobs: a running encode is cancelled with its tool, and is not removed before", () =>
  withFolders(async ({ media, configDir }) => {
    await makeClip(join(media, "a.mkv"), { seconds: 30 });
    await makeClip(join(media, "b.mkv"));
    await using queue = await openQueue({ configDir });
    const profileId = await queue.quickProfile({ video: { preset: "veryslow" } });
    const running = await queue.create(join(media, "a.mkv"), profileId);
    const next = await queue.create(join(media, "b.mkv"), profileId);
    await queue.until(running.id, ({ status }) => status === "encoding");
    for (const action of ["remove", "top", "profile", "retry"] as const) {
      const { changed, errors } = await queue.jobs.change({ ids: [running.id], action, profileId });
      same([action, changed, errors[0]?.code], [action, 0, "bad_state"]);
    }
    same(await queue.jobs.change({ ids: [next.id, running.id], action: "cancel" }), { changed: 2, errors: [] });
    same([await stateOf(queue, running.id), await stateOf(queue, next.id)], ["cancelled", "cancelled"]);
    const again = await queue.jobs.change({ ids: [next.id], action: "retry" });
    same(again, { changed: 1, errors: [] });
    is((await queue.finished(next.id)).status, "done");
  }));

Deno.test("slow: a change of jobs: ten thousand are cancelled while the event loop keeps running", () =>
  idleQueue(async (queue) => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `job${i}`);
    await insert(queue, ids.map((id) => ({ id })));
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const { changed } = await queue.jobs.change({ ids, action: "cancel" });
    clearInterval(timer);
    is(changed, 10_000);
    ok(turns >= 49, `${turns} turns`);
    is((await queue.jobs.queueState()).queued, 0);
  }));

Deno.test("a change of jobs names 1 to 10,000 jobs, one action, and a profile where one is needed", () => {
  const ids = Array.from({ length: 10_001 }, (_, i) => `job${i}`);
  const accepts = (input: unknown) => JobsChange.safeParse(input).success;
  same([
    accepts({ ids: ids.slice(1), action: "cancel" }),
    accepts({ ids, action: "cancel" }),
    accepts({ ids: [], action: "cancel" }),
    accepts({ ids: ["a"], action: "undo" }),
    accepts({ ids: ["a"], action: "profile" }),
    accepts({ ids: ["a".repeat(65)], action: "cancel" }),
    accepts({ ids: ["a"], action: "profile", profileId: "p" }),
  ], [true, false, false, false, false, false, true]);
});
