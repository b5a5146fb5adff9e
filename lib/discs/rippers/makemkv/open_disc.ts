import type { ToolLookup } from "../../../media/tools/tools.ts";
import { type DiscSource, RipProblem, sourceText, type Watching } from "../../ripper_model.ts";
import { diskFull, isFolderFull } from "../problems.ts";
import { type DiscInfo, discInfo } from "./disc_info.ts";
import { openingProblem } from "./outcome.ts";
import { type MakemkvEnd, type MakemkvRun, type MakemkvTimes, runMakemkv } from "./run_makemkv.ts";
import { writeMakemkvSettings } from "./settings_file.ts";

/** Services and options of the ripper. */
export interface MakemkvDeps {
  /** Locates `makemkvcon`. */
  find(): Promise<ToolLookup>;
  findMkvmerge(): Promise<ToolLookup>;
  /** The key from the settings. Empty if none is set. */
  key(): string;
  /** A dedicated folder for MakeMKV's settings and caches. */
  home: string;
  times?: MakemkvTimes;
}

const TRIES = 4;
const RETRY_MS = 5000;

/** Starts MakeMKV with Lathe's settings. Throws `RipProblem` `tool_missing` with the locations that were searched. */
export async function start(deps: MakemkvDeps, run: Omit<MakemkvRun, "path" | "home" | "times">): Promise<MakemkvEnd> {
  const { path, error } = await deps.find();
  if (path === undefined) {
    throw new RipProblem("tool_missing", `MakeMKV is required, but ${error ?? "it was not found."}`);
  }
  await writeMakemkvSettings(deps.home, { key: deps.key() });
  return await runMakemkv({ ...run, path, home: deps.home, ...(deps.times ? { times: deps.times } : {}) });
}

/** Repeats `attempt` while a drive is busy, at most three times. */
export async function whileBusy<T>(
  { times = {} }: MakemkvDeps,
  { onLog, signal }: Pick<Watching, "onLog" | "signal">,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tried = 1;; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RipProblem) || error.code !== "busy" || tried === TRIES) throw error;
      onLog(`${error.message} Retrying.`);
      await pause(times.retryMs ?? RETRY_MS, signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  await promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  });
}

/** Opens a disc and lists its titles. Throws `RipProblem`. */
export async function openDisc(
  deps: MakemkvDeps,
  source: DiscSource,
  { minSeconds, ...watching }: { minSeconds: number } & Omit<Watching, "onProgress"> & Partial<Watching>,
): Promise<{ info: DiscInfo; end: MakemkvEnd }> {
  return await whileBusy(deps, watching, async () => {
    const args = ["--cache=1", `--minlength=${minSeconds}`, "--noscan", "info", sourceText(source)];
    const end = await start(deps, { args, ...watching });
    const problem = openingProblem(end, source);
    if (problem !== undefined) throw await isFolderFull(deps.home) ? diskFull(problem) : problem;
    return { info: discInfo(end.records), end };
  });
}
