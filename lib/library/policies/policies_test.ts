import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { fileFacts, policy, policyWorld } from "../../../tests/fixtures/policy_files.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { decideFile, type DecisionFacts, type Evaluation } from "./decide.ts";
import type { FileFacts } from "./file_facts.ts";
import { matchersOf, matchFile } from "./match.ts";
import type { ListedPolicy, Policy, PolicyInput } from "./model.ts";
import { decideFiles, encodedBy } from "./reading/decided.ts";
import { readSnapshot } from "./reading/snapshot.ts";
import { runPolicy } from "./running/run_policy.ts";
import { traceOf } from "./trace.ts";

/** Decisions of policies over random libraries, without disks and store. */

const NOW = new Date(2026, 4, 10, 12);
const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const some = <T>(...values: T[]) => fc.subarray(values, { maxLength: 2 });
/** A rule of a policy, which is mostly absent. Otherwise, hardly any file would match. */
const rarely = <T>(none: T, rule: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: rule });

const file: fc.Arbitrary<Omit<FileFacts, "key">> = fc.record({
  source: pick<FileFacts["source"]>("movie", "movie", "movie", "series", "local"),
  folder: pick("/films", "/films/kids", "/tv"),
  sizeBytes: fc.integer({ min: 1, max: 40 }),
  ageDays: fc.integer({ min: 0, max: 20 }),
  tags: some("keep", "kids"),
  genres: some("drama", "war"),
  codec: pick("h264", "hevc", "av1", undefined),
  range: pick("sdr", "hdr"),
  isRemux: fc.boolean(),
}).map(({ folder, ageDays, codec, range, ...more }) => ({
  ...fileFacts({ key: "x" }),
  ...more,
  root: folder,
  addedAt: NOW.getTime() - ageDays * DAY_MS,
  facets: ` ${codec === undefined ? "" : `${codec} `}1080p ${range} `,
}));
const library = fc.array(file, { minLength: 5, maxLength: 40, size: "max" }).map((files) =>
  files.map((one, i): FileFacts => {
    const localPath = `${one.root}/${i}.mkv`;
    return { ...one, key: `${one.source} ${i}`, localPath, path: localPath };
  })
);
const rules = fc.record({
  media: fc.record({
    source: pick("movie", "movie", "movie", "series", "local"),
    folders: rarely([], some("/films", "/tv")),
    tags: rarely([], some("Keep", "kids")),
    genres: rarely([], some("Drama", "WAR")),
    remuxOnly: rarely(false, fc.constant(true)),
    codecs: rarely([], some<PolicyInput["media"]["codecs"][number]>("h264", "hevc")),
    ranges: rarely([], some<PolicyInput["media"]["ranges"][number]>("hdr", "sdr")),
    minSizeBytes: rarely(0, fc.integer({ min: 0, max: 20 })),
    minAgeDays: rarely(0, fc.integer({ min: 0, max: 10 })),
  }),
  enabled: pick(true, true, true, false),
  bounds: fc.record({
    filesPerDay: pick(0, 0, 2, 6),
    bytesPerDay: pick(0, 0, 60, 200),
    minGainPercent: pick(0, 0, 30, 60),
    skipHardLinks: fc.boolean(),
  }),
  hours: pick(null, null, { from: "22:00", to: "06:00" }, { from: "08:00", to: "20:00" }),
  orderBy: pick("largest", "oldest", "newest"),
});
const policies = fc.array(rules, { minLength: 1, maxLength: 5 }).map((all) =>
  all.map((one, i) => policy(`p${i}`, i + 1, one))
);

const decide = async (files: readonly FileFacts[], all: readonly ListedPolicy[], hardLinks?: Map<string, number>) => {
  const world = policyWorld(files, { now: () => NOW, ...(hardLinks === undefined ? {} : { hardLinks }) });
  const snapshot = await readSnapshot(world.deps, all);
  return { ...world, snapshot, decided: await decideFiles(world.deps, snapshot, all) };
};

Deno.test("a run queues exactly the files of the plan, in the order of the policy, and none of them again", async () => {
  let queued = 0;
  await fc.assert(fc.asyncProperty(library, policies, async (files, all) => {
    const world = await decide(files, all);
    for (const one of all.filter(({ enabled }) => enabled)) {
      const planned = [...encodedBy(world.decided)].find(([{ id }]) => id === one.id)?.[1] ?? [];
      const ready = planned.filter(({ decision }) => decision?.reason === "not_read").map(({ file }) => file.localPath);
      const { snapshot, decided } = world;
      const dry = await runPolicy(world.deps, one, { snapshot, decided, dryRun: true });
      const before = world.queued.length;
      const result = await runPolicy(world.deps, one, { snapshot, decided, dryRun: false });
      same(world.queued.slice(before), ready);
      same([dry, result].map(({ queued }) => queued.map(({ localPath }) => localPath)), [ready, ready]);
      is(result.waiting, planned.length - ready.length);
    }
    is(new Set(world.queued).size, world.queued.length);
    queued += world.queued.length;
    // The files in the queue are skipped by the next plan.
    const next = await decideFiles(world.deps, await readSnapshot(world.deps, all), all);
    for (const { file, decision } of next) {
      if (world.queued.includes(file.localPath)) same([decision?.outcome, decision?.reason], ["skip", "in_queue"]);
    }
  }));
  ok(queued > 200, `only ${queued} files were queued`);
});

Deno.test("a policy queues its largest, oldest or newest files first", async () => {
  const files = [[3, 10], [9, 30], [5, 20]].map(([sizeBytes, addedAt]) =>
    fileFacts({ key: `movie ${sizeBytes}`, sizeBytes, addedAt })
  );
  for (const [orderBy, sizes] of [["largest", [9, 5]], ["oldest", [3, 5]], ["newest", [9, 5]]] as const) {
    const one = policy("p", 1, { orderBy, bounds: { filesPerDay: 2 } });
    const { deps, snapshot, decided } = await decide(files, [one]);
    const { queued, waiting } = await runPolicy(deps, one, { snapshot, decided, dryRun: true });
    same([queued.map(({ sizeBytes }) => sizeBytes), waiting], [sizes, 1]);
  }
});

Deno.test("a run skips hard-linked files that its inspection finds, like a plan that knows them", async () => {
  await fc.assert(fc.asyncProperty(library, policies, fc.infiniteStream(pick(1, 1, 2)), async (files, all, links) => {
    const counts = new Map(files.map(({ localPath }) => [localPath, links.next().value ?? 1]));
    const known = files.map((one) => ({ ...one, hardLinks: counts.get(one.localPath) ?? 1 }));
    const [blind, knowing] = [await decide(files, all, counts), await decide(known, all, counts)];
    for (const one of all.filter(({ enabled }) => enabled)) {
      for (const { deps, snapshot, decided } of [blind, knowing]) {
        await runPolicy(deps, one, { snapshot, decided, dryRun: false });
      }
    }
    same(blind.queued, knowing.queued);
  }));
});

Deno.test("the first enabled policy that includes a file takes it, and the trace names the rule of each before", () => {
  fc.assert(fc.property(library, policies, (files, all) => {
    const matchers = matchersOf(all, () => true);
    for (const one of files) {
      const { policy: taker, conflicts } = matchFile(one, matchers, NOW.getTime());
      const including = matchers.filter(({ policy, exclusion }) =>
        policy.enabled && exclusion(one, NOW.getTime()) === undefined
      ).map(({ policy }) => policy);
      same([taker, conflicts], [including[0], including.slice(1)]);
      if (taker === undefined) continue;
      const { policies: traced } = traceOf({ file: one, match: { policy: taker, conflicts } }, all, {
        now: NOW,
        takesNew: () => true,
      });
      const at = all.indexOf(taker as Policy);
      same(traced.map(({ result }) => result).slice(0, at + 1), [...Array(at).fill("excluded"), "takes"]);
      for (const [i, { rule }] of traced.entries()) is(rule === "disabled", all[i]?.enabled === false);
    }
  }));
});

Deno.test("swapping two neighbours changes only the files that both include", () => {
  fc.assert(fc.property(library, policies, fc.nat(), (files, all, at) => {
    fc.pre(all.length > 1);
    const i = at % (all.length - 1);
    const [a, b] = [all[i], all[i + 1]];
    if (a === undefined || b === undefined) return;
    const swapped = all.with(i, b).with(i + 1, a);
    const [before, after] = [matchersOf(all, () => true), matchersOf(swapped, () => true)];
    for (const one of files) {
      const [was, is] = [matchFile(one, before, NOW.getTime()), matchFile(one, after, NOW.getTime())];
      if (was.policy === is.policy) continue;
      same([was.policy, is.policy, was.conflicts[0], is.conflicts[0]], [a, b, b, a]);
    }
  }));
});

Deno.test("daily limits and hours hold on every day of a virtual clock, however often a policy runs", async () => {
  const waits = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 5, maxLength: 12 });
  let queued = 0;
  await fc.assert(
    fc.asyncProperty(library, policies, waits, async (files, all, minutes) => {
      let now = new Date(2026, 2, 28, 20);
      const { deps, log } = policyWorld(files, { now: () => now });
      for (const wait of minutes) {
        now = new Date(now.getTime() + wait * 60_000);
        for (const one of all.filter(({ enabled }) => enabled)) {
          const before = log.length;
          const snapshot = await readSnapshot(deps, all);
          await runPolicy(deps, one, { snapshot, decided: await decideFiles(deps, snapshot, all), dryRun: false });
          const hour = now.getHours();
          if (one.hours?.from === "22:00") ok(log.length === before || hour >= 22 || hour < 6);
          if (one.hours?.from === "08:00") ok(log.length === before || (hour >= 8 && hour < 20));
        }
      }
      for (const { id, bounds: { filesPerDay, bytesPerDay } } of all) {
        const days = Map.groupBy(
          log.filter(({ policyId }) => policyId === id),
          ({ at }) => new Date(at).toDateString(),
        );
        for (const day of days.values()) {
          ok(filesPerDay === 0 || day.length <= filesPerDay);
          ok(bytesPerDay === 0 || day.reduce((sum, { bytes }) => sum + bytes, 0) <= bytesPerDay);
        }
      }
      queued += log.length;
    }),
    { numRuns: 25 },
  );
  ok(queued > 100, `only ${queued} files were queued`);
});

Deno.test("a decision names the first reason that applies, and nothing but a missing reason encodes", () => {
  const facts = (change: Partial<ReturnType<DecisionFacts["history"]>>, evaluation?: Evaluation): DecisionFacts => ({
    history: () => ({ inQueue: false, failures: 0, ...change }),
    profileFor: () => "p",
    evaluation: () => evaluation,
    pace: () => undefined,
  });
  const strict = policy("p", 1, { bounds: { minGainPercent: 20 } });
  const plain = fileFacts({ key: "a" });
  const reason = (given: DecisionFacts, one = plain) => {
    const { outcome, reason } = decideFile(one, strict, given);
    return `${outcome} ${reason}`;
  };
  const sized = (typical: number): Evaluation => ({ outcome: "encode", bytesAfter: [1, typical, 1_000] });
  same(
    [
      reason({ ...facts({}), profileFor: () => undefined }),
      reason(facts({ inQueue: true, handled: "already_encoded" })),
      reason(facts({ handled: "already_encoded", failures: 2 })),
      reason(facts({ handled: "nothing_to_do" })),
      reason(facts({ failures: 2 })),
      reason(facts({ failures: 1 })),
      reason(facts({}), { ...plain, visible: false, hardLinks: 2 }),
      reason(facts({}), { ...plain, hardLinks: 2 }),
      reason(facts({}, { outcome: "nothing" })),
      reason(facts({}, { outcome: "refused" })),
      reason(facts({}, sized(801))),
      reason(facts({}, sized(800))),
      reason(facts({})),
    ],
    [
      "refuse no_profile",
      "skip in_queue",
      "skip already_encoded",
      "skip nothing_to_do",
      "refuse failed_twice",
      "encode not_read",
      "refuse not_visible",
      "skip hard_linked",
      "skip nothing_to_do",
      "refuse refused",
      "skip gain_too_small",
      "encode ready",
      "encode not_read",
    ],
  );
});
