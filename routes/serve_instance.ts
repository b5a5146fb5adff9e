import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { keyValueRepository } from "../db/platform/key_values.ts";
import { createEventStream, type EventStream } from "../lib/app/events/stream.ts";
import type { Instance } from "../lib/app/instance_model.ts";
import type { ProgramFiles } from "../lib/app/instance_options.ts";
import { attentionMemory } from "./services/attention_memory.ts";
import { setupMemory } from "./services/setup_memory.ts";
import { createSelections } from "../lib/jobs/intake/selections.ts";
import { VERSION } from "../lib/kit/version.ts";
import { resetByVariable } from "../lib/platform/auth/reset.ts";
import type { Claim } from "../lib/platform/storage/claim.ts";
import { createApp } from "./app.ts";
import { createHost, type Host } from "./http/host.ts";
import { createInFlight, type InFlight } from "./http/in_flight.ts";
import type { Outcome, RunOptions } from "./http/run_options.ts";
import type { Control, Services } from "./services/services.ts";

/** Parameters for serving an instance. */
interface Life {
  options: RunOptions;
  claim: Claim;
  signal: Promise<void>;
  inDocker: boolean;
  /** Ports on which the service listens. They are updated when the address changes. */
  ports: { of: () => number[] };
}

/** State while an instance is served. */
interface Serving extends Life {
  readonly instance: Instance;
  readonly requests: InFlight;
  readonly stream: EventStream;
  readonly host: Host;
  /** Resolves when a part of the service ends the instance. */
  readonly outcome: PromiseWithResolvers<Outcome>;
}

/** Maximum time in milliseconds to wait for handlers whose connections are already closed. */
const LAST_REQUESTS_MS = 10_000;
const QUEUE_RETRY_MS = 30_000;
/** Delay in milliseconds before tasks start programs, so that waiting clients get their responses first. */
const TASK_DELAY_MS = 500;
/** Delay in milliseconds before a stop or restart, so that its response is sent first. */
const ANSWER_MS = 100;

/** Serves an instance until it has to end. Resolves when the instance is no longer in use. */
export async function serveInstance(instance: Instance, life: Life): Promise<Outcome> {
  const { tasks, log } = instance;
  await resetIfAsked(instance, life.options.env).catch((error) => {
    log("error", "SERVICE_RESET_AUTH could not disable authentication.", { error: String(error) });
  });
  const serving = await prepare(instance, life);
  life.ports.of = serving.host.ports;
  if (!await tryToListen(serving)) return "failed";
  await announce(serving);
  await openFarm(instance);
  instance.dashboards.start();
  const queue = startPersistently(instance);
  await queue.tried;
  const taskStart = setTimeout(() => tasks.start(), TASK_DELAY_MS);
  recordStart(serving);

  const result = await Promise.race([serving.outcome.promise, life.signal.then((): Outcome => "ended")]);
  log("info", result === "reopen" ? "Lathe is reopening its database and ports." : "Lathe is shutting down.");
  clearTimeout(taskStart);
  serving.stream.close();
  await queue.giveUp();
  await stopServing(serving);
  return result;
}

/** Creates the request handlers without listening yet. */
async function prepare(instance: Instance, life: Life): Promise<Serving> {
  const { settings, bus, clock, events, log, startedAt } = instance;
  const { options } = life;
  const requests = createInFlight({ around: instance.toolMarks.marked });
  const stream = createEventStream({ bus, settings, clock, startedAt });
  const own = await ownServices(instance, life);
  const serving: Serving = {
    ...life,
    instance,
    requests,
    stream,
    outcome: Promise.withResolvers<Outcome>(),
    host: createHost({
      settings: () => settings.current().general.host,
      first: { bindAddress: options.host, port: options.port },
      disconnect: stream.disconnect,
      events,
      log,
      appFor: (urlBase) => {
        const control = controlOf(serving);
        return requests.count(
          createApp({ ...instance, ...own, stream, control, instance: { ...own.instance, urlBase } }),
        );
      },
    }),
  };
  return serving;
}

/**
 * Creates the services that routes use in addition to the services of the instance. They do not depend on the address.
 */
async function ownServices(
  { startedAt, store }: Instance,
  { inDocker, options: { env, files } }: Life,
): Promise<Pick<Services, "selections" | "setup" | "attention"> & { instance: Omit<Services["instance"], "urlBase"> }> {
  const remembered = keyValueRepository(store);
  return {
    selections: createSelections(),
    setup: setupMemory(remembered),
    attention: attentionMemory(remembered),
    instance: {
      startedAt,
      inDocker,
      env,
      assets: await readAssets(files),
      staticFiles: files.staticFiles,
      docs: files.docs,
      machineName: hostname(),
    },
  };
}

function controlOf(serving: Serving): Control {
  const { host, outcome } = serving;
  const failed = (error: unknown): void => {
    serving.instance.log("error", "The restart failed.", { error });
    outcome.resolve("failed");
  };
  const soon = (act: () => void) => void setTimeout(act, ANSWER_MS);
  return {
    restart() {
      soon(() => void host.restart().then((asWanted) => recordMove(serving, asWanted), failed).catch(failed));
      return host.planned();
    },
    reopen: () => soon(() => outcome.resolve("reopen")),
    shutdown: () => soon(() => outcome.resolve("ended")),
  };
}

/** Starts listening. Reports the reason if this fails. */
async function tryToListen({ host, instance, options }: Serving): Promise<boolean> {
  try {
    await host.start();
    return true;
  } catch (error) {
    const port = options.port ?? instance.settings.current().general.host.port;
    console.error(`Cannot listen on port ${port}: ${error instanceof Error ? error.message : error}.`);
    console.error("Choose another one with --port or SERVICE_PORT.");
    return false;
  }
}

/** Writes the address to a file for other processes. A full disk must not prevent operation. */
const announce = ({ claim, host, instance }: Serving): Promise<void> =>
  claim.announce({ port: host.at().port, url: addressOf(host) }).catch((error) =>
    instance.log("warn", "The address could not be written to the lock file.", { error: String(error) })
  );

function addressOf(host: Host): string {
  const { name, port, urlBase } = host.at();
  return `http://${name}:${port}${urlBase}`;
}

function recordStart({ host, instance: { log, events, storage } }: Serving): void {
  log("info", "Lathe has started.", { version: VERSION, url: addressOf(host), configDir: storage.configDir });
  events.record({ level: "info", source: "system", message: `Lathe ${VERSION} started.`, details: addressOf(host) });
  console.log(`Lathe ${VERSION} is running at ${addressOf(host)}`);
}

/** Opens the separate listener for agents while agents are enabled. */
const openFarm = ({ farm, log }: Instance): Promise<void> =>
  farm.open(async (options) => {
    const { agentListener } = await import("./agent_link/open_listener.ts");
    return await agentListener({ log })(options);
  });

async function recordMove(serving: Serving, asWanted: boolean): Promise<void> {
  const { host, instance: { events, settings } } = serving;
  if (asWanted) settings.restarted();
  events.record({ level: "info", source: "system", message: `Lathe restarted its web server at ${addressOf(host)}.` });
  console.log(`Lathe is now running at ${addressOf(host)}`);
  await announce(serving);
}

/** Stops running tools while the last requests finish. The store can be closed only after these requests. */
async function stopServing({ host, instance, requests }: Serving): Promise<void> {
  await Promise.all([host.stop(), instance.jobs.stop(), instance.backups.stop()]);
  const left = await requests.settled(LAST_REQUESTS_MS);
  if (left > 0) instance.log("warn", "Some requests had not finished at shutdown.", { requests: left });
}

/**
 * Starts the queue. If this fails, for example because the disk is full, everything else stays available, and the start
 * is retried.
 */
function startPersistently(
  { jobs, log, events, openDiscs }: Instance,
): { tried: Promise<void>; giveUp(): Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const start = async (): Promise<void> => {
    try {
      await jobs.start();
      await openDiscs();
    } catch (error) {
      const details = error instanceof Error ? error.message : String(error);
      log("error", "The queue could not be started; retrying.", { error: details });
      events.record({
        level: "error",
        source: "system",
        message: "The queue could not be started; Lathe is retrying.",
        details,
      });
      if (!stopped) timer = setTimeout(() => starting = start(), QUEUE_RETRY_MS);
    }
  };
  let starting = start();
  return {
    tried: starting,
    async giveUp() {
      stopped = true;
      clearTimeout(timer);
      await starting;
    },
  };
}

async function resetIfAsked(instance: Instance, env: RunOptions["env"]): Promise<void> {
  const { settings, storage, events, auth, securityObservations } = instance;
  const reset = await resetByVariable({ env, settings, programData: storage.folders.programData });
  securityObservations.resetByVariable = reset !== "none";
  if (reset !== "done") return;
  await auth.settingsChanged(["general.security.authentication"]);
  events.record({
    level: "warning",
    source: "auth",
    message: "SERVICE_RESET_AUTH disabled authentication.",
    details: "Remove the variable and set a new password.",
  });
}

async function readAssets({ staticFiles }: ProgramFiles): Promise<Record<string, string>> {
  const manifest = new URL("manifest.json", staticFiles);
  try {
    return JSON.parse(await Deno.readTextFile(manifest));
  } catch {
    throw new Error(
      `The files of the web interface are missing (${
        fileURLToPath(manifest)
      }): run \`deno task start\`, which builds them.`,
    );
  }
}
