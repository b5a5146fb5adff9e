import type { AgentLink } from "./agents/agent_link.ts";
import type { Channel } from "./agents/channel.ts";
import type { JoinCodes } from "./agents/join_codes.ts";
import type { Registry, RegistryDeps } from "./agents/registry_model.ts";
import { type Broker, openBroker } from "./broker/broker.ts";
import { type FarmCertificate, openCertificate } from "./broker/certificate.ts";
import { ensureConsumer, type StoreLimits } from "./broker/connection.ts";
import type { EncoderMarks } from "./encoder_marks.ts";
import { listenAddress, natsPort } from "./listen_address.ts";
import type { Transfers } from "./transfer/transfer.ts";
import type { Mutex } from "../kit/async.ts";
import type { StoredSettings } from "../platform/settings/store.ts";

/** Opens the HTTPS listener for agents. */
export type OpenListener = (options: {
  link: AgentLink;
  transfers: Transfers;
  host: string;
  port: number;
  tls: { cert: string; key: string };
}) => Promise<{ port: number; stop(): Promise<void> }>;

/** Services and options of the farm. */
export interface FarmDeps extends RegistryDeps {
  settings: Pick<StoredSettings, "current">;
  instance: string;
  folder: string;
  findServer(): Promise<{ path?: string; error?: string }>;
  openListener: OpenListener;
  /** Returns the fingerprints of this machine's encoders. */
  localMarks(): Promise<EncoderMarks>;
  limits?: StoreLimits;
  /** Delays in milliseconds before retries of failed starts. The last delay is repeated. */
  retryMs?: readonly number[];
}

/** Components that run while agents are enabled. */
interface RunningFarm {
  broker: Broker;
  /** HTTPS listener for agents. Undefined while its address cannot be bound. */
  listener?: { port: number; stop(): Promise<void> };
  certificate: FarmCertificate;
  timer: ReturnType<typeof setInterval>;
  followed?: unknown;
  purged: boolean;
}

/** State of the farm, across restarts of its components. */
export interface FarmState extends FarmDeps {
  registry: Registry;
  channel: Channel;
  transfers: Transfers;
  codes: JoinCodes;
  link(): AgentLink;
  inTurn: Mutex;
  running?: RunningFarm | undefined;
  /** Reason why a component could not be started. The start is retried. */
  problem?: string | undefined;
  retry?: ReturnType<typeof setTimeout>;
}

const SWEEP_MS = 5_000;
/** Delays in milliseconds before retries of failed starts. The last delay is repeated. */
const RETRY_MS = [15_000, 30_000, 60_000];

/** Returns the reason why parts cannot be sent. Undefined if they can, or if agents are disabled. */
export const farmProblem = ({ problem, running }: FarmState): string | undefined =>
  problem ?? running?.broker.problem();

/** Stops running components and starts those that the settings require. Calls must not overlap. */
export async function applySettings(state: FarmState): Promise<void> {
  await stopFarm(state);
  if (state.settings.current().agents.enabled) await startMissing(state, 0);
}

/** Stops all components and retries. Calls must not overlap. */
export async function stopFarm(state: FarmState): Promise<void> {
  const { running } = state;
  clearTimeout(state.retry);
  state.problem = state.running = undefined;
  if (running === undefined) return;
  clearInterval(running.timer);
  state.codes.clear();
  state.registry.markAllOffline("Agents were disabled, or their server was changed.");
  await running.listener?.stop();
  await running.broker.close();
}

/** Starts missing components. Failures are stored as a problem and retried. Never throws. */
async function startMissing(state: FarmState, failures: number): Promise<void> {
  const before = state.problem;
  state.problem = await tryToStart(state);
  if (state.problem !== undefined) {
    const waits = state.retryMs ?? RETRY_MS;
    const again = () => void state.inTurn(() => startMissing(state, failures + 1));
    state.retry = setTimeout(again, waits[Math.min(failures, waits.length - 1)]);
  }
  if (state.problem === before) return;
  // Only the first of several failures is recorded. Their messages cannot be compared, because they may contain the
  // name of a temporary file.
  if (state.problem !== undefined && before === undefined) {
    state.events.record({ level: "error", source: "agents", message: state.problem });
  }
  publishProblem(state);
}

/** Returns the reason why a component could not be started. */
async function tryToStart(state: FarmState): Promise<string | undefined> {
  const why = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
  try {
    state.running ??= await startServer(state);
  } catch (error) {
    return `Agents could not be enabled: ${why(error)}. Retrying.`;
  }
  const { host, port } = listenAddress(state.settings.current().agents.listen);
  const { cert, key } = state.running.certificate;
  try {
    state.running.listener ??= await state.openListener({
      ...{ host, port, link: state.link(), transfers: state.transfers, tls: { cert, key } },
    });
  } catch (error) {
    const place = port === 0 ? "any port" : `port ${port}`;
    return `Lathe cannot listen for agents on ${place}: ${why(error)}. Retrying.`;
  }
  return undefined;
}

async function startServer(state: FarmState): Promise<RunningFarm> {
  const { instance, folder, findServer, log, limits } = state;
  const { server, listen } = state.settings.current().agents;
  const { host, port } = listenAddress(listen);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const certificate = await openCertificate(folder);
  const broker = await openBroker({
    ...{ instance, server, folder, host, certificate, findServer, log, limits },
    port: natsPort(port),
    agents: () => approvedUsers(state),
    onChange: () => connectionChanged(state),
  });
  return { broker, certificate, timer: setInterval(state.registry.sweep, SWEEP_MS), purged: false };
}

const approvedUsers = ({ registry }: FarmState) =>
  registry.rows().filter(({ state }) => state === "approved").map(({ id, publicKey }) => ({ id, publicKey }));

/** Updates the users and consumers on the server from the registry. */
export async function applyAgents(state: FarmState): Promise<void> {
  const { running, instance, log } = state;
  if (running === undefined) return;
  const open = running.broker.connection();
  try {
    // The consumer must exist before its agent connects.
    if (open !== undefined) { for (const { id } of approvedUsers(state)) await ensureConsumer(open, instance, id); }
  } catch (error) {
    // The consumers are created when the connection is opened again. The users of the server are updated now.
    log("warn", "The NATS server could not be prepared for an agent.", { error: String(error) });
  }
  await running.broker.applyAgents();
}

function publishProblem(state: FarmState): void {
  const problem = farmProblem(state);
  state.bus.publish("agents", problem === undefined ? {} : { problem });
}

/** Subscribes to a new connection. Without a connection, all agents are offline. */
function connectionChanged(state: FarmState): void {
  const { running, channel, registry, log } = state;
  if (running === undefined) return;
  const open = running.broker.connection();
  publishProblem(state);
  if (open === undefined) {
    const problem = running.broker.problem() ?? "The connection to the NATS server is closed.";
    registry.markAllOffline(problem);
    state.events.record({ level: "warning", source: "agents", message: problem });
    return;
  }
  if (running.followed === open) return;
  running.followed = open;
  void (async () => {
    try {
      if (!running.purged) await channel.purge();
      running.purged = true;
      await applyAgents(state);
      await channel.follow(open);
    } catch (error) {
      log("warn", "The NATS server could not be prepared for agents.", { error: String(error) });
    }
  })();
}
