import {
  RemoteFailure,
  type RemoteMachine,
  type RemoteMachines,
  type RemotePart,
  type RemoteProgress,
} from "../jobs/capacity/remote_machines.ts";
import { PART_TIMES } from "../jobs/capacity/schedule_model.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import { CARD_ENCODERS } from "./encoder_marks.ts";
import type { AgentInUse, PartsChannel } from "./parts_channel.ts";
import type { PartMessage } from "./protocol.ts";
import type { PartAccess, PartTransfer, Transfers } from "./transfer/transfer.ts";

/** Services and options of the farm's machines. */
export interface RemoteMachinesDeps {
  channel: PartsChannel;
  transfers: Transfers;
  /** Returns the fingerprints of this machine's encoders. */
  localMarks(): Promise<Readonly<Record<string, string>>>;
  clock?: Clock;
  /**
   * Timeout in milliseconds after which a part is abandoned if the agent sends neither progress reports nor requests
   * for it.
   */
  silenceMs?: number;
  /** Timeout in milliseconds after which an encoded part is abandoned if its upload makes no progress. */
  arrivalMs?: number;
}

const SILENCE_MS = 180_000;

/** Creates the set of agents that the queue can use: those whose encoders match the output of this machine. */
export function createRemoteMachines(deps: RemoteMachinesDeps): RemoteMachines {
  const { channel, localMarks } = deps;
  return {
    async available({ encoder }) {
      const agents = channel.present().filter(({ unusedReason }) => unusedReason === undefined);
      if (agents.length === 0) return [];
      if (CARD_ENCODERS.includes(encoder)) return agents.flatMap((agent) => cardMachine(agent, encoder, deps));
      const localMark = (await localMarks())[encoder];
      return agents.filter(({ encoders }) => localMark !== undefined && encoders[encoder] === localMark)
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

/** Returns the GPUs of an agent that have an encoder as one machine. Their slots are separate from those of its CPU. */
function cardMachine(agent: AgentInUse, encoder: string, deps: RemoteMachinesDeps): RemoteMachine[] {
  const able = (agent.cards ?? []).filter(({ encoders }) => encoders.includes(encoder));
  const slots = able.reduce((sum, { limit }) => sum + limit, 0);
  return slots === 0 ? [] : [{ ...machineOf(agent, deps), slots, slotKey: `${agent.id} GPU` }];
}

const machineOf = ({ id, name, slots }: AgentInUse, deps: RemoteMachinesDeps): RemoteMachine => ({
  id,
  name,
  slots,
  encode: (part, options) => encodeOn(id, part, options, deps),
});

/** Sends the part to the agent and waits for its result. */
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
  const notTaken = new RemoteFailure("The machine was paused before it accepted its segment.");
  const { pictures } = part.segment;
  const arrival = followArrival({ transfer, pictures, onProgress }, deps);
  const life = watchSilence(transfer, arrival, deps, stopped.reject);
  const abort = () => stopped.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const ends = [
    channel.onChange(() => isAbandoned(transfer, deps) && stopped.reject(notTaken)),
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
    // True if a failure is not the fault of the agent: the part was not sent or not accepted, or it was withdrawn while
    // the agent reported it as running. The owner may have needed the machine.
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

/** True if the newest heartbeat of the agent contains the part. */
const isNamed = (transfer: PartTransfer, deps: RemoteMachinesDeps): boolean =>
  agentOf(transfer, deps)?.running.includes(transfer.id) ?? false;

/** True if a part is waiting for an agent that accepts no parts at present. */
function isAbandoned(transfer: PartTransfer, deps: RemoteMachinesDeps): boolean {
  if (transfer.isTaken() || isNamed(transfer, deps)) return false;
  const agent = agentOf(transfer, deps);
  return agent === undefined || agent.unusedReason !== undefined;
}

/** State of the upload of a part's result. */
interface Arrival {
  see(report: RemoteProgress): void;
  /** Updates the number of received bytes. */
  count(): void;
  /** True if the part is encoded and its upload has made no progress for too long. */
  isOverdue(): boolean;
}

/**
 * Tracks the upload of an encoded part. Any received bytes are progress, even if they arrive slowly. A different frame
 * number is also progress, because an agent that was restarted encodes the part again.
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
    // Access is requested only for a part that the agent has already accepted, because the request itself marks the
    // part as accepted.
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
      // Received bytes mean that encoding has finished, even if the last progress report was not sent.
      if (report.frame < pictures) onProgress(report = { ...report, frame: pictures, fps: 0, speedFactor: 0 });
    },
    isOverdue: () => isEncoded && clock.monotonicMs() - grownMs >= arrivalMs,
  };
}

/** Abandons a part that the agent has lost or does not upload, which no other check detects. */
function watchSilence(
  transfer: PartTransfer,
  arrival: Arrival,
  deps: RemoteMachinesDeps,
  fail: (why: RemoteFailure) => void,
) {
  const { silenceMs = SILENCE_MS } = deps;
  let seenMs = performance.now();
  const checkSilence = () => {
    // An agent that accepts no new parts may be slow with its current part. The encode has its own timeout for frames.
    if (isNamed(transfer, deps)) seenMs = performance.now();
    arrival.count();
    if (arrival.isOverdue()) {
      fail(new RemoteFailure("The machine encoded its segment but did not finish uploading it."));
    }
    if (performance.now() - Math.max(seenMs, transfer.lastSeenMs()) < silenceMs) return;
    fail(new RemoteFailure("The machine stopped reporting its segment."));
  };
  const timer = setInterval(checkSilence, Math.max(20, silenceMs / 8));
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

/** Returns the share of the part in the video, by duration. */
function shareOf({ times, segment: { unitsPerSecond }, probe: { durationSeconds } }: RemotePart): number {
  const seconds = (times.at(-1) ?? 0) / unitsPerSecond;
  return durationSeconds > 0 ? seconds / durationSeconds : 1;
}
