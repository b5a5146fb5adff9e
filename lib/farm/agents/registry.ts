import { Buffer } from "node:buffer";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { AgentRow, NewAgentRow } from "../../../db/schema/agents.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { AgentInUse } from "../parts_channel.ts";
import type { AgentHeartbeat, JoinRequest } from "../protocol.ts";
import { agentView, slotsOf, unusedReason } from "./agent_view.ts";
import type { Agent, AgentChange } from "./model.ts";
import { createEventLimit } from "./event_limit.ts";
import { createPresence, type Presence } from "./presence.ts";
import type { Registry, RegistryDeps } from "./registry_model.ts";

const MAX_AGENTS = 256;
/** Minimum interval for storing the time when an agent was last seen. */
const SEEN_EVERY_MS = 60_000;

interface RegistryState extends RegistryDeps {
  rows: Map<string, AgentRow>;
  presence: Presence;
  gone: Set<(id: string, why: string) => void>;
  changed: Set<() => void>;
  writing: Promise<unknown>;
  mayRecord(key: string): boolean;
}

/** Reads the known agents and creates the registry. */
export async function openRegistry(deps: RegistryDeps): Promise<Registry> {
  const rows = new Map((await deps.repository.all()).map((row) => [row.id, row]));
  const state: RegistryState = {
    ...deps,
    rows,
    presence: createPresence(deps.clock),
    gone: new Set(),
    changed: new Set(),
    writing: Promise.resolve(),
    mayRecord: createEventLimit(deps.clock),
  };
  return {
    list: () => known(state).map((row) => viewOf(state, row)),
    rows: () => [...state.rows.values()],
    present: () => present(state),
    join: (request, options) => join(state, request, options),
    authenticate: (credential) => authenticate(state, credential),
    approve: (id) => approve(state, id),
    revoke: (id) => revoke(state, id),
    change: (id, change) => changeAgent(state, id, change),
    reject: (id, reason) => reject(state, id, reason),
    recordDone: (id, { pictures, seconds, sizeBytes: bytes }) =>
      later(state, () => {
        const known = seconds ?? expectedSeconds(state.rows.get(id), pictures);
        return state.repository.addDone(id, { pictures, seconds: known, bytes });
      }),
    recordFailure: (id, message) => later(state, () => state.repository.addFailure(id, message.slice(0, 500))),
    beat: (id, heartbeat) => beat(state, id, heartbeat),
    markOffline: (id, why) => void (state.presence.forget(id) && recordOffline(state, [id], why)),
    sweep: () => recordOffline(state, state.presence.sweep(), "The agent has not reported for a minute."),
    markAllOffline: (why) => recordOffline(state, state.presence.clear(), why),
    onGone: (listener) => subscribe(state.gone, listener),
    onChange: (listener) => subscribe(state.changed, listener),
    settled: async () => void await state.writing,
  };
}

const subscribe = <T>(listeners: Set<T>, listener: T): () => void => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const known = (state: RegistryState): AgentRow[] => [...state.rows.values()].filter((row) => row.state !== "revoked");
const nowOf = (state: RegistryState, row: AgentRow) => ({
  row,
  heartbeat: state.presence.get(row.id),
  // The time of the last heartbeat is in memory. The stored time is updated less often.
  lastSeenAt: state.presence.seenAt(row.id) ?? row.lastSeenAt,
});
const viewOf = (state: RegistryState, row: AgentRow): Agent => agentView(nowOf(state, row), state.version);

function rowOf(state: RegistryState, id: string): AgentRow {
  const row = state.rows.get(id);
  if (row === undefined || row.state === "revoked") throw new Fault("not_found", "There is no agent with this ID.");
  return row;
}

function present(state: RegistryState): AgentInUse[] {
  return known(state).flatMap((row) => {
    const now = nowOf(state, row);
    const { heartbeat } = now;
    if (row.state !== "approved" || heartbeat === undefined) return [];
    const { id, name } = row;
    const { encoders, cards, ffmpegVersion, running } = heartbeat;
    const reason = unusedReason(now, state.version);
    return [{ id, name, slots: slotsOf(row), encoders, cards, ffmpegVersion, running, unusedReason: reason }];
  });
}

/**
 * Returns the time in seconds that an agent takes for a number of frames according to its statistics. Recording this
 * time does not change the agent's average speed.
 */
const expectedSeconds = (row: AgentRow | undefined, pictures: number): number =>
  row !== undefined && row.pictures > 0 ? pictures * row.seconds / row.pictures : 0;

async function join(
  state: RegistryState,
  { name, publicKey, abilities }: Omit<JoinRequest, "secret">,
  { state: wanted, agentId }: { state: "pending" | "approved"; agentId?: string | undefined },
): Promise<{ row: AgentRow; credential: string }> {
  const secret = randomBytes(32).toString("hex");
  const before = known(state).find((row) => row.id === agentId && row.publicKey === publicKey);
  if (before !== undefined) {
    const row = await store(state, before.id, { credentialDigest: digest(secret) });
    state.rows.set(row.id, row);
    return { row, credential: `${row.id}.${secret}` };
  }
  if (known(state).length >= MAX_AGENTS) {
    throw new Fault("conflict", `There are already ${MAX_AGENTS} agents. Remove one first.`);
  }
  if ([...state.rows.values()].some((row) => row.publicKey === publicKey)) {
    throw new Fault("conflict", "This key has already joined. Create a new one on the agent.");
  }
  const id = newId();
  const now = state.clock.now().getTime();
  const row = await state.repository.add({
    ...{ id, name, publicKey, abilities, state: wanted },
    credentialDigest: digest(secret),
    joinedAt: now,
    lastSeenAt: now,
    ...(wanted === "approved" ? { approvedAt: now } : {}),
  });
  applyChange(state, row, wanted === "approved" ? "joined" : "requests to join. Approve it on the Agents page");
  return { row, credential: `${id}.${secret}` };
}

function authenticate(state: RegistryState, credential: string): AgentRow | undefined {
  const [, id = "", secret = ""] = /^([0-9a-z]{16})\.([0-9a-f]{64})$/.exec(credential) ?? [];
  const row = state.rows.get(id);
  if (row === undefined) return undefined;
  return timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(row.credentialDigest)) ? row : undefined;
}

const digest = (secret: string): string => createHash("sha256").update(secret).digest("hex");

async function approve(state: RegistryState, id: string): Promise<Agent> {
  const row = rowOf(state, id);
  if (row.state === "approved") return viewOf(state, row);
  const approvedAt = state.clock.now().getTime();
  return applyChange(state, await store(state, id, { state: "approved", approvedAt }), "was approved");
}

async function revoke(state: RegistryState, id: string): Promise<Agent> {
  const before = viewOf(state, rowOf(state, id));
  const row = await store(state, id, { state: "revoked" });
  state.presence.forget(id);
  for (const listener of state.gone) listener(id, `The agent ${row.name} was revoked.`);
  applyChange(state, row, "was revoked");
  return before;
}

async function changeAgent(state: RegistryState, id: string, change: AgentChange): Promise<Agent> {
  const before = rowOf(state, id);
  const { name, paused, slots, clearRejection } = change;
  const row = await store(state, id, {
    ...(name === undefined ? {} : { name }),
    ...(paused === undefined ? {} : { paused }),
    ...(slots === undefined ? {} : { maxSlots: slots }),
    ...(clearRejection ? { rejectedReason: null } : {}),
  });
  if (paused !== undefined && paused !== before.paused) applyChange(state, row, paused ? "was paused" : "was resumed");
  else if (clearRejection && before.rejectedReason !== null) applyChange(state, row, "can be used again");
  else applyChange(state, row, "was changed");
  return viewOf(state, row);
}

function reject(state: RegistryState, id: string, reason: string): void {
  const row = state.rows.get(id);
  if (row === undefined || row.rejectedReason !== null) return;
  const rejectedReason = reason.slice(0, 500);
  // The rejection takes effect immediately, before it is stored.
  state.rows.set(id, { ...row, rejectedReason });
  for (const listener of state.gone) listener(id, `The agent ${row.name} delivered an incorrect result.`);
  later(state, async () => {
    const stored = await state.repository.change(id, { rejectedReason });
    if (stored !== undefined) applyChange(state, stored, `is no longer used: ${rejectedReason}`, "warning");
    return stored;
  });
}

function beat(state: RegistryState, id: string, heartbeat: AgentHeartbeat): void {
  const row = state.rows.get(id);
  if (row?.state !== "approved") return;
  const isNew = state.presence.beat(id, heartbeat);
  const now = state.clock.now().getTime();
  const { running: _, resting: __, load: ___, mediaAccess: ____, ...abilities } = heartbeat;
  const changed = JSON.stringify(abilities) !== JSON.stringify(row.abilities);
  if (changed || isNew || now - (row.lastSeenAt ?? 0) >= SEEN_EVERY_MS) {
    state.rows.set(id, { ...row, abilities, lastSeenAt: now });
    later(state, () => state.repository.change(id, { abilities, lastSeenAt: now }));
  }
  if (isNew && state.mayRecord(`${id} online`)) record(state, row, "is online");
  notify(state, id);
}

function recordOffline(state: RegistryState, ids: string[], why: string): void {
  for (const id of ids) {
    const row = state.rows.get(id);
    if (row === undefined) continue;
    if (state.mayRecord(`${id} offline`)) record(state, row, `is offline: ${why}`, "warning");
    for (const listener of state.gone) listener(id, why);
    notify(state, id);
  }
}

async function store(
  state: RegistryState,
  id: string,
  change: Partial<Omit<NewAgentRow, "id">>,
): Promise<AgentRow> {
  const row = await state.repository.change(id, change);
  if (row === undefined) throw new Fault("not_found", "There is no agent with this ID.");
  return row;
}

/** Writes statistics in the background, one after another. Failures are only logged. */
function later(state: RegistryState, write: () => Promise<AgentRow | undefined>): void {
  state.writing = state.writing.then(write).then((row) => {
    if (row !== undefined && state.rows.has(row.id)) {
      state.rows.set(row.id, row);
      notify(state, row.id);
    }
  }).catch((error) => state.log("warn", "Agent activity could not be stored.", { error: String(error) }));
}

/** Applies a stored row and publishes the change. */
function applyChange(state: RegistryState, row: AgentRow, what: string, level: "info" | "warning" = "info"): Agent {
  state.rows.set(row.id, row);
  record(state, row, what, level);
  notify(state, row.id);
  return viewOf(state, row);
}

const record = ({ events }: RegistryState, { id, name }: AgentRow, what: string, level: "info" | "warning" = "info") =>
  events.record({
    level,
    source: "agents",
    message: `The agent ${name} ${what.replace(/\.$/, "")}.`,
    ref: { kind: "agent", id },
  });

function notify(state: RegistryState, id: string): void {
  const row = state.rows.get(id);
  if (row === undefined || row.state === "revoked") state.bus.publish("agent-removed", { id });
  else state.bus.publish("agent", { agent: viewOf(state, row) });
  for (const listener of state.changed) listener();
}
