import {
  RemoteFailure,
  type RemoteMachine,
  type RemoteMachines,
  type RemotePart,
  type RemoteProgress,
} from "../jobs/segments/remote_machines.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import type { AgentInUse, PartsChannel } from "./parts_channel.ts";
import type { PartMessage } from "./protocol.ts";
import type { PartTransfer, Transfers } from "./transfer/transfer.ts";

/** What the machines of the farm are made of. */
export interface RemoteMachinesDeps {
  channel: PartsChannel;
  transfers: Transfers;
  /** What the encoders of this machine make of the known pictures. */
  ourMarks(): Promise<Readonly<Record<string, string>>>;
  clock?: Clock;
  /** A part that its agent neither mentions nor asks for anything of is given up after this long. */
  silenceMs?: number;
}

const SILENCE_MS = 180_000;

/** The agents as the queue sees them: those whose encoders make the same as ours. */
export function createRemoteMachines(deps: RemoteMachinesDeps): RemoteMachines {
  const { channel, ourMarks } = deps;
  return {
    async available({ encoder }) {
      const agents = channel.usable();
      if (agents.length === 0) return [];
      const ours = (await ourMarks())[encoder];
      return agents.filter(({ encoders }) => ours !== undefined && encoders[encoder] === ours)
        .map((agent) => machineOf(agent, deps));
    },
    onChange: (listener) => channel.onChange(listener),
  };
}

const machineOf = ({ id, name, slots }: AgentInUse, deps: RemoteMachinesDeps): RemoteMachine => ({
  id,
  name,
  slots,
  encode: (part, options) => encodeOn(id, part, options, deps),
  reject: (reason) => deps.channel.reject(id, reason),
});

/** Gives the part to the agent and waits for what comes of it. */
async function encodeOn(
  agentId: string,
  part: RemotePart,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: RemoteProgress): void },
  deps: RemoteMachinesDeps,
): Promise<void> {
  const { channel, transfers, clock = systemClock } = deps;
  signal.throwIfAborted();
  const { probe, identity, partial } = part;
  const transfer = transfers.open({ agentId, path: probe.path, identity, partial, share: shareOf(part) });
  const started = clock.monotonicMs();
  const stopped = Promise.withResolvers<never>();
  const notTaken = new RemoteFailure("The machine was paused before it took its part.");
  const life = watchSilence(transfer, deps, stopped.reject);
  const abort = () => stopped.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const ends = [
    channel.onChange(() => isLeftLying(transfer, deps) && stopped.reject(notTaken)),
    channel.onGone((id, why) => id === agentId && stopped.reject(new RemoteFailure(why))),
    channel.onProgress((id, { id: partId, ...progress }) => {
      if (id !== agentId || partId !== transfer.id) return;
      life.seen();
      onProgress(progress);
    }),
  ];
  const sendMessage = async () => {
    await channel.send(agentId, messageOf(part, transfer)).catch((cause) => {
      throw new RemoteFailure(cause instanceof Error ? cause.message : String(cause), { cause });
    });
    return await transfer.arrived;
  };
  try {
    const sizeBytes = await Promise.race([sendMessage(), stopped.promise]);
    const seconds = (clock.monotonicMs() - started) / 1000;
    channel.recordDone(agentId, { pictures: part.segment.pictures, seconds, sizeBytes });
  } catch (error) {
    if (error instanceof RemoteFailure && error !== notTaken) channel.recordFailure(agentId, error.message);
    await channel.withdraw(agentId, transfer.id);
    throw error;
  } finally {
    life.end();
    signal.removeEventListener("abort", abort);
    for (const end of ends) end();
    await transfer.close();
  }
}

/** Whether a part waits for an agent that takes nothing at the moment, for which reason ever. */
const isLeftLying = (transfer: PartTransfer, { channel }: RemoteMachinesDeps): boolean =>
  !transfer.isTaken() && !channel.usable().some(({ id }) => id === transfer.agentId);

/** Gives up on a part that its agent has lost: nothing else would ever tell. */
function watchSilence(
  transfer: PartTransfer,
  { channel, silenceMs = SILENCE_MS }: RemoteMachinesDeps,
  giveUp: (why: RemoteFailure) => void,
) {
  let seenMs = performance.now();
  const look = () => {
    const agent = channel.usable().find(({ id }) => id === transfer.agentId);
    if (agent?.running.includes(transfer.id)) seenMs = performance.now();
    if (performance.now() - Math.max(seenMs, transfer.lastSeenMs()) < silenceMs) return;
    giveUp(new RemoteFailure("The machine took no notice of its part."));
  };
  const timer = setInterval(look, Math.max(20, silenceMs / 8));
  return { seen: () => seenMs = performance.now(), end: () => clearInterval(timer) };
}

function messageOf({ key, probe, video, segment, times, stallMs }: RemotePart, transfer: PartTransfer): PartMessage {
  const { id, token, proof } = transfer;
  const source = { path: probe.path, sizeBytes: probe.sizeBytes, proof };
  return {
    ...{ id, token, key, encoder: video.encoder, source, stallMs },
    probe: { ...probe },
    video: { ...video },
    segment: { ...segment },
    times: [...times],
  };
}

/** How much of the film the part is, by its length. */
function shareOf({ times, segment: { unitsPerSecond }, probe: { durationSeconds } }: RemotePart): number {
  const seconds = (times.at(-1) ?? 0) / unitsPerSecond;
  return durationSeconds > 0 ? seconds / durationSeconds : 1;
}
