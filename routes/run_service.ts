import { createSelections } from "../lib/jobs/intake/selections.ts";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { StoreProblem } from "../db/check.ts";
import { keyValueRepository } from "../db/platform/key_values.ts";
import { resetByVariable } from "../lib/platform/auth/reset.ts";
import { openInstance } from "../lib/app/instance.ts";
import type { Instance, ProgramFiles } from "../lib/app/instance_model.ts";
import { onEndSignals } from "../lib/kit/process/end_signals.ts";
import { VERSION } from "../lib/kit/version.ts";
import { type Claim, claimFolder, unusableFolder } from "../lib/platform/storage/claim.ts";
import { configureLog } from "../lib/platform/logs/log_setup.ts";
import { createEventStream } from "../lib/app/events/stream.ts";
import { createApp } from "./app.ts";
import { createHost } from "./http/host.ts";
import { createInFlight } from "./http/in_flight.ts";
import type { Outcome, RunOptions } from "./http/run_options.ts";

/** Runs the service until a signal ends it. Exit code 0, 1 when it cannot listen, 3 when another one holds the folder. */
export async function runService(options: RunOptions): Promise<number> {
  const { configDir } = options;
  const answer = await claimFolder(configDir);
  if ("heldBy" in answer) {
    const { url, pid } = answer.heldBy;
    console.error(`Lathe already runs on ${configDir}${url ? ` at ${url}` : ""}${pid ? ` (process ${pid})` : ""}.`);
    return 3;
  }
  const ended = signalled();
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

/** Whether a person can decide how a start that failed goes on. */
const isRescuable = (error: unknown): error is StoreProblem =>
  error instanceof StoreProblem && ["missing", "settings_missing", "damaged"].includes(error.reason);

/** One life of an instance, from the opening of its store to the closing. */
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

interface Life {
  options: RunOptions;
  claim: Claim;
  signal: Promise<void>;
  inDocker: boolean;
  /** Told where the service listens. */
  ports: { of: () => number[] };
}

/** Serves an instance until somebody wants it to end; resolves when nothing uses it any more. */
async function serveInstance(instance: Instance, { options, claim, signal, inDocker, ports }: Life): Promise<Outcome> {
  const { env, files } = options;
  const { settings, storage, bus, clock, log, events } = instance;
  await resetIfAsked(instance, env).catch((error) => {
    log("error", "SERVICE_RESET_AUTH could not switch authentication off.", { error: String(error) });
  });
  const requests = createInFlight({ around: instance.toolMarks.marked });
  const stream = createEventStream({ bus, settings, clock, startedAt: instance.startedAt });
  const selections = createSelections();
  const outcome = Promise.withResolvers<Outcome>();
  const remembered = keyValueRepository(instance.store);
  const shared = {
    startedAt: instance.startedAt,
    inDocker,
    env,
    assets: await readAssets(files),
    staticFiles: files.staticFiles,
    docs: files.docs,
    machineName: hostname(),
  };
  const soon = (act: () => void) => void setTimeout(act, ANSWER_MS);
  const host = createHost({
    settings: () => settings.current().general.host,
    first: { bindAddress: options.host, port: options.port },
    disconnect: stream.disconnect,
    events,
    log,
    appFor: (urlBase) =>
      requests.count(createApp({
        ...instance,
        stream,
        selections,
        setup: {
          dismissed: async () => await remembered.get("setup.dismissed") === true,
          dismiss: (dismissed) => remembered.set("setup.dismissed", dismissed),
        },
        control: {
          restart() {
            soon(() => void host.restart().then(moved, failed).catch(failed));
            return host.planned();
          },
          reopen: () => soon(() => outcome.resolve("reopen")),
          shutdown: () => soon(() => outcome.resolve("ended")),
        },
        instance: { ...shared, urlBase },
      })),
  });
  ports.of = host.ports;

  async function moved(asWanted: boolean): Promise<void> {
    if (asWanted) settings.restarted();
    events.record({ level: "info", source: "system", message: `Lathe restarted in place, at ${addressOf()}.` });
    console.log(`Lathe is now at ${addressOf()}`);
    await announce();
  }
  /** Others are told where we are; that the disk is full keeps nobody from working. */
  const announce = (): Promise<void> =>
    claim.announce({ port: host.at().port, url: addressOf() }).catch((error) =>
      log("warn", "The address could not be written into the lock file.", { error: String(error) })
    );
  const failed = (error: unknown): void => {
    log("error", "The restart failed.", { error });
    outcome.resolve("failed");
  };
  const addressOf = (): string => `http://localhost:${host.at().port}${host.at().urlBase}`;

  try {
    await host.start();
  } catch (error) {
    const port = options.port ?? settings.current().general.host.port;
    console.error(`Cannot listen on port ${port}: ${error instanceof Error ? error.message : error}.`);
    console.error("Choose another one with --port or SERVICE_PORT.");
    return "failed";
  }
  await announce();
  const queue = startPersistently(instance);
  await queue.tried;
  const looking = setTimeout(() => instance.tasks.start(), FIRST_LOOK_MS);
  log("info", "Lathe is up.", { version: VERSION, url: addressOf(), configDir: storage.configDir });
  events.record({ level: "info", source: "system", message: `Lathe ${VERSION} started.`, details: addressOf() });
  console.log(`Lathe ${VERSION} is at ${addressOf()}`);

  const result = await Promise.race([outcome.promise, signal.then((): Outcome => "ended")]);
  log("info", result === "reopen" ? "Lathe opens everything anew." : "Lathe is going down.");
  clearTimeout(looking);
  stream.close();
  await queue.giveUp();
  // Tools end while the last requests are answered; only then may the store be closed under both.
  await Promise.all([host.stop(), instance.jobs.stop(), instance.backups.stop()]);
  const left = await requests.settled(LAST_REQUESTS_MS);
  if (left > 0) log("warn", "Requests were still being answered.", { requests: left });
  return result;
}

/** Handlers whose connection was cut already. */
const LAST_REQUESTS_MS = 10_000;
const QUEUE_RETRY_MS = 30_000;
/** Who waited for the start is answered before tasks start programs of their own. */
const FIRST_LOOK_MS = 500;

/** Starts the queue; where that fails (a full disk), everything else is there for people to help, and it is tried again. */
function startPersistently({ jobs, log, events }: Instance): { tried: Promise<void>; giveUp(): Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let given = false;
  const start = async (): Promise<void> => {
    try {
      await jobs.start();
    } catch (error) {
      const details = error instanceof Error ? error.message : String(error);
      log("error", "The queue could not be started; it is tried again.", { error: details });
      events.record({ level: "error", source: "system", message: "The queue could not be started yet.", details });
      if (!given) timer = setTimeout(() => starting = start(), QUEUE_RETRY_MS);
    }
  };
  let starting = start();
  return {
    tried: starting,
    async giveUp() {
      given = true;
      clearTimeout(timer);
      await starting;
    },
  };
}

/** The answer to a call that ends or moves the service is on its way before it does. */
const ANSWER_MS = 100;

async function resetIfAsked(instance: Instance, env: RunOptions["env"]): Promise<void> {
  const { settings, storage, events, auth, sightings } = instance;
  const reset = await resetByVariable({ env, settings, programData: storage.folders.programData });
  sightings.resetByVariable = reset !== "none";
  if (reset !== "done") return;
  await auth.settingsChanged(["general.security.authentication"]);
  events.record({
    level: "warning",
    source: "auth",
    message: "SERVICE_RESET_AUTH switched authentication off.",
    details: "Remove the variable and set a new password.",
  });
}

/** Resolves at the first request to end; a second one ends at once. */
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

async function readAssets({ staticFiles }: ProgramFiles): Promise<Record<string, string>> {
  const manifest = new URL("manifest.json", staticFiles);
  try {
    return JSON.parse(await Deno.readTextFile(manifest));
  } catch {
    throw new Error(
      `The browser's files are missing (${fileURLToPath(manifest)}): run \`deno task start\`, which builds them.`,
    );
  }
}

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
