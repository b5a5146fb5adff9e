import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import {
  ACTIVE_STATES,
  JOB_EVENTS,
  JOB_STATES,
  type JobEvent,
  type JobState,
  nextState,
  statesTaking,
} from "../../lib/jobs/states.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { jobs, type NewJobRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";
import { applyEventIn, applyToUnbegunJobs, claimJob, type FreeSlots, patchUnbegunJobs } from "./job_events.ts";
import { insertJobs } from "./job_insert.ts";
import { journalRepository } from "./journal.ts";
import { jobRepository } from "./jobs.ts";

const lease = { instance: "here", boot: "now" };
const leased = { leaseInstance: lease.instance, leaseBoot: lease.boot };
const put = (store: Store, rows: NewJobRow[]) => store.write((tx) => insertJobs(tx, rows));
const inState = (status: JobState, change: Partial<NewJobRow> = {}) => jobRow({ id: status, status, ...change });

Deno.test("every event changes every state according to the state table, and its facts only if it is allowed", () =>
  withStore(async (store) => {
    const pairs = JOB_STATES.flatMap((state) => JOB_EVENTS.map((event) => ({ id: `${state}-${event}`, state, event })));
    await put(store, pairs.map(({ id, state }) => jobRow({ id, status: state, message: "before" })));
    const answers = await store.write(async (tx) => {
      const found = [];
      for (const { id, event } of pairs) found.push(await applyEventIn(tx, id, event, { message: "after" }));
      return found;
    });
    const after = await jobRepository(store).many(pairs.map(({ id }) => id));
    for (const [i, { id, state, event }] of pairs.entries()) {
      const next = nextState(state, event);
      same([after[i]?.status, after[i]?.message], next ? [next, "after"] : [state, "before"], id);
      same(answers[i], next && after[i], `${id} answers the row as it is stored`);
    }
  }));

Deno.test("an event that is allowed from some states only leaves the others as they are", () =>
  withStore(async (store) => {
    const repository = jobRepository(store);
    await put(store, [inState("queued"), inState("waiting"), inState("failed")]);
    const cancel = (id: JobState) => repository.apply(id, "cancel", {}, { from: ["queued", "failed"] });
    same((await cancel("queued"))?.status, "cancelled");
    same([await cancel("waiting"), await cancel("failed")], [undefined, undefined]);
    same((await repository.get("waiting"))?.status, "waiting");
  }));

Deno.test("a lease is instance and boot together: one of them alone changes nothing", () =>
  withStore(async (store) => {
    const repository = jobRepository(store);
    await put(store, [inState("probing", leased), inState("encoding")]);
    const foreign = [{ ...lease, boot: "before" }, { ...lease, instance: "other" }];
    for (const one of foreign) {
      same(await repository.apply("probing", "probed", {}, { lease: one }), undefined);
      same(await repository.patch("probing", { message: "stolen" }, one), undefined);
    }
    same(await repository.apply("encoding", "toolExited", {}, { lease }), undefined, "nobody's job is not ours");
    same((await repository.patch("probing", { message: "ours" }, lease))?.message, "ours");
    same((await repository.patch("encoding", { message: "no lease asked" }))?.message, "no lease asked");
    same(await repository.patch("gone", { message: "x" }), undefined);
  }));

Deno.test("the journal of a job ends with an allowed event, and stays otherwise", () =>
  withStore(async (store) => {
    const [repository, journal] = [jobRepository(store), journalRepository(store)];
    await put(store, [inState("finalizing", leased), inState("queued")]);
    for (const id of ["finalizing", "queued"]) await journal.intend(id, "published", {}, 1);
    const close = (id: string, instance: string) =>
      repository.applyAndCloseJournal(id, "published", {}, { lease: { ...lease, instance } });
    same(await close("finalizing", "other"), undefined);
    same((await journal.steps("finalizing")).length, 1);
    same((await close("finalizing", "here"))?.status, "done");
    same([(await journal.steps("finalizing")).length, (await journal.steps("queued")).length], [0, 1]);
  }));

Deno.test("an event for many jobs moves each at most once, and none with files on a disk", () =>
  withStore(async (store) => {
    const traces = [{}, { tempPath: "/tmp/a" }, { plannedOutput: "/m/a.mkv" }] as const;
    for (const event of ["cancel", "retry"] satisfies JobEvent[]) {
      const rows = JOB_STATES.flatMap((status) =>
        traces.map((trace, i) => jobRow({ id: `${event}-${status}-${i}`, status, ...trace }))
      );
      const ids = rows.map(({ id }) => id);
      const from = JOB_STATES.filter((state) => state !== "failed");
      const moved = await store.write(async (tx) => {
        await insertJobs(tx, rows);
        return await applyToUnbegunJobs(tx, [...ids, ...ids, "gone"], event, { message: event }, from);
      });
      const expected = statesTaking(event).filter((state) => state !== "failed")
        .map((state) => [`${event}-${state}-0`, nextState(state, event), event]);
      same(moved.map(({ id, status, message }) => [id, status, message]).toSorted(), expected.toSorted());
      const untouched = await jobRepository(store).many(ids);
      same(untouched.filter(({ message }) => message === event).length, expected.length);
    }
  }));

Deno.test("facts of many jobs change in the wanted states alone, and not once a temporary file is there", () =>
  withStore(async (store) => {
    await put(store, [inState("queued"), inState("waiting"), inState("done"), jobRow({ id: "begun", tempPath: "/t" })]);
    const changed = await store.write((tx) =>
      patchUnbegunJobs(tx, ["queued", "waiting", "done", "begun", "gone"], { priority: 7 }, ["queued", "done"])
    );
    same(changed.map(({ id, priority, status }) => [id, priority, status]).toSorted(), [
      ["done", 7, "done"],
      ["queued", 7, "queued"],
    ]);
    same(await store.write((tx) => patchUnbegunJobs(tx, [], { priority: 9 }, ["queued"])), []);
  }));

Deno.test("the reason why a job waits is written once, and never to a job that waits no longer", () =>
  withStore(async (store) => {
    const repository = jobRepository(store);
    await put(store, [inState("waiting"), inState("queued")]);
    same((await repository.setWaitingMessage("waiting", "Downloading"))?.message, "Downloading");
    same(await repository.setWaitingMessage("waiting", "Downloading"), undefined, "nothing new, nothing to publish");
    same((await repository.setWaitingMessage("waiting", ""))?.message, "");
    same(await repository.setWaitingMessage("queued", "Downloading"), undefined);
    same(await repository.setWaitingMessage("gone", "Downloading"), undefined);
  }));

const queuedJob = fc.record({
  position: fc.integer({ min: 0, max: 4 }),
  copyOnly: fc.boolean(),
  hardware: fc.constantFrom(null, "none" as const, "nvenc" as const, "vaapi" as const),
  notBefore: fc.constantFrom(0, 50, 100, 101, 150, 151, 10_000),
  status: fc.constantFrom<JobState>("queued", "queued", "queued", "waiting", "failed"),
});

/** Free slots: of the CPU, in addition to it, and of two methods with limited GPUs. */
const FREE: fc.Arbitrary<FreeSlots> = fc.record({
  cpu: fc.boolean(),
  beside: fc.boolean(),
  methods: fc.array(fc.constantFrom("open", "full", "unlimited"), { minLength: 2, maxLength: 2 }),
}).map(({ cpu, beside, methods }) => {
  const those = (state: string) => (["nvenc", "vaapi"] as const).filter((_, i) => methods[i] === state);
  return { cpu, beside, open: those("open"), full: those("full") };
});

Deno.test("claim() takes the first job of the queue with a free slot whose pause is over, and returns when the next one ends", async () => {
  const [at, maxPauseMs] = [100, 50];
  await fc.assert(
    fc.asyncProperty(fc.array(queuedJob, { maxLength: 8 }), FREE, async (wanted, free) => {
      await withStore(async (store) => {
        const rows = wanted.map((one, i) => jobRow({ ...one, id: `j${i}`, message: "paused" }));
        await put(store, rows);
        const model = wanted.map((one, i) => ({ ...one, id: `j${i}` })).filter(({ status }) => status === "queued");
        const claimable = model
          .filter(({ hardware, copyOnly }) => {
            if (free.open.some((method) => method === hardware)) return true;
            return free.cpu ? !free.full.some((method) => method === hardware) : free.beside && copyOnly;
          })
          // A pause that was set with a wrong clock ends immediately.
          .filter(({ notBefore }) => notBefore <= at || notBefore > at + maxPauseMs)
          .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
        const pauses = model.map(({ notBefore }) => notBefore).filter((end) => end > at);
        same(await jobRepository(store).pauseLeftMs(at), pauses.length === 0 ? undefined : Math.min(...pauses) - at);
        const job = await claimJob(store, lease, {
          free,
          at,
          maxPauseMs,
        });
        same(job?.id, claimable[0]?.id);
        if (job === undefined) return;
        same([job.status, job.startedAt, job.notBefore, job.message], ["probing", at, 0, null]);
        same([job.leaseInstance, job.leaseBoot], ["here", "now"]);
      });
    }),
    { numRuns: 40 },
  );
});

Deno.test("one of several jobs that race for an output gets it, and the others learn which job has it", () =>
  withStore(async (store) => {
    const repository = jobRepository(store);
    const ids = ["a", "b", "c", "d"];
    await put(store, ids.map((id) => jobRow({ id, status: "encoding", ...leased })));
    const answers = await Promise.all(ids.map((id) => repository.claimOutput(id, "/m/Film.mkv", lease)));
    same(answers.map((other) => other?.id), [undefined, "a", "a", "a"]);
    same(await repository.claimOutput("a", "/m/Film.mkv", lease), undefined, "asking again is no conflict with itself");
    same((await repository.many(ids)).map(({ plannedOutput }) => plannedOutput), ["/m/Film.mkv", null, null, null]);
  }));

Deno.test("an output is held by jobs that run, wait for space or failed to publish, and by no others", () =>
  withStore(async (store) => {
    const repository = jobRepository(store);
    const holders: JobState[] = ["probing", "encoding", "finalizing", "waiting_for_space", "publish_failed"];
    await put(store, [
      ...JOB_STATES.map((status) => inState(status, { plannedOutput: `/m/${status}` })),
      jobRow({ id: "asker", status: "encoding", ...leased }),
    ]);
    for (const status of JOB_STATES) {
      const other = await repository.claimOutput("asker", `/m/${status}`, lease);
      same(other?.id, holders.includes(status) ? status : undefined, status);
    }
    await repository.claimOutput("asker", "/m/free", { ...lease, boot: "later" });
    same((await repository.get("asker"))?.plannedOutput, "/m/cancelled", "who lost the lease notes nothing");
  }));

Deno.test("jobs are stored completely, for any texts and numbers", () =>
  withStore(async (store) => {
    const texts = [
      "",
      " ",
      "'; DROP TABLE jobs; --",
      "a\nb\tc",
      "👩‍👩‍👧 e\u0301 \u202e",
      "%_\\",
      "null",
      "x".repeat(70_000),
    ];
    const numbers = [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    const rows = texts.flatMap((text, t) =>
      numbers.map((number, n) =>
        jobRow({
          id: `j${t}-${n}`,
          title: text,
          message: text,
          labels: [text, text],
          source: { kind: "file", localPath: text },
          inputSizeBytes: number,
          position: number,
          outputSizeBytes: number,
        })
      )
    );
    await put(store, rows);
    const stored = await jobRepository(store).many(rows.map(({ id }) => id));
    for (const [i, row] of rows.entries()) {
      const { title, message, labels, source, inputSizeBytes, position, outputSizeBytes } = stored[i] ?? {};
      same(
        { title, message, labels, source, inputSizeBytes, position, outputSizeBytes },
        {
          ...{ title: row.title, message: row.message, labels: row.labels, source: row.source },
          ...{ inputSizeBytes: row.inputSizeBytes, position: row.position, outputSizeBytes: row.outputSizeBytes },
        },
      );
    }
    const lone = await jobRepository(store).patch("j0-0", { message: "cut \ud83d here", error: "\udc00" });
    same([lone?.message, lone?.error], ["cut \ufffd here", "\ufffd"], "a lone surrogate is replaced, not refused");
  }));

Deno.test("every state in which a job holds its file can be cancelled, and a job that ended holds none", () => {
  same(ACTIVE_STATES.filter((state) => nextState(state, "cancel") !== "cancelled"), []);
  same(jobs.status.enumValues.length, JOB_STATES.length);
});
