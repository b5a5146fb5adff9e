import {
  RemoteFailure,
  type RemoteMachine,
  type RemoteMachines,
  type RemotePart,
  type RemoteProgress,
} from "../jobs/segments/remote_machines.ts";
import { PART_TIMES } from "../jobs/segments/schedule/model.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import type { AgentInUse, PartsChannel } from "./parts_channel.ts";
import type { PartMessage } from "./protocol.ts";
import type { PartAccess, PartTransfer, Transfers } from "./transfer/transfer.ts";

/** What the machines of the farm are made of. */
export interface RemoteMachinesDeps {
  channel: PartsChannel;
  transfers: Transfers;
  /** What the encoders of this machine make of the known pictures. */
  ourMarks(): Promise<Readonly<Record<string, string>>>;
  clock?: Clock;
  /** A part that its agent neither mentions nor asks for anything of is given up after this long. */
  silenceMs?: number;
  /** An encoded part of which nothing more arrives is given up after this long. */
  arrivalMs?: number;
}

const SILENCE_MS = 180_000;

/** The agents as the queue sees them: those whose encoders make the same as ours. */
export function createRemoteMachines(deps: RemoteMachinesDeps): RemoteMachines {
  const { channel, ourMarks } = deps;
  return {
    async available({ encoder }) {
      const agents = channel.present().filter(({ unusedReason }) => unusedReason === undefined);
      if (agents.length === 0) return [];
      const ours = (await ourMarks())[encoder];
      return agents.filter(({ encoders }) => ours !== undefined && encoders[encoder] === ours)
        .map((agent) => machineOf(agent, deps));
    },
    onChange: (listener) => channel.onChange(listener),
    recordDone: (id, figures) => channel.recordDone(id, figures),
    reject(id, reason) {
      channel.reject(id, reason);
      channel.recordFailure(id, reason);
    },
  };
}

const machineOf = ({ id, name, slots }: AgentInUse, deps: RemoteMachinesDeps): RemoteMachine => ({
  id,
  name,
  slots,
  encode: (part, options) => encodeOn(id, part, options, deps),
});

/** Gives the part to the agent and waits for what comes of it. */
async function encodeOn(
  agentId: string,
  part: RemotePart,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: RemoteProgress): void },
  deps: RemoteMachinesDeps,
): Promise<void> {
  const { channel, transfers } = deps;
  signal.throwIfAborted();
  const { probe, identity, partial } = part;
  const transfer = transfers.open({ agentId, path: probe.path, identity, partial, share: shareOf(part) });
  const stopped = Promise.withResolvers<never>();
  const notTaken = new RemoteFailure("The machine was paused before it took its part.");
  const { pictures } = part.segment;
  const arrival = followArrival({ transfer, pictures, onProgress }, deps);
  const life = watchSilence(transfer, arrival, deps, stopped.reject);
  const abort = () => stopped.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const ends = [
    channel.onChange(() => isLeftLying(transfer, deps) && stopped.reject(notTaken)),
    channel.onGone((id, why) => id === agentId && stopped.reject(new RemoteFailure(why))),
    channel.onProgress((id, { id: partId, ...progress }) => {
      if (id !== agentId || partId !== transfer.id) return;
      life.seen();
      arrival.see(progress);
      onProgress(progress);
    }),
  ];
  let isSent = false;
  const sendMessage = async () => {
    await channel.send(agentId, messageOf(part, transfer)).catch((cause) => {
      throw new RemoteFailure(cause instanceof Error ? cause.message : String(cause), { cause });
    });
    isSent = true;
    await transfer.arrived;
  };
  try {
    await Promise.race([sendMessage(), stopped.promise]);
  } catch (error) {
    // What never reached it is no failure of an agent, nor what is taken from one that still has it: its owner may use the
    // machine meanwhile.
    const isNoFault = !isSent || error === notTaken || error === signal.reason && isNamed(transfer, deps);
    if (error instanceof RemoteFailure && !isNoFault) channel.recordFailure(agentId, error.message);
    await channel.withdraw(agentId, transfer.id);
    throw error;
  } finally {
    life.end();
    signal.removeEventListener("abort", abort);
    for (const end of ends) end();
    await transfer.close();
  }
}

const agentOf = ({ agentId }: PartTransfer, { channel }: RemoteMachinesDeps): AgentInUse | undefined =>
  channel.present().find(({ id }) => id === agentId);

/** Whether the newest heart beat of its agent names a part. */
const isNamed = (transfer: PartTransfer, deps: RemoteMachinesDeps): boolean =>
  agentOf(transfer, deps)?.running.includes(transfer.id) ?? false;

/** Whether a part waits for an agent that takes nothing at the moment, for which reason ever. */
function isLeftLying(transfer: PartTransfer, deps: RemoteMachinesDeps): boolean {
  if (transfer.isTaken() || isNamed(transfer, deps)) return false;
  const agent = agentOf(transfer, deps);
  return agent === undefined || agent.unusedReason !== undefined;
}

/** What arrives of a part. */
interface Arrival {
  see(report: RemoteProgress): void;
  /** Counts what has arrived by now. */
  count(): void;
  /** Whether the part is encoded and nothing more of it has arrived for too long. */
  isOverdue(): boolean;
}

/**
 * Follows how a part that is encoded comes here: bytes count, however slowly they come. So do frames that are not the last
 * ones again: an agent that was started anew encodes once more.
 */
function followArrival(
  { transfer, pictures, onProgress }: {
    transfer: PartTransfer;
    pictures: number;
    onProgress(progress: RemoteProgress): void;
  },
  { transfers, clock = systemClock, arrivalMs = PART_TIMES.silenceMs }: RemoteMachinesDeps,
): Arrival {
  let access: PartAccess | undefined;
  let report: RemoteProgress = { frame: 0, fps: 0, sizeBytes: 0, speedFactor: 0 };
  let arrivedBytes = 0;
  let isEncoded = false;
  let grownMs = clock.monotonicMs();
  const receivedBytes = (): number => {
    // Not before: whoever asks for it takes the part.
    if (transfer.isTaken()) access ??= transfers.access(transfer.agentId, transfer.id, transfer.token);
    return access?.received() ?? 0;
  };
  return {
    see(next) {
      const frame = Math.min(next.frame, pictures);
      if (frame !== report.frame) grownMs = clock.monotonicMs();
      isEncoded ||= frame === pictures;
      report = { ...next, frame };
    },
    count() {
      const bytes = receivedBytes();
      if (bytes === arrivedBytes) return;
      arrivedBytes = bytes;
      grownMs = clock.monotonicMs();
      isEncoded = true;
      // Nothing is brought before all is encoded: the report that would tell is not always sent.
      if (report.frame < pictures) onProgress(report = { ...report, frame: pictures, fps: 0, speedFactor: 0 });
    },
    isOverdue: () => isEncoded && clock.monotonicMs() - grownMs >= arrivalMs,
  };
}

/** Gives up on a part that its agent has lost or does not bring: nothing else would ever tell. */
function watchSilence(
  transfer: PartTransfer,
  arrival: Arrival,
  deps: RemoteMachinesDeps,
  giveUp: (why: RemoteFailure) => void,
) {
  const { silenceMs = SILENCE_MS } = deps;
  let seenMs = performance.now();
  const look = () => {
    // One that takes nothing new may be slow with what it has: the film decides how long it waits for its frames.
    if (isNamed(transfer, deps)) seenMs = performance.now();
    arrival.count();
    if (arrival.isOverdue()) giveUp(new RemoteFailure("The machine encoded its part and brought nothing more of it."));
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
