import { createJoinCodes } from "./agents/join_codes.ts";
import { type Channel, createChannel } from "./agents/channel.ts";
import type { Agent, AgentChange, AgentList } from "./agents/model.ts";
import { openRegistry, type Registry, type RegistryDeps } from "./agents/registry.ts";
import type { EncoderMarks } from "./encoder_marks.ts";
import { type Broker, openBroker } from "./broker/broker.ts";
import { type FarmCertificate, openCertificate } from "./broker/certificate.ts";
import { ensureConsumer, removeConsumer, type StoreLimits } from "./broker/connection.ts";
import { createRemoteMachines } from "./remote_machines.ts";
import { createTransfers, type Transfers } from "./transfer/transfer.ts";
import type { AgentStanding, JoinAnswer, JoinRequest } from "./protocol.ts";
import type { RemoteMachines } from "../jobs/segments/remote_machines.ts";
import { createMutex, type Mutex } from "../kit/async.ts";
import { Fault } from "../kit/fault.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import { DEFAULT_AGENT_PORT, joinAddresses, listenAddress } from "./listen_address.ts";
import { joinCodeText } from "./protocol.ts";

/** What the routes for agents ask. */
export interface AgentLink {
  join(request: JoinRequest, address: string): Promise<JoinAnswer>;
  /** The agent's id; throws `unauthorized`. A revoked agent is known, and may only ask where it stands. */
  authenticate(credential: string): { id: string; approved: boolean };
  standing(id: string): AgentStanding;
}

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
  invite(host: string): Promise<{ code: string; addresses: string[]; expiresAt: string }>;
  /** Answers `removed` for one that was refused. */
  decide(id: string, approved: boolean): Promise<Agent>;
  change(id: string, change: AgentChange): Promise<Agent>;
  revoke(id: string): Promise<Agent>;
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
  const { instance, log, clock } = deps;
  const channel = createChannel({
    ...{ instance, registry, log },
    connection: () => state.running?.broker.connection(),
    problem: () => state.running === undefined ? "Agents are switched off." : problemOf(state.running),
  });
  const transfers = createTransfers();
  const machines = createRemoteMachines({ channel, transfers, ourMarks: deps.ourMarks, clock });
  const codes = createJoinCodes(clock);
  const state: FarmState = { ...deps, registry, channel, transfers, inTurn: createMutex(), codes };
  const link = linkOf(state);
  const changed = async (agent: Agent): Promise<Agent> => {
    await applyAgents(state);
    channel.control(agent.id, { kind: "changed" });
    return agent;
  };
  return {
    list: () => Promise.resolve(listOf(state)),
    invite: (host) => Promise.resolve(invite(state, host)),
    decide: async (id, approved) => {
      const agent = await (approved ? registry.approve(id) : registry.revoke(id));
      return await changed(agent);
    },
    change: async (id, change) => {
      const agent = await registry.change(id, change);
      channel.control(id, { kind: "changed" });
      return agent;
    },
    revoke: async (id) => {
      const agent = await registry.revoke(id);
      channel.control(id, { kind: "changed" });
      await applyAgents(state);
      const open = state.running?.broker.connection();
      if (open !== undefined) await removeConsumer(open, instance, id);
      return agent;
    },
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

const problemOf = ({ broker, problem }: Running): string | undefined => problem ?? broker.problem();

function listOf({ settings, registry, running }: FarmState): AgentList {
  const problem = running === undefined ? undefined : problemOf(running);
  return {
    enabled: settings.current().agents.enabled,
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
  return { code, addresses, expiresAt: expiresAt.toISOString() };
}

function linkOf(state: FarmState): AgentLink {
  const { registry, codes, settings, instance } = state;
  return {
    async join(request, address) {
      codes.redeem(request.secret, address);
      const wanted = settings.current().agents.requireApproval ? "pending" : "approved";
      const { row, credential } = await registry.join(request, wanted);
      if (wanted === "approved") await applyAgents(state);
      return { id: row.id, instance, credential, certificate: state.running?.certificate.cert ?? "" };
    },
    authenticate(credential) {
      const row = registry.authenticate(credential);
      if (row === undefined) throw new Fault("unauthorized", "This credential is not known here. Join anew.");
      return { id: row.id, approved: row.state === "approved" };
    },
    standing(id) {
      const row = registry.rows().find((one) => one.id === id);
      if (row === undefined) throw new Fault("unauthorized", "This credential is not known here. Join anew.");
      const { state: stands, name, paused } = row;
      if (stands !== "approved") return { state: stands, name, paused };
      const reason = registry.list().find((one) => one.id === id)?.reason;
      const nats = state.running?.broker.address();
      const { server, token } = settings.current().agents;
      return {
        ...{ state: stands, name, paused },
        ...(nats === undefined ? {} : { nats }),
        ...(server !== "" && token !== "" ? { natsCredential: token } : {}),
        ...(reason === undefined ? {} : { reason }),
      };
    },
  };
}

const usersOf = ({ registry }: FarmState) =>
  registry.rows().filter(({ state }) => state === "approved").map(({ id, publicKey }) => ({ id, publicKey }));

/** Brings users and consumers of the server to what the registry says. */
async function applyAgents(state: FarmState): Promise<void> {
  const { running, instance } = state;
  if (running === undefined) return;
  const users = usersOf(state);
  const open = running.broker.connection();
  // A consumer is there before its agent is.
  if (open !== undefined) { for (const { id } of users) await ensureConsumer(open, instance, id); }
  await running.broker.setAgents(users);
}

async function apply(state: FarmState, link: AgentLink): Promise<void> {
  await stop(state);
  const { agents } = state.settings.current();
  if (!agents.enabled) return;
  const { host, port } = listenAddress(agents.listen);
  const certificate = await openCertificate(state.folder);
  const broker = await openBroker({
    ...{ instance: state.instance, server: agents.server, folder: state.folder, host, certificate },
    // Beside the listener, so that one look at a firewall finds both.
    port: port === 0 ? 0 : port + 1,
    findServer: state.findServer,
    agents: usersOf(state),
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
    running.problem = `The address for agents cannot be listened at, port ${port || DEFAULT_AGENT_PORT}: ${
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
