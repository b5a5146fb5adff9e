import { createHash } from "node:crypto";
import { type AgentLink, createAgentLink } from "./agents/agent_link.ts";
import { createJoinCodes } from "./agents/join_codes.ts";
import { createChannel } from "./agents/channel.ts";
import type { Agent, AgentChange, AgentList, RevokedAgent } from "./agents/model.ts";
import { openRegistry } from "./agents/registry.ts";
import { removeConsumer } from "./broker/connection.ts";
import { applyAgents, applySettings, type FarmDeps, farmProblem, type FarmState, stopFarm } from "./running.ts";
import { createRemoteMachines } from "./remote_machines.ts";
import { createTransfers } from "./transfer/transfer.ts";
import type { RemoteMachines } from "../jobs/capacity/remote_machines.ts";
import { createMutex } from "../kit/async.ts";
import { Fault } from "../kit/fault.ts";
import { joinAddresses, listenAddress } from "./listen_address.ts";
import { joinCodeText } from "./protocol.ts";

export type { FarmDeps, OpenListener } from "./running.ts";

/** Agents: machines that encode for this server. */
export interface Farm {
  list(): Promise<AgentList>;
  /**
   * Creates a join code for one machine. `host` is the host at which the caller reached this service. Throws
   * `bad_state` while agents are disabled.
   */
  invite(host: string): Promise<{ id: string; code: string; addresses: string[]; expiresAt: string }>;
  /** Approves or rejects an agent. A rejected agent is revoked. */
  decide(id: string, approved: boolean): Promise<Agent>;
  change(id: string, change: AgentChange): Promise<Agent>;
  /** Revokes an agent. Resolves when it has no more connections. */
  revoke(id: string): Promise<RevokedAgent>;
  /** Starts or stops the server and the listener according to the settings. Failed starts are retried. */
  apply(): Promise<void>;
  /** Returns the agents that the queue can use. The object remains valid if the server is restarted. */
  machines(): Promise<RemoteMachines>;
  link(): Promise<AgentLink>;
  close(): Promise<void>;
}

/** Creates the farm with the known agents. No component starts until `apply` is called. */
export async function createFarm(deps: FarmDeps): Promise<Farm> {
  const { instance, log, clock, events } = deps;
  const registry = await openRegistry(deps);
  const channel = createChannel({
    ...{ instance, registry, log },
    connection: () => state.running?.broker.connection(),
    onAnswers: (isAnswering) => state.running?.broker.recordAnswers(isAnswering),
    problem: () => farmProblem(state) ?? (state.running === undefined ? "Agents are disabled." : undefined),
  });
  const codes = createJoinCodes(clock, (address = "many addresses") => {
    const message = `Incorrect join codes were received from ${address}. Further codes are rejected for a minute.`;
    events.record({ level: "warning", source: "agents", message });
  });
  const transfers = createTransfers();
  const machines = createRemoteMachines({ channel, transfers, localMarks: deps.localMarks, clock });
  const state: FarmState = { ...deps, registry, channel, transfers, codes, inTurn: createMutex(), link: () => link };
  const link = createAgentLink({
    ...{ registry, codes, instance },
    settings: () => deps.settings.current().agents,
    certificate: () => state.running?.certificate.cert ?? "",
    natsAddress: () => state.running?.broker.address(),
    used: (secret) => state.bus.publish("join-code-used", { id: codeId(secret) }),
    onApproved: () => applyAgents(state),
  });
  return {
    list: () => Promise.resolve(listOf(state)),
    async invite(host) {
      // Waits for a start in progress, which creates the certificate the first time.
      if (state.running?.listener === undefined) await state.inTurn(() => Promise.resolve());
      return invite(state, host);
    },
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
    apply: () => state.inTurn(() => applySettings(state)),
    machines: () => Promise.resolve(machines),
    link: () => Promise.resolve(link),
    close: () =>
      state.inTurn(async () => {
        await stopFarm(state);
        await registry.settled();
      }),
  };
}

/** Ends all access of an agent. If one step fails, all other steps are still performed. */
async function revoke(state: FarmState, id: string): Promise<RevokedAgent> {
  const { registry, channel, settings, instance, log } = state;
  const { broker } = state.running ?? {};
  const agent = await registry.revoke(id);
  channel.control(id, { kind: "changed" });
  let warning = settings.current().agents.server === "" ? undefined : FOREIGN_WARNING;
  try {
    await broker?.applyAgents();
  } catch (error) {
    log("warn", "The NATS server could not be notified of a revoked agent.", { error: String(error) });
    warning = ENDED_WARNING;
  }
  const open = broker?.connection();
  if (open !== undefined) await removeConsumer(open, instance, id);
  return warning === undefined ? agent : { ...agent, warning };
}

const ENDED_WARNING =
  "The configuration of the NATS server could not be written, so the NATS server was stopped, along with all " +
  "agent connections. It is restarted once its configuration can be written: check the free space in the config folder.";

const FOREIGN_WARNING = "Its access to this server, including sources and results, ends immediately. Its access to " +
  "the NATS server from the settings is controlled by that server: change the agents' token or password there.";

function listOf(state: FarmState): AgentList {
  const { settings, registry } = state;
  const problem = farmProblem(state);
  return {
    enabled: settings.current().agents.enabled,
    foreignServer: settings.current().agents.server !== "",
    ...(problem === undefined ? {} : { problem }),
    items: registry.list(),
  };
}

function invite({ running, problem, codes, settings }: FarmState, host: string) {
  if (running?.listener === undefined) {
    throw new Fault("bad_state", problem ?? "Agents are disabled. Enable them in Settings first.");
  }
  const addresses = joinAddresses(host, {
    bound: listenAddress(settings.current().agents.listen).host,
    port: running.listener.port,
  });
  const { secret, expiresAt } = codes.issue();
  const code = joinCodeText({ addresses, fingerprint: running.certificate.fingerprint, secret });
  return { id: codeId(secret), code, addresses, expiresAt: expiresAt.toISOString() };
}

/** Returns an ID for a code that does not reveal its secret. */
const codeId = (secret: string): string => createHash("sha256").update(`id of ${secret}`).digest("hex").slice(0, 16);
