import { openInstance } from "../lib/app/instance.ts";
import { StoreProblem } from "../db/check.ts";
import { onEndSignals } from "../lib/kit/process/end_signals.ts";
import { returnFreedMemoryRegularly } from "../lib/kit/process/freed_memory.ts";
import { outliveLostSockets } from "../lib/kit/process/lost_sockets.ts";
import { configureLog } from "../lib/platform/logs/log_setup.ts";
import { type Claim, claimFolder, unusableFolder } from "../lib/platform/storage/claim.ts";
import type { Outcome, RunOptions } from "./http/run_options.ts";
import { serveInstance } from "./serve_instance.ts";

/**
 * Runs the service until a signal ends it. Returns the exit code: 0 after a normal end, 1 if it cannot listen, 3 if
 * another process uses the config folder.
 */
export async function runService(options: RunOptions): Promise<number> {
  const { configDir } = options;
  const answer = await claimFolder(configDir);
  if ("heldBy" in answer) {
    const { url, pid } = answer.heldBy;
    console.error(
      `Lathe is already running with ${configDir}${url ? ` at ${url}` : ""}${pid ? ` (process ${pid})` : ""}.`,
    );
    return 3;
  }
  const ended = signalled();
  outliveLostSockets(console.warn);
  returnFreedMemoryRegularly();
  for (;;) {
    const outcome = await runOnce(options, answer.claim, ended).catch(async (error) => {
      if (!isRescuable(error)) throw error;
      const { runRescue } = await import("./run_rescue.ts");
      return await runRescue(error, { ...options, claim: answer.claim, signal: ended });
    });
    if (outcome === "reopen") continue;
    await answer.claim.release();
    return outcome === "ended" ? 0 : 1;
  }
}

/** True if the user can decide how to continue after a failed start. */
const isRescuable = (error: unknown): error is StoreProblem =>
  error instanceof StoreProblem && ["missing", "settings_missing", "damaged"].includes(error.reason);

/** Runs one instance, from opening its store to closing the store. */
async function runOnce(options: RunOptions, claim: Claim, signal: Promise<void>): Promise<Outcome> {
  const { configDir, env, files } = options;
  const inDocker = await exists("/.dockerenv");
  const ports = { of: (): number[] => [] };
  const instance = await openInstance({
    configDir,
    env,
    files,
    kind: inDocker ? "docker" : files.bundled ? "package" : "source",
    ownPorts: () => ports.of(),
    openLog: ({ folders }, { current, secrets }) =>
      configureLog({
        folder: folders.logs,
        level: current().general.logging.level,
        sizeLimitMb: current().general.logging.sizeLimitMb,
        secrets,
      }),
  }).catch((cause) => {
    throw unusableFolder(configDir, cause);
  });
  try {
    const life = { options, claim, signal, inDocker, ports };
    return await instance.toolMarks.marked(() => serveInstance(instance, life));
  } finally {
    await instance.close();
  }
}

/** Resolves at the first termination signal. A second signal ends the process immediately. */
function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  onEndSignals((exitCode) => {
    if (asked) Deno.exit(exitCode);
    asked = true;
    resolve();
  });
  return promise;
}

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
