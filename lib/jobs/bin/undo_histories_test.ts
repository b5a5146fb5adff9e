import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { withFolders } from "../../../tests/fixtures/queue.ts";
import {
  type BinWorld,
  digest,
  type EncodeKind,
  type Failure,
  FILE_POINTS,
  openBinWorld,
  titleOf,
} from "../../../tests/kit/bin_world.ts";
import { until } from "../../../tests/kit/until.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { BIN_FOLDER } from "../delivery/file_names.ts";
import type { UndoPlan, UndoRunDetails, UndoScope } from "../bin_schema.ts";
import { localDay } from "./undo_scope.ts";

const point = fc.option(fc.constantFrom(...FILE_POINTS), { nil: undefined, freq: 3 });
const pick = fc.nat(1000);

/** One event of a history. Numbers select one of the files or jobs that exist at that time. */
const Step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant("encode" as const),
      pick,
      kind: fc.constantFrom<EncodeKind>("swap", "swap", "rename", "beside"),
      bulk: fc.nat(2),
      at: point,
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("move" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("intrude" as const), pick, over: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant("undo" as const),
      pick,
      scope: fc.constantFrom("ids" as const, "day" as const, "bulk" as const, "all" as const),
      at: point,
      failure: fc.constantFrom<Failure>("kill", "full"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("age" as const), days: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant("budget" as const), maxBytes: fc.constantFrom(0, 1, 60, 120) }),
  },
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** Facts about the library that its files do not show. */
interface Model {
  world: BinWorld;
  /** Paths and original content of each job when it was encoded. */
  jobs: Map<string, { path: string; target: string; content: string; bulk: string }>;
  /** Files of other programs that no job has used. */
  intruders: Map<string, string>;
  names: number;
  maxBytes: number;
}

const isBinned = (path: string): boolean => path.includes(BIN_FOLDER);

const inLibrary = (files: Map<string, string>): string[] =>
  [...files.keys()].filter((path) => !isBinned(path) && path.endsWith(".mkv")).sort();

const content = (name: string): string => `${name}:${digest(name).slice(0, 40)}`;

/** Performs a step of Lathe, and checks that it has lost no file. */
async function guarded(model: Model, work: () => Promise<unknown>): Promise<void> {
  const before = await model.world.files();
  await work();
  const after = await model.world.files();
  const left = new Set(after.values());
  for (const [path, was] of before) {
    if (left.has(was)) continue;
    // With a budget, an original may be retired and deleted in one step.
    assert(isBinned(path) || model.maxBytes > 0, `${path} is lost: ${was}`);
    assert([...left].some((one) => titleOf(one) === titleOf(was)), `the last version of ${titleOf(was)} is lost`);
  }
  for (const [path, own] of model.intruders) same(after.get(path), own, `${path} was overwritten`);
}

async function encode(model: Model, step: Extract<Step, { step: "encode" }>): Promise<void> {
  const { world, jobs, intruders } = model;
  const files = await world.files();
  const paths = inLibrary(files).filter((path) => (files.get(path) ?? "").length > 12);
  const path = paths[step.pick % paths.length];
  if (path === undefined) return;
  const bulk = `bulk${step.bulk}`;
  intruders.delete(path);
  await guarded(model, async () => {
    const { id, target } = await world.encode(path, step.kind, { bulkId: bulk, killedAt: step.at });
    jobs.set(id, { path, target, content: files.get(path) ?? "", bulk });
  });
}

function scopeOf({ jobs, world }: Model, { scope, pick }: Extract<Step, { step: "undo" }>): UndoScope | undefined {
  const ids = [...jobs.keys()];
  const chosen = ids.filter((_, i) => (pick >> (i % 10)) % 2 === 0);
  const bulk = [...jobs.values()][pick % Math.max(1, jobs.size)]?.bulk;
  if (scope === "day") return { day: localDay(world.now()) };
  if (scope === "bulk") return bulk === undefined ? undefined : { bulk };
  const wanted = scope === "all" ? ids : chosen;
  return wanted.length === 0 ? undefined : { ids: wanted };
}

/** Undoes a scope. The outcome must be the planned one, whether or not the process was interrupted. */
async function undo(model: Model, scope: UndoScope | undefined, at?: Step & { step: "undo" }): Promise<void> {
  if (scope === undefined) return;
  const { world, jobs } = model;
  await guarded(model, async () => {
    const plan = await world.queue.jobs.undoRuns.plan(scope);
    let id = "";
    await world.interrupted(at?.at, at?.failure ?? "kill", async ({ jobs: { undoRuns } }) => {
      ({ id } = await undoRuns.start(scope));
      await until(async () => (await undoRuns.get(id)).state !== "running");
    });
    const run = await world.queue.jobs.undoRuns.get(id);
    compare(plan, run);
    const files = await world.files();
    const expected = new Map<string, string | undefined>();
    for (const { id, verdict } of plan.jobs) {
      const encoded = jobs.get(id);
      if (verdict === "ready" && encoded) expected.set(encoded.target, undefined).set(encoded.path, encoded.content);
    }
    for (const [path, original] of expected) {
      same(digest(files.get(path) ?? ""), digest(original ?? ""), `${path} is not its original`);
    }
  });
}

function compare(plan: UndoPlan, run: UndoRunDetails): void {
  same([run.state, run.pending], ["done", 0]);
  const expected = plan.jobs.map(({ id, verdict }) => [id, verdict === "ready" ? "restored" : verdict]);
  same(run.jobs.map(({ id, state }) => [id, state]), expected, JSON.stringify([plan.jobs, run.jobs]));
  for (const { state, code, reason } of run.jobs) same(state === "refused", Boolean(code && reason));
}

/** Renames a library file, or puts a file of another program at the path of a job or over a library file. */
async function interfere(model: Model, step: Extract<Step, { step: "move" | "intrude" }>): Promise<void> {
  const { world, jobs, intruders } = model;
  const files = await world.files();
  const library = inLibrary(files);
  const name = `n${++model.names}`;
  if (step.step === "move") {
    const path = library[step.pick % library.length];
    if (path === undefined) return;
    const to = join(world.media, `${name}.mkv`);
    await Deno.rename(path, to);
    const own = intruders.get(path);
    intruders.delete(path);
    if (own !== undefined) intruders.set(to, own);
    return;
  }
  const free = [...jobs.values()].map(({ path }) => path).filter((path) => !files.has(path));
  const places = step.over ? library : free;
  const path = places[step.pick % places.length];
  if (path === undefined) return;
  // Successors are recognised by their size (S-FILE-5), so the file of another program has a size of its own.
  const own = content(name) + "x".repeat(model.names);
  await Deno.writeTextFile(`${path}.new`, own);
  await Deno.rename(`${path}.new`, path);
  intruders.set(path, own);
}

async function perform(model: Model, step: Step): Promise<void> {
  const { world } = model;
  world.pass(60_000);
  if (step.step === "encode") return await encode(model, step);
  if (step.step === "move" || step.step === "intrude") return await interfere(model, step);
  if (step.step === "undo") return await undo(model, scopeOf(model, step), step);
  await guarded(model, async () => {
    if (step.step === "age") world.pass(step.days * DAY_MS);
    else {
      model.maxBytes = step.maxBytes;
      await world.queue.settings.update({ transcoding: { bin: { maxBytes: step.maxBytes } } });
    }
    await world.queue.jobs.prune(new Date(world.now()));
  });
}

async function checkHistory(steps: readonly Step[]): Promise<void> {
  await withFolders(async (folders) => {
    await using world = await openBinWorld(folders);
    const model: Model = { world, jobs: new Map(), intruders: new Map(), names: 0, maxBytes: 0 };
    for (const name of ["t1", "t2"]) await Deno.writeTextFile(join(world.media, `${name}.mkv`), content(name));
    for (const step of steps) await perform(model, step);
    if (model.jobs.size > 0) await undo(model, { ids: [...model.jobs.keys()] });
  });
}

/** Number of long histories. `deno task histories` tests a thousand different ones. */
const LONG_HISTORIES = Number(Deno.env.get("LATHE_HISTORIES") ?? 40);

for (const [name, numRuns, maxLength] of [["", 2, 5], ["slow: long ", LONG_HISTORIES, 9]] as const) {
  Deno.test(`${name}S-FILE-6: random histories lose no original, and an undo restores identical files or states a reason`, () =>
    fc.assert(fc.asyncProperty(fc.array(Step, { minLength: 3, maxLength }), checkHistory), { numRuns }));
}

Deno.test("S-FILE-6: the last version of a title stays in the bin after another program replaced its encode and Lathe encoded that", () =>
  checkHistory([
    { step: "encode", pick: 1, kind: "swap", bulk: 0, at: undefined },
    { step: "intrude", pick: 1, over: true },
    { step: "intrude", pick: 1, over: true },
    // The second encode of the other program's file has the size of the first encode.
    { step: "encode", pick: 1, kind: "swap", bulk: 0, at: undefined },
    { step: "encode", pick: 1, kind: "swap", bulk: 0, at: undefined },
    // The second pass no longer finds the originals of the other program, which the first one deleted.
    { step: "budget", maxBytes: 1 },
    { step: "budget", maxBytes: 1 },
  ]));
