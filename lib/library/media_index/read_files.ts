import type { MediaEvaluationRow, MediaProbeRow } from "../../../db/schema/media_index.ts";
import { yieldToEventLoop } from "../../kit/async.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { EvaluatedWith, MediaIndexDeps } from "./deps.ts";
import { correctionText, evaluateProbe, evaluationRow } from "./evaluate.ts";
import type { IndexedFile } from "./model.ts";
import { type DecisionMachine, keyedRecipes } from "./recipe_keys.ts";

/** Files to read and profiles for which to evaluate them. */
export interface IndexRequest {
  files: IndexedFile[];
  profileIds: string[];
}

/** Maximum time in milliseconds to wait for the disk of a file. */
const PATIENCE_MS = 60_000;
/** Number of files without a response after which reading stops until the next request. */
const MAX_SILENT_FILES = 3;
/** Time in milliseconds after which a file that could not be read is tried again. */
const RETRY_MS = DAY_MS;
/** Time in milliseconds for which the probe of a file that is not requested is kept. */
const KEPT_MS = 90 * DAY_MS;
/** Maximum number of recipes whose evaluations are kept. */
const MAX_RECIPES = 20;
/** Number of files whose evaluations are saved together. */
const EVALUATED_FILES = 100;
const READ_FILES = 10;

/**
 * Evaluates the files whose probes are stored, then reads the other files and evaluates them, and then measures the
 * least certain ones. Stops at an abort. Throws `Fault` `tool_missing` without ffprobe.
 */
export async function readFiles(deps: MediaIndexDeps, request: IndexRequest, signal: AbortSignal): Promise<void> {
  const { repository, profiles, media, decisionContext } = deps;
  const machine: DecisionMachine = { capabilities: await media.capabilities(), context: await decisionContext() };
  const recipes = [...await keyedRecipes(profiles, request.profileIds, machine)];
  await repository.keepEvaluationsOf(usedKeys(deps.recentKeys, recipes.map(([, { key }]) => key)));
  const probed = new Map((await repository.probed()).map((row) => [row.path, row]));
  await removeOld(deps, [...probed.values()], request);
  const isCurrent = ({ path, sizeBytes }: IndexedFile) => probed.get(path)?.sizeBytes === sizeBytes;
  const known = request.files.filter((file) => isCurrent(file) && probed.get(file.path)?.error === null);
  for (const [id, recipe] of recipes) {
    await evaluateKnown(deps, known.filter((file) => isFor(file, id)), { recipe, machine }, signal);
  }

  const tryAgain = deps.clock.now().getTime() - RETRY_MS;
  const unread = request.files.filter((file) => {
    const row = probed.get(file.path);
    return !isCurrent(file) || (row !== undefined && row.error !== null && row.readAt < tryAgain);
  });
  let silent = 0;
  for (let at = 0; at < unread.length && !signal.aborted && silent < MAX_SILENT_FILES; at += READ_FILES) {
    const rows: MediaProbeRow[] = [];
    const files = unread.slice(at, at + READ_FILES);
    for (const file of files) {
      if (signal.aborted || silent >= MAX_SILENT_FILES) break;
      const row = await readFile(deps, file, signal);
      if (row === undefined) silent++;
      else rows.push(row);
    }
    await repository.saveProbes(rows);
    for (const [id, recipe] of recipes) {
      const wanted = new Set(files.filter((file) => isFor(file, id)).map(({ path }) => path));
      const own = rows.filter(({ path }) => wanted.has(path));
      await repository.saveEvaluations(await evaluateRows(deps, own, { recipe, machine }));
    }
  }
  const { scenes } = deps;
  if (scenes === undefined || signal.aborted) return;
  const { sampleScenes } = await import("./sample_scenes.ts");
  const wanted = recipes.map(([id, recipe]) => ({
    files: request.files.filter((file) => isFor(file, id)),
    by: { recipe, machine },
  }));
  await sampleScenes({ ...deps, scenes }, wanted, signal);
}

/** True if a file is evaluated for a profile. */
const isFor = ({ profileId }: IndexedFile, id: string): boolean => profileId === undefined || profileId === id;

/** Returns the most recently used keys, including these. */
function usedKeys(recent: Set<string>, keys: string[]): string[] {
  for (const key of keys) {
    recent.delete(key);
    recent.add(key);
  }
  for (const key of [...recent].slice(0, -MAX_RECIPES)) recent.delete(key);
  return [...recent];
}

/** Removes the probes of files that were read long ago and are not requested. They may have left the library. */
async function removeOld(
  { repository, clock }: MediaIndexDeps,
  rows: { path: string; readAt: number }[],
  { files }: IndexRequest,
): Promise<void> {
  const requested = new Set(files.map(({ path }) => path));
  const old = clock.now().getTime() - KEPT_MS;
  await repository.remove(
    rows.filter(({ path, readAt }) => readAt < old && !requested.has(path)).map(({ path }) => path),
  );
}

/** Evaluates the files that have no current evaluation for the recipe. */
async function evaluateKnown(
  deps: MediaIndexDeps,
  known: IndexedFile[],
  by: EvaluatedWith,
  signal: AbortSignal,
): Promise<void> {
  const { corrections = {} } = by.machine.context;
  const sizes = new Map(known.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const texts = new Map<string | null, string | null>();
  await deps.repository.eachEvaluation(by.recipe.key, (row) => {
    const [path, sizeBytes, , , , , , , model, correction] = row;
    if (sizes.get(path) !== sizeBytes) return;
    let current = texts.get(model);
    if (current === undefined) texts.set(model, current = correctionText(corrections, model));
    if (correction === current) sizes.delete(path);
  });
  const open = known.filter(({ path }) => sizes.has(path));
  for (let at = 0; at < open.length && !signal.aborted; at += EVALUATED_FILES) {
    const rows = await deps.repository.probes(open.slice(at, at + EVALUATED_FILES).map(({ path }) => path));
    await deps.repository.saveEvaluations(await evaluateRows(deps, rows, by));
  }
}

async function evaluateRows(
  { titleFacts }: MediaIndexDeps,
  rows: MediaProbeRow[],
  { recipe: { key, recipe }, machine: { capabilities, context } }: EvaluatedWith,
): Promise<MediaEvaluationRow[]> {
  const evaluated: MediaEvaluationRow[] = [];
  for (const { path, sizeBytes, probe } of rows) {
    // A file that changed after its library was refreshed would be planned with a wrong size.
    if (probe === null || probe.sizeBytes !== sizeBytes) continue;
    const known = await titleFacts({ path });
    const { evaluation, model } = evaluateProbe(probe, recipe, capabilities, { ...context, known });
    const correction = correctionText(context.corrections ?? {}, model);
    evaluated.push(evaluationRow(evaluation, { recipeKey: key, path, sizeBytes }, { model, correction }));
    // One evaluation takes up to a few milliseconds, and requests must not wait for many of them.
    await yieldToEventLoop();
  }
  return evaluated;
}

/** Returns the row of a file, or undefined if its disk does not respond. */
async function readFile(
  { media, disks, clock }: MediaIndexDeps,
  { path, sizeBytes }: IndexedFile,
  signal: AbortSignal,
): Promise<MediaProbeRow | undefined> {
  const row = { path, sizeBytes, probe: null, error: null, readAt: clock.now().getTime() };
  try {
    const probe = await disks.read(path, (path) => media.readProbe(path, signal), PATIENCE_MS);
    return probe === undefined ? undefined : { ...row, probe };
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return { ...row, error: error.message };
  }
}
