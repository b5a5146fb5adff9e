import type { FileInUse } from "../../../../db/library/policies/policy_history.ts";
import { mapConcurrent } from "../../../kit/async.ts";
import { isFolder } from "../../../kit/disk/disk_reads.ts";
import { Fault } from "../../../kit/fault.ts";
import type { Remembered } from "../../auto/candidate.ts";
import { profileVersionOf } from "../../auto/candidates.ts";
import { autoProfile, newRemuxTest } from "./auto_policy.ts";
import { startOfDay, type Used } from "../budget.ts";
import type { DecisionFacts, FileHistory } from "../decide.ts";
import type { PolicyDeps } from "../deps.ts";
import type { FileFacts } from "../file_facts.ts";
import type { ListedPolicy } from "../model.ts";
import { recognise, type Recognised } from "./recognise.ts";
import { rememberRestored, restoredAt } from "./restored.ts";

/** Everything from which policies decide at one time, except for evaluations. */
export interface Snapshot {
  now: Date;
  files: FileFacts[];
  recognised: Recognised;
  facts: Omit<DecisionFacts, "evaluation">;
  /** Names and versions of the profiles that exist, by ID. */
  profiles: ReadonlyMap<string, string>;
  /** Returns the profiles that a policy may use. */
  profilesOf(policy: ListedPolicy): string[];
  /** See `matchersOf`. */
  takesNew(file: FileFacts): boolean;
  /** Files that each policy has queued today. */
  used: ReadonlyMap<string, Used>;
  errors: string[];
}

/** Timeout in milliseconds for a root folder. Files in a folder that does not respond are not visible. */
const ROOT_MS = 3_000;
const CONCURRENT = 8;

/**
 * Reads the libraries, the memory and the queue. `policies` are those that will decide. Queues nothing. With `readOnly`,
 * the memory is not updated before, because a page must not change anything (safety.md, S-WEB-2).
 */
export async function readSnapshot(
  deps: PolicyDeps,
  policies: readonly ListedPolicy[],
  { readOnly = false } = {},
): Promise<Snapshot> {
  const { settings, clock, memory, history, repository, disks, jobs } = deps;
  const now = clock.now();
  if (!readOnly) await memory.rememberEndedJobs();
  const files = await deps.readFacts();
  await markMissingRoots(files, disks);
  const errors = await addWatched(deps, files, policies);
  let remembered: Remembered[] = await memory.all();
  let recognised = await recognise(files, remembered, disks);
  if (!readOnly && await rememberRestored(deps, files, recognised)) {
    remembered = await memory.all();
    recognised = await recognise(files, remembered, disks);
  }
  const current = settings.current();
  const profilesOf = (policy: ListedPolicy): string[] =>
    policy.builtIn
      ? (["movie", "tv", "anime"] as const).map((kind) => current.auto.profiles[kind] || current.defaultProfiles[kind])
      : [policy.profileId];
  const profiles = await readProfiles(deps, policies.flatMap(profilesOf));
  const paces = new Map((await jobs.paces()).flatMap((one) => one.audioOnly ? [] : [[one.profileId, one]]));
  return {
    now,
    files,
    recognised,
    profiles,
    profilesOf,
    facts: {
      history: historyTest(
        recognised,
        await history.failures(await restoredAt(deps)),
        await history.filesInUse(),
        profiles,
      ),
      profileFor(policy, file) {
        const id = policy.builtIn ? autoProfile(current, file) : policy.profileId;
        return profiles.has(id) ? id : undefined;
      },
      pace: (profileId) => paces.get(profileId),
    },
    takesNew: await newRemuxTest(
      { baselines: deps.baselines, includeExisting: current.auto.includeExisting },
      files,
      recognised,
      remembered,
    ),
    used: await repository.queuedSince(startOfDay(now)),
    errors,
  };
}

/**
 * Marks the files in missing root folders, such as an unmounted share, as not visible. It is unknown whether the other
 * files are.
 */
async function markMissingRoots(files: readonly FileFacts[], disks: PolicyDeps["disks"]): Promise<void> {
  const roots = [...new Set(files.map(({ root }) => root))];
  const found = await mapConcurrent(roots, CONCURRENT, (root) => disks.read(root, isFolder, ROOT_MS));
  const missing = new Set(roots.filter((_, i) => found[i] !== true));
  for (const file of files) file.visible = missing.has(file.root) ? false : undefined;
}

/** Adds watched states if a policy uses them. Returns the players that could not be read. */
async function addWatched(
  { watched }: PolicyDeps,
  files: readonly FileFacts[],
  policies: readonly ListedPolicy[],
): Promise<string[]> {
  const sources = new Set(
    policies.flatMap((one) => !one.builtIn && one.enabled && one.media.watched !== "any" ? [one.media.source] : []),
  );
  for (const file of files) file.watched = undefined;
  if (watched === undefined || sources.size === 0) return [];
  const wanted = files.filter(({ source }) => sources.has(source));
  const states = await watched(wanted.map(({ localPath }) => localPath));
  for (const file of wanted) {
    const state = states.watched.get(file.localPath);
    if (state !== undefined) file.watched = state;
  }
  return states.errors;
}

async function readProfiles(
  { profiles }: Pick<PolicyDeps, "profiles">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const id of new Set(ids)) {
    try {
      found.set(id, profileVersionOf(id, await profiles.recipe(id)));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  return found;
}

/** Returns the function that finds the earlier and current work on a file. Pure. */
export function historyTest(
  { rows }: Pick<Recognised, "rows">,
  failures: ReadonlyMap<string, number>,
  inUse: readonly FileInUse[],
  versions: ReadonlyMap<string, string>,
): (file: FileFacts, profileId: string) => FileHistory {
  const paths = new Set(inUse.flatMap(({ path, named }) => named === null ? [path] : [path, named]));
  const ids = new Set(inUse.flatMap(({ arr, fileId }) => arr === null || fileId === null ? [] : [`${arr} ${fileId}`]));
  return (file, profileId) => {
    const found = rows.get(file.key);
    const failed = failures.get(file.localPath) ?? (found && failures.get(found.row.localPath)) ?? 0;
    const handled = found && handledBy(found, failed, versions.get(profileId));
    return {
      inQueue: paths.has(file.localPath) || ids.has(file.key),
      failures: failed,
      ...(handled === undefined ? {} : { handled }),
    };
  };
}

function handledBy(
  { row, unsure = false }: { row: Remembered; unsure?: boolean },
  failures: number,
  version: string | undefined,
): FileHistory["handled"] {
  if (row.reason === "baseline") return undefined;
  if (row.reason === "nothing") return row.profile === (version ?? null) ? "nothing_to_do" : undefined;
  // A file whose only job failed is not processed. `decideFile` limits the number of attempts.
  if (row.reason === "queued" && failures > 0 && !unsure) return undefined;
  return "already_encoded";
}
