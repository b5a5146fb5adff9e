import { join } from "node:path";
import type { Clock } from "../../kit/clock.ts";
import type { OwnProgram } from "../../kit/process/own_program.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { DownloadProblem, downloadSource } from "./download.ts";
import { type DownloadState, readDownloadState, writeDownloadState } from "./download_state.ts";
import type { AnimeSource, AnimeSourceName } from "./sources.ts";
import type { BuildAnswer } from "./build/build_file.ts";
import { buildInProcess } from "./build/build_process.ts";

/** Downloads new copies of the sources, and builds the title file from the newest copies that can be used. */

/**
 * Services and options for a refresh. `put` closes the title file while it is replaced, then allows it to be opened
 * again.
 */
export interface RefreshDeps {
  http: Pick<HttpClient, "open">;
  clock: Clock;
  sources: readonly AnimeSource[];
  /** Folder of the copies and the title file. */
  folder: string;
  /** Program that builds the title file. */
  program: OwnProgram;
  /** True if the title file exists and has the current format. */
  isUsable: () => boolean;
  put: (replace: () => Promise<void>) => Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Names of files in the data folder. */
export const STATE_FILE = "downloads.json";
export const TITLES_FILE = "anime.db";

/** Problems by source. Each is the second half of a sentence. */
type Problems = Map<AnimeSourceName, string>;

/**
 * Refreshes the data and returns the new download state. `error` lists sources that failed. Their old copies are kept.
 * Throws the signal's reason.
 */
export async function refreshAnime(deps: RefreshDeps, signal: AbortSignal): Promise<DownloadState> {
  const { folder, sources, clock, isUsable } = deps;
  await Deno.mkdir(folder, { recursive: true });
  const state = await readDownloadState(join(folder, STATE_FILE));
  const problems: Problems = new Map();
  let news = false;
  for (const source of sources) {
    news = await downloadIfDue(deps, state, source, problems, signal) || news;
  }
  if (news || !isUsable()) {
    const answer = await buildFile(deps, signal);
    await settleCopies(deps, state, answer, problems);
  }
  state.error = errorOf(sources, state, problems);
  if (state.error === undefined) {
    delete state.error;
    state.updatedAt = clock.now().getTime();
  }
  await writeDownloadState(join(folder, STATE_FILE), state);
  return state;
}

const currentOf = ({ folder }: RefreshDeps, { file }: AnimeSource): string => join(folder, file);
const newOf = (deps: RefreshDeps, source: AnimeSource): string => `${currentOf(deps, source)}.new`;

/** Returns true if there is a new copy that must be processed. */
async function downloadIfDue(
  deps: RefreshDeps,
  state: DownloadState,
  source: AnimeSource,
  problems: Problems,
  signal: AbortSignal,
): Promise<boolean> {
  const { name, minHours } = source;
  const known = state.sources[name] ?? {};
  const now = deps.clock.now().getTime();
  const path = newOf(deps, source);
  // A previous run may have ended after the download and before the file was built.
  const isLeft = await exists(path) && known.askedAt !== undefined;
  if (isLeft && minHours > 0) return true;
  // The clock was set back, so the time of the last request is unknown. Waiting for a full interval is safe.
  if (known.askedAt !== undefined && known.askedAt > now) known.askedAt = now;
  if (known.askedAt !== undefined && now - known.askedAt < minHours * HOUR_MS) {
    state.sources[name] = known;
    if (!await exists(currentOf(deps, source))) {
      const again = new Date(known.askedAt + minHours * HOUR_MS).toISOString().slice(0, 16).replace("T", " ");
      problems.set(
        name,
        `was requested less than ${minHours} hours ago; it can be requested again after ${again} UTC.`,
      );
    }
    return false;
  }
  // The time is stored before the request, so that a restart in between does not cause a second request.
  state.sources[name] = { ...known, askedAt: now };
  await writeDownloadState(join(deps.folder, STATE_FILE), state);
  const etag = await exists(currentOf(deps, source)) ? known.etag : undefined;
  try {
    const partial = `${path}.part`;
    const came = await downloadSource(deps.http, source, { path: partial, signal, ...(etag ? { etag } : {}) });
    if (came.state === "same") {
      state.sources[name] = { ...known, askedAt: now, fetchedAt: now };
      return false;
    }
    await Deno.rename(partial, path);
    state.sources[name] = { ...known, askedAt: now, ...(came.etag ? { newEtag: came.etag } : {}) };
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DownloadProblem)) throw error;
    problems.set(name, error.message);
    return false;
  } finally {
    await Deno.remove(`${path}.part`).catch(() => {});
  }
}

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);

async function buildFile(deps: RefreshDeps, signal: AbortSignal): Promise<BuildAnswer> {
  const { sources, folder, program, put } = deps;
  const copies: Record<AnimeSourceName, string[]> = { titles: [], mapping: [], seasons: [] };
  for (const source of sources) {
    for (const path of [newOf(deps, source), currentOf(deps, source)]) {
      if (await exists(path)) copies[source.name].push(path);
    }
  }
  const target = join(folder, `${TITLES_FILE}.new`);
  try {
    const answer = await buildInProcess(program, { sources, copies, target }, signal);
    if (answer.built) await put(() => Deno.rename(target, join(folder, TITLES_FILE)));
    return answer;
  } finally {
    await Deno.remove(target).catch(() => {});
  }
}

/** Replaces old copies with the new copies that were used, and removes those that were rejected. */
async function settleCopies(
  deps: RefreshDeps,
  state: DownloadState,
  { refused }: BuildAnswer,
  problems: Problems,
): Promise<void> {
  const now = deps.clock.now().getTime();
  for (const source of deps.sources) {
    const [current, path] = [currentOf(deps, source), newOf(deps, source)];
    const problem = refused[path] ?? refused[current];
    if (problem !== undefined) problems.set(source.name, problem);
    if (!await exists(path)) continue;
    const { newEtag, ...known } = state.sources[source.name] ?? {};
    if (refused[path] !== undefined) {
      await Deno.remove(path);
      state.sources[source.name] = known;
      continue;
    }
    await Deno.rename(path, current);
    const { etag: _, ...rest } = known;
    state.sources[source.name] = { ...rest, fetchedAt: now, ...(newEtag ? { etag: newEtag } : {}) };
  }
}

/** Describes the failures and the age of the copies used instead. */
function errorOf(sources: readonly AnimeSource[], state: DownloadState, problems: Problems): string | undefined {
  const sentences = sources.flatMap(({ name, label }) => {
    const problem = problems.get(name);
    if (problem === undefined) return [];
    const fetchedAt = state.sources[name]?.fetchedAt;
    const kept = fetchedAt === undefined
      ? ""
      : ` The copy from ${new Date(fetchedAt).toISOString().slice(0, 10)} is still used.`;
    return [`${label[0]?.toUpperCase()}${label.slice(1)} ${problem}${kept}`];
  });
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
