import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { StoreProblem } from "../db/check.ts";
import { openRescue } from "../lib/app/backup/rescue.ts";
import { identityProblem } from "../lib/media/setup/program_identity.ts";
import { Fault } from "../lib/kit/fault.ts";
import { systemClock } from "../lib/kit/clock.ts";
import { VERSION } from "../lib/kit/version.ts";
import { environmentLocks } from "../lib/platform/settings/environment.ts";
import { peekSettings } from "../lib/platform/settings/file.ts";
import { Settings } from "../lib/platform/settings/schema.ts";
import { merged, treeWith } from "../lib/platform/settings/tree.ts";
import type { Claim } from "../lib/platform/storage/claim.ts";
import { noteFirstStart } from "../lib/platform/storage/start_check.ts";
import { storageFolders } from "../lib/platform/storage/storage.ts";
import { rescueApp } from "./rescue.tsx";
import type { Outcome, RunOptions } from "./http/run_options.ts";
import { nameOf } from "./http/host.ts";
import { type Listening, serve } from "./http/serve.ts";

export interface RunRescueOptions extends RunOptions {
  claim: Claim;
  signal: Promise<void>;
}

/** Serves the rescue page at the service's address until the user decides or a signal ends it. */
export async function runRescue(problem: StoreProblem, options: RunRescueOptions): Promise<Outcome> {
  const { configDir, env, files, claim, signal } = options;
  const { folders, configDir: root } = storageFolders(configDir, env);
  const ending = new AbortController();
  const rescue = await openRescue({
    problem,
    clock: systemClock,
    storage: { configDir: root, folders },
    version: VERSION,
    migrations: fileURLToPath(files.migrations),
    importWorkerUrl: files.importWorkerUrl,
    local: !env.SERVICE_DATABASE_URL?.trim(),
    // The output folders of profiles are unknown because the database cannot be opened.
    programs: {
      identityProblem,
      writtenFolders: [root, ...Object.values(folders)],
      outputFolders: () => Promise.resolve([]),
    },
    programsLocked: env.SERVICE_LOCK_PROGRAMS === "1",
    noteFirstStart,
    signal: ending.signal,
  });
  const { bindAddress, port } = await addressOf(options, folders.programData);
  const decided = Promise.withResolvers<Outcome>();
  const app = rescueApp(rescue, (outcome) => decided.resolve(outcome === "quit" ? "ended" : "reopen"));
  let listening: Listening;
  try {
    listening = await serve({ app, bindAddress, port });
  } catch (error) {
    console.error(`${problem.message} The recovery page cannot be shown on port ${port}: ${error}`);
    return "failed";
  }
  const url = `http://${nameOf(bindAddress)}:${listening.port}`;
  await claim.announce({ port: listening.port, url }).catch((error) =>
    // A full disk may have damaged the database, so the page is shown even if this write fails.
    console.error(`The address could not be written to the lock file: ${error}`)
  );
  console.error(problem.message);
  console.log(
    `Lathe is waiting for your decision at ${url}` +
      (rescue.proof.kind === "code" ? ` (code ${rescue.proof.code})` : ""),
  );
  const outcome = await Promise.race([decided.promise, signal.then((): Outcome => "ended")]);
  ending.abort(new Fault("shutting_down", "Lathe is shutting down; no backup was restored."));
  await listening.stop();
  return outcome;
}

/** Returns the address that the service would listen on. */
async function addressOf({ env, host, port }: RunOptions, programData: string) {
  const saved = await peekSettings(join(programData, "settings.json")).catch(() => undefined);
  const locked = environmentLocks(env).reduce<unknown>(
    (tree, { key, value }) => merged(tree, treeWith(key, value)),
    saved ?? {},
  );
  const settings = Settings.safeParse(locked).data?.general.host;
  return { bindAddress: host ?? settings?.bindAddress ?? "localhost", port: port ?? settings?.port ?? 3939 };
}
