import { createHash } from "node:crypto";
import { type AgentLink, createAgentLink } from "./agents/agent_link.ts";
import { createJoinCodes } from "./agents/join_codes.ts";
import { type Channel, createChannel } from "./agents/channel.ts";
import type { Agent, AgentChange, AgentList, RevokedAgent } from "./agents/model.ts";
import { openRegistry, type Registry, type RegistryDeps } from "./agents/registry.ts";
import type { EncoderMarks } from "./encoder_marks.ts";
import { type Broker, openBroker } from "./broker/broker.ts";
import { type FarmCertificate, openCertificate } from "./broker/certificate.ts";
import { ensureConsumer, removeConsumer, type StoreLimits } from "./broker/connection.ts";
import { createRemoteMachines } from "./remote_machines.ts";
import { createTransfers, type Transfers } from "./transfer/transfer.ts";
import type { RemoteMachines } from "../jobs/segments/remote_machines.ts";
import { createMutex, type Mutex } from "../kit/async.ts";
import { Fault } from "../kit/fault.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import { joinAddresses, listenAddress, natsPort } from "./listen_address.ts";
import { joinCodeText } from "./protocol.ts";

/** Opens the HTTPS address for agents. */
export type OpenListener = (options: {
  link: AgentLink;
  transfers: Transfers;
  host: string;
  port: number;
  tls: { cert: string; key: string };
}) => Promise<{ port: number; stop(): Promise<void> }>;

/** The machines that encode for this one. */
export interface Farm {
  list(): Promise<AgentList>;
  /** A code for one machine; `host` is where the caller reached this service. Throws `bad_state` while agents are off. */
  invite(host: string): Promise<{ id: string; code: string; addresses: string[]; expiresAt: string }>;
  /** Not approved is as good as revoked. */
  decide(id: string, approved: boolean): Promise<Agent>;
  change(id: string, change: AgentChange): Promise<Agent>;
  /** Resolves when the agent is connected nowhere any more. */
  revoke(id: string): Promise<RevokedAgent>;
  /** Starts or ends the server and the listener as the settings say now. */
  apply(): Promise<void>;
  /** The agents as the queue sees them; the same over all starts and ends of the server. */
  machines(): Promise<RemoteMachines>;
  link(): Promise<AgentLink>;
  close(): Promise<void>;
}

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
}

const SWEEP_MS = 5_000;

interface Running {
  broker: Broker;
  listener?: { port: number; stop(): Promise<void> };
  problem?: string;
  certificate: FarmCertificate;
  timer: ReturnType<typeof setInterval>;
  followed?: unknown;
  purged: boolean;
}

interface FarmState extends FarmDeps {
  registry: Registry;
  channel: Channel;
  transfers: Transfers;
  running?: Running | undefined;
  inTurn: Mutex;
  codes: ReturnType<typeof createJoinCodes>;
}

/** Reads who is known; nothing is started before `apply`. */
export async function createFarm(deps: FarmDeps): Promise<Farm> {
  const registry = await openRegistry(deps);
  const { instance, log, clock, events } = deps;
  const channel = createChannel({
    ...{ instance, registry, log },
    connection: () => state.running?.broker.connection(),
    problem: () => state.running === undefined ? "Agents are switched off." : problemOf(state.running),
  });
  const codes = createJoinCodes(clock, (address = "many addresses") => {
    const message = `Wrong join codes came from ${address}. More of them are refused for a minute.`;
    events.record({ level: "warning", source: "agents", message });
  });
  const transfers = createTransfers();
  const machines = createRemoteMachines({ channel, transfers, ourMarks: deps.ourMarks, clock });
  const state: FarmState = { ...deps, registry, channel, transfers, codes, inTurn: createMutex() };
  const link = createAgentLink({
    ...{ registry, codes, instance },
    settings: () => deps.settings.current().agents,
    certificate: () => state.running?.certificate.cert ?? "",
    natsAddress: () => state.running?.broker.address(),
    used: (secret) => state.bus.publish("join-code-used", { id: codeId(secret) }),
    letIn: () => applyAgents(state),
  });
  return {
    list: () => Promise.resolve(listOf(state)),
    invite: (host) => Promise.try(() => invite(state, host)),
    decide: async (id, approved) => {
      if (!approved) return await revoke(state, id);
      const agent = await registry.approve(id);
      await applyAgents(state);
      channel.control(id, { kind: "changed" });
      return agent;
    },
    change: async (id, change) => {
      const agent = await registry.change(id, change);
      channel.control(id, { kind: "changed" });
      return agent;
    },
    revoke: (id) => revoke(state, id),
    apply: () => state.inTurn(() => apply(state, link)),
    machines: () => Promise.resolve(machines),
    link: () => Promise.resolve(link),
    close: () =>
      state.inTurn(async () => {
        await stop(state);
        await registry.settled();
      }),
  };
}

/** Ends what an agent has here; a failure on the way leaves nothing open that could be closed. */
async function revoke(state: FarmState, id: string): Promise<RevokedAgent> {
  const { registry, channel, settings, instance, log } = state;
  const { broker } = state.running ?? {};
  const agent = await registry.revoke(id);
  channel.control(id, { kind: "changed" });
  let warning = settings.current().agents.server === "" ? undefined : FOREIGN_WARNING;
  try {
    await broker?.applyAgents();
  } catch (error) {
    log("warn", "The NATS server could not be told of an agent that was revoked.", { error: String(error) });
    warning = ENDED_WARNING;
  }
  const open = broker?.connection();
  if (open !== undefined) await removeConsumer(open, instance, id);
  return warning === undefined ? agent : { ...agent, warning };
}

const ENDED_WARNING =
  "The configuration of the NATS server could not be written, so the NATS server was ended, and with it every connection " +
  "of agents. It is started again once its configuration can be written: see that there is room in the config folder.";

const FOREIGN_WARNING =
  "Its credential ends here at once, and sources and results are closed to it. What it may do at " +
  "the NATS server of the settings is for that server to say: change the agents' token or password there.";

const problemOf = ({ broker, problem }: Running): string | undefined => problem ?? broker.problem();

function listOf({ settings, registry, running }: FarmState): AgentList {
  const problem = running === undefined ? undefined : problemOf(running);
  return {
    enabled: settings.current().agents.enabled,
    foreignServer: settings.current().agents.server !== "",
    ...(problem === undefined ? {} : { problem }),
    items: registry.list(),
  };
}

function invite({ running, codes, settings }: FarmState, host: string) {
  if (running?.listener === undefined) {
    throw new Fault("bad_state", running?.problem ?? "Agents are switched off. Switch them on in Settings first.");
  }
  const addresses = joinAddresses(host, {
    bound: listenAddress(settings.current().agents.listen).host,
    port: running.listener.port,
  });
  const { secret, expiresAt } = codes.issue();
  const code = joinCodeText({ addresses, fingerprint: running.certificate.fingerprint, secret });
  return { id: codeId(secret), code, addresses, expiresAt: expiresAt.toISOString() };
}

/** Names a code without giving it away. */
const codeId = (secret: string): string => createHash("sha256").update(`id of ${secret}`).digest("hex").slice(0, 16);

const usersOf = ({ registry }: FarmState) =>
  registry.rows().filter(({ state }) => state === "approved").map(({ id, publicKey }) => ({ id, publicKey }));

/** Brings users and consumers of the server to what the registry says. */
async function applyAgents(state: FarmState): Promise<void> {
  const { running, instance, log } = state;
  if (running === undefined) return;
  const open = running.broker.connection();
  try {
    // A consumer is there before its agent is.
    if (open !== undefined) { for (const { id } of usersOf(state)) await ensureConsumer(open, instance, id); }
  } catch (error) {
    // The next connection makes them; who may connect does not wait for it.
    log("warn", "The NATS server could not be prepared for an agent.", { error: String(error) });
  }
  await running.broker.applyAgents();
}

async function apply(state: FarmState, link: AgentLink): Promise<void> {
  await stop(state);
  const { agents } = state.settings.current();
  if (!agents.enabled) return;
  const { host, port } = listenAddress(agents.listen);
  const certificate = await openCertificate(state.folder);
  const broker = await openBroker({
    ...{ instance: state.instance, server: agents.server, folder: state.folder, host, certificate },
    port: natsPort(port),
    findServer: state.findServer,
    agents: () => usersOf(state),
    onChange: () => connectionChanged(state),
    log: state.log,
    limits: state.limits,
  });
  const timer = setInterval(state.registry.sweep, SWEEP_MS);
  const running: Running = state.running = { broker, certificate, timer, purged: false };
  try {
    running.listener = await state.openListener({
      ...{ link, transfers: state.transfers, host, port },
      tls: { cert: certificate.cert, key: certificate.key },
    });
  } catch (error) {
    running.problem = `The address for agents cannot be listened at, ${port === 0 ? "any port" : `port ${port}`}: ${
      error instanceof Error ? error.message : String(error)
    }.`;
    state.events.record({ level: "error", source: "agents", message: running.problem });
  }
}

async function stop(state: FarmState): Promise<void> {
  const { running } = state;
  if (running === undefined) return;
  state.running = undefined;
  clearInterval(running.timer);
  state.codes.clear();
  state.registry.leaveAll("Agents were switched off, or their server was changed.");
  await running.listener?.stop();
  await running.broker.close();
}

/** A new connection is listened on; without one nobody is there. */
function connectionChanged(state: FarmState): void {
  const { running, channel, registry, log } = state;
  if (running === undefined) return;
  const open = running.broker.connection();
  const problemNow = problemOf(running);
  state.bus.publish("agents", problemNow === undefined ? {} : { problem: problemNow });
  if (open === undefined) {
    const problem = running.broker.problem() ?? "The connection to the NATS server is closed.";
    registry.leaveAll(problem);
    state.events.record({ level: "warning", source: "agents", message: problem });
    return;
  }
  if (running.followed === open) {
    // It was interrupted, and is back.
    void applyAgents(state).catch((error) => log("warn", "Agents could not be let in.", { error: String(error) }));
    return;
  }
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
