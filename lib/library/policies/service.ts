import { createMutex, createPool, type Mutex, type Pool } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { autoPolicy } from "./reading/auto_policy.ts";
import { type DecidedFile, decideFiles } from "./reading/decided.ts";
import type { PolicyDeps } from "./deps.ts";
import { type ListedPolicy, type Policy, type PolicyInput, type PolicyOrder } from "./model.ts";
import { accuracyOf } from "./planning/accuracy.ts";
import { planOf } from "./planning/plan.ts";
import { readResources } from "./reading/profile_outputs.ts";
import { policyOf, rowOf } from "./policy_rows.ts";
import type { PolicyDraft, PolicyPlan, PolicyRun, PolicyRunResult, PolicyTrace } from "./plan_model.ts";
import { noteRestore } from "./reading/restored.ts";
import { runAll, runOne } from "./running/run_policies.ts";
import { createFactReader, type FactDeps } from "./reading/read_facts.ts";
import { readOnce } from "./reading/evaluations.ts";
import { readSnapshot, type Snapshot } from "./reading/snapshot.ts";
import { traceOf } from "./trace.ts";
import { checkPolicy } from "./validate.ts";

/** Policies: rules by which files of the libraries are encoded automatically. */
export interface Policies {
  /** Returns auto transcode, then the user's policies in their order. */
  list(): Promise<ListedPolicy[]>;
  /** Returns a policy. Throws `not_found`. */
  get(id: string): Promise<ListedPolicy>;
  /** Adds a disabled policy after all others. Throws `invalid`, `conflict` for a name in use, `bad_state`. */
  create(input: PolicyInput): Promise<Policy>;
  /** Changes a policy. Throws `invalid`, `conflict`, `not_found`, `builtin_readonly`. */
  change(id: string, input: PolicyInput): Promise<Policy>;
  /** Sets the order of the user's policies. Throws `conflict` unless it contains each of them once. */
  reorder(order: PolicyOrder): Promise<ListedPolicy[]>;
  /** Removes a policy and returns it. Its runs are kept. Throws `not_found`, `builtin_readonly`. */
  remove(id: string): Promise<Policy>;
  /**
   * Returns the decisions of the saved policies, or of the saved policies with a draft. The files are then read in the
   * background, unless `readOnly` is set. Throws `invalid`.
   */
  plan(draft?: PolicyDraft["draft"], options?: { readOnly?: boolean }): Promise<PolicyPlan>;
  /** Returns the reasons for the decision about the file at a local path. Throws `not_found`. */
  trace(path: string): Promise<PolicyTrace>;
  /**
   * Queues the files of one policy within its bounds. Runs are executed one after another. A dry run queues nothing and
   * treats the policy as enabled. Throws `not_found`, `builtin_readonly`, `bad_state` if it is disabled.
   */
  run(id: string, options?: { dryRun?: boolean }): Promise<PolicyRunResult>;
  /**
   * Refreshes the managers and runs all enabled policies. `signal` stops it after the current file. Returns a summary in
   * one line.
   */
  runAll(signal?: AbortSignal): Promise<string>;
  /** Returns the newest runs that queued jobs. */
  runs(): Promise<PolicyRun[]>;
  /** Called after a backup was restored. Disables all policies of the user, until their plan was checked. */
  restored(): Promise<void>;
  /** Stops the current run after its current file. */
  close(): Promise<void>;
}

/** Services of `createPolicies`. */
export interface PolicyOptions extends Omit<PolicyDeps, "readFacts"> {
  files: FactDeps["files"];
  catalogue: FactDeps["catalogue"] & { folders(arrs: ("movie" | "series")[]): Promise<string[]> };
  revision: FactDeps["revision"];
}

interface PolicyState extends PolicyOptions, PolicyDeps {
  /** Runs are executed one after another, so that two policies never queue the same file. */
  readonly inTurn: Mutex;
  /** Decisions are made one after another, because they share the facts of the files (safety.md, S-LIM-5). */
  readonly deciding: Pool;
  readonly ending: AbortController;
}

const MAX_POLICIES = 100;
const MAX_RUNS = 100;
const LIMITS = { running: 1, waiting: 16 };

/** Creates the service. It runs only on request. */
export function createPolicies(options: PolicyOptions): Policies {
  const state: PolicyState = {
    ...options,
    readFacts: createFactReader(options),
    inTurn: createMutex(),
    deciding: createPool(LIMITS),
    ending: new AbortController(),
  };
  return {
    list: () => listPolicies(state),
    get: (id) => getPolicy(state, id),
    create: (input) => createPolicy(state, input),
    change: (id, input) => changePolicy(state, id, input),
    reorder: (order) => reorderPolicies(state, order),
    remove: (id) => removePolicy(state, id),
    plan: (draft, { readOnly = false } = {}) => planPolicies(state, draft, readOnly),
    trace: (path) => traceFile(state, path),
    run: (id, { dryRun = false } = {}) =>
      state.inTurn(async () =>
        await runOne(runDeps(state), await ownPolicy(state, id), { dryRun, policies: await listPolicies(state) })
      ),
    runAll: (signal) => state.inTurn(async () => await runAll(runDeps(state, signal), await listPolicies(state))),
    runs: () => listRuns(state),
    async restored() {
      await noteRestore(state);
      state.changed?.();
    },
    async close() {
      state.ending.abort();
      await state.inTurn(() => Promise.resolve());
    },
  };
}

async function listPolicies({ settings, repository }: PolicyState): Promise<ListedPolicy[]> {
  const rows = await repository.list();
  return [autoPolicy(settings.current()), ...rows.map((row, i) => policyOf(row, i + 1))];
}

async function getPolicy(state: PolicyState, id: string): Promise<ListedPolicy> {
  const found = (await listPolicies(state)).find((one) => one.id === id);
  if (found === undefined) throw unknown();
  return found;
}

async function createPolicy(state: PolicyState, input: PolicyInput): Promise<Policy> {
  const { repository, clock } = state;
  await checkPolicy(state, input);
  const id = newId();
  const row = { id, ...rowOf(input), createdAt: clock.now().getTime() };
  const outcome = await repository.add(row, MAX_POLICIES);
  if (outcome === "taken") throw duplicateName(input.name);
  if (outcome === "full") {
    throw new Fault("bad_state", `There can be at most ${MAX_POLICIES} policies. Delete one you no longer use.`);
  }
  state.changed?.();
  return await ownPolicy(state, id);
}

async function changePolicy(state: PolicyState, id: string, input: PolicyInput): Promise<Policy> {
  await ownPolicy(state, id);
  await checkPolicy(state, input);
  const outcome = await state.repository.change({ id, ...rowOf(input) });
  if (outcome === "taken") throw duplicateName(input.name);
  if (outcome === "missing") throw unknown();
  state.changed?.();
  return await ownPolicy(state, id);
}

async function reorderPolicies(state: PolicyState, { ids }: PolicyOrder): Promise<ListedPolicy[]> {
  if (!await state.repository.reorder(ids)) {
    throw new Fault("conflict", "The policies have changed since the page was loaded. Reload it and try again.", {
      fields: [{ path: "ids", message: "Must contain the ID of every policy once." }],
    });
  }
  state.changed?.();
  return await listPolicies(state);
}

async function removePolicy(state: PolicyState, id: string): Promise<Policy> {
  const policy = await ownPolicy(state, id);
  if (!await state.repository.remove(id)) throw unknown();
  state.changed?.();
  return policy;
}

/** Returns a policy of the user. Throws `not_found`, `builtin_readonly`. */
async function ownPolicy(state: PolicyState, id: string): Promise<Policy> {
  const policy = await getPolicy(state, id);
  if (policy.builtIn) {
    throw new Fault("builtin_readonly", `${policy.name} is built in. Change it in Settings > Auto transcode.`);
  }
  return policy;
}

async function planPolicies(
  state: PolicyState,
  draft: PolicyDraft["draft"],
  readOnly: boolean,
): Promise<PolicyPlan> {
  const started = state.clock.monotonicMs();
  if (draft !== undefined) await checkPolicy(state, draft.policy);
  const saved = await listPolicies(state);
  const planned = draft === undefined ? saved : withDraft(saved, draft);
  return await state.deciding(async () => {
    const snapshot = await readSnapshot(state, planned, { readOnly });
    const reading = { evaluations: state.evaluations && readOnce(state.evaluations) };
    const decided = await decideFiles(reading, snapshot, planned);
    if (!readOnly) await readDecided(state, decided);
    const before = draft === undefined ? {} : { saved: await decideFiles(reading, snapshot, saved) };
    const resources = await readResources(state, snapshot);
    return {
      ...planOf(decided, planned, { now: snapshot.now, ...before, ...resources }),
      errors: snapshot.errors,
      durationMs: Math.round(state.clock.monotonicMs() - started),
    };
  });
}

/** Services of one run, which stops when the service is closed or `signal` is aborted. */
const runDeps = (state: PolicyState, signal?: AbortSignal) => ({
  ...state,
  decide: (policies: readonly ListedPolicy[]) => decideNow(state, policies),
  signal: AbortSignal.any([state.ending.signal, ...signal === undefined ? [] : [signal]]),
});

/** Reads all facts and decides about all files. */
const decideNow = (
  state: PolicyState,
  policies: readonly ListedPolicy[],
  { readOnly = false } = {},
): Promise<{ snapshot: Snapshot; decided: DecidedFile[] }> =>
  state.deciding(async () => {
    const snapshot = await readSnapshot(state, policies, { readOnly });
    const decided = await decideFiles(state, snapshot, policies);
    if (!readOnly) await readDecided(state, decided);
    return { snapshot, decided };
  });

/** Reads the files that a policy takes in the background. */
async function readDecided({ readFiles }: PolicyState, decided: readonly DecidedFile[]): Promise<void> {
  await readFiles?.(decided.flatMap(({ file, decision }) => {
    const profileId = decision?.profileId;
    return profileId === undefined ? [] : [{ file, profileId }];
  }));
}

/** Replaces the saved policy of a draft, or adds the draft after all others. It is enabled in any case. */
function withDraft(
  saved: readonly ListedPolicy[],
  { id, policy }: NonNullable<PolicyDraft["draft"]>,
): ListedPolicy[] {
  const drafted = (known: { id: string; order: number }): Policy => ({
    ...{ ...policy, builtIn: false, enabled: true },
    ...known,
  });
  if (id === undefined) return [...saved, drafted({ id: "draft", order: saved.length })];
  if (!saved.some((one) => !one.builtIn && one.id === id)) throw unknown();
  return saved.map((one) => one.id === id ? drafted({ id, order: one.order }) : one);
}

async function traceFile(state: PolicyState, path: string): Promise<PolicyTrace> {
  const policies = await listPolicies(state);
  const { snapshot, decided } = await decideNow(state, policies, { readOnly: true });
  const found = decided.find(({ file }) => file.localPath === path);
  if (found === undefined) {
    throw new Fault("not_found", `${path} is in no library that policies use. Refresh the library if it is new.`);
  }
  return traceOf(found, policies, snapshot);
}

async function listRuns({ repository }: PolicyState): Promise<PolicyRun[]> {
  const runs = await repository.runs(MAX_RUNS);
  const results = Map.groupBy(await repository.resultsOfRuns(runs.map(({ id }) => id)), ({ runId }) => runId);
  const jobs = Map.groupBy(await repository.jobsOfRuns(runs.map(({ id }) => id)), ({ runId }) => runId);
  return runs.map(({ startedAt, ...run }) => {
    const accuracy = accuracyOf(results.get(run.id) ?? []);
    return {
      ...run,
      startedAt: new Date(startedAt).toISOString(),
      ...(accuracy === undefined ? {} : { accuracy }),
      jobIds: (jobs.get(run.id) ?? []).map(({ jobId }) => jobId),
    };
  });
}

const duplicateName = (name: string) =>
  new Fault("conflict", `A policy called ${name} already exists. Choose another name.`, {
    fields: [{ path: "name", message: "This name is in use." }],
  });
const unknown = () => new Fault("not_found", "This policy no longer exists.");
