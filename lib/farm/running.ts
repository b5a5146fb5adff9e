import type { AgentLink } from "./agents/agent_link.ts";
import type { Channel } from "./agents/channel.ts";
import type { JoinCodes } from "./agents/join_codes.ts";
import type { Registry, RegistryDeps } from "./agents/registry.ts";
import { type Broker, openBroker } from "./broker/broker.ts";
import { type FarmCertificate, openCertificate } from "./broker/certificate.ts";
import { ensureConsumer, type StoreLimits } from "./broker/connection.ts";
import type { EncoderMarks } from "./encoder_marks.ts";
import { listenAddress, natsPort } from "./listen_address.ts";
import type { Transfers } from "./transfer/transfer.ts";
import type { Mutex } from "../kit/async.ts";
import type { StoredSettings } from "../platform/settings/store.ts";

/** Opens the HTTPS address for agents. */
export type OpenListener = (options: {
  link: AgentLink;
  transfers: Transfers;
  host: string;
  port: number;
  tls: { cert: string; key: string };
}) => Promise<{ port: number; stop(): Promise<void> }>;

/** What the farm is made of. */
export interface FarmDeps extends RegistryDeps {
  settings: Pick<StoredSettings, "current">;
  instance: string;
  folder: string;
  findServer(): Promise<{ path?: string; error?: string }>;
  openListener: OpenListener;
  /** What the encoders of this machine make of the known pictures. */
  ourMarks(): Promise<EncoderMarks>;
  limits?: StoreLimits;
  /** Waits before what could not be started is tried again; the last one repeats. */
  retryMs?: readonly number[];
}

/** What is there while agents are switched on. */
interface RunningFarm {
  broker: Broker;
  /** Undefined while the address cannot be listened at. */
  listener?: { port: number; stop(): Promise<void> };
  certificate: FarmCertificate;
  timer: ReturnType<typeof setInterval>;
  followed?: unknown;
  purged: boolean;
}

/** The farm over all its starts and ends. */
export interface FarmState extends FarmDeps {
  registry: Registry;
  channel: Channel;
  transfers: Transfers;
  codes: JoinCodes;
  link(): AgentLink;
  inTurn: Mutex;
  running?: RunningFarm | undefined;
  /** Why something could not be started, in words; it is tried again. */
  problem?: string | undefined;
  retry?: ReturnType<typeof setTimeout>;
}

const SWEEP_MS = 5_000;
/** Waits before what could not be started is tried again; the last one repeats. */
const RETRY_MS = [15_000, 30_000, 60_000];

/** Why parts cannot go out, in words; undefined when they can, or when agents are switched off. */
export const farmProblem = ({ problem, running }: FarmState): string | undefined =>
  problem ?? running?.broker.problem();

/** Ends what runs, and starts what the settings ask for. To be called in turn. */
export async function applySettings(state: FarmState): Promise<void> {
  await stopFarm(state);
  if (state.settings.current().agents.enabled) await startMissing(state, 0);
}

/** Ends everything, also the trying. To be called in turn. */
export async function stopFarm(state: FarmState): Promise<void> {
  const { running } = state;
  clearTimeout(state.retry);
  state.problem = state.running = undefined;
  if (running === undefined) return;
  clearInterval(running.timer);
  state.codes.clear();
  state.registry.leaveAll("Agents were switched off, or their server was changed.");
  await running.listener?.stop();
  await running.broker.close();
}

/** Starts what does not run yet; what fails is a problem, and is tried again. Never throws. */
async function startMissing(state: FarmState, failures: number): Promise<void> {
  const before = state.problem;
  state.problem = await tryToStart(state);
  if (state.problem !== undefined) {
    const waits = state.retryMs ?? RETRY_MS;
    const again = () => void state.inTurn(() => startMissing(state, failures + 1));
    state.retry = setTimeout(again, waits[Math.min(failures, waits.length - 1)]);
  }
  if (state.problem === before) return;
  // The same failure may come in other words every time, as with the name of a temporary file.
  if (state.problem !== undefined && before === undefined) {
    state.events.record({ level: "error", source: "agents", message: state.problem });
  }
  publishProblem(state);
}

/** Answers why something could not be started, in words. */
async function tryToStart(state: FarmState): Promise<string | undefined> {
  const why = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
  try {
    state.running ??= await startServer(state);
  } catch (error) {
    return `Agents could not be switched on: ${why(error)}. It is tried again.`;
  }
  const { host, port } = listenAddress(state.settings.current().agents.listen);
  const { cert, key } = state.running.certificate;
  try {
    state.running.listener ??= await state.openListener({
      ...{ host, port, link: state.link(), transfers: state.transfers, tls: { cert, key } },
    });
  } catch (error) {
    const place = port === 0 ? "any port" : `port ${port}`;
    return `The address for agents cannot be listened at, ${place}: ${why(error)}. It is tried again.`;
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

/** Brings users and consumers of the server to what the registry says. */
export async function applyAgents(state: FarmState): Promise<void> {
  const { running, instance, log } = state;
  if (running === undefined) return;
  const open = running.broker.connection();
  try {
    // A consumer is there before its agent is.
    if (open !== undefined) { for (const { id } of approvedUsers(state)) await ensureConsumer(open, instance, id); }
  } catch (error) {
    // The next connection makes them; who may connect does not wait for it.
    log("warn", "The NATS server could not be prepared for an agent.", { error: String(error) });
  }
  await running.broker.applyAgents();
}

function publishProblem(state: FarmState): void {
  const problem = farmProblem(state);
  state.bus.publish("agents", problem === undefined ? {} : { problem });
}

/** A new connection is listened on; without one nobody is there. */
function connectionChanged(state: FarmState): void {
  const { running, channel, registry, log } = state;
  if (running === undefined) return;
  const open = running.broker.connection();
  publishProblem(state);
  if (open === undefined) {
    const problem = running.broker.problem() ?? "The connection to the NATS server is closed.";
    registry.leaveAll(problem);
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
