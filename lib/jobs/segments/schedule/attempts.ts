import type { RemoteMachine } from "../../capacity/remote_machines.ts";
import { RemoteFailure } from "../../capacity/remote_machines.ts";
import {
  type Attempt,
  type Candidate,
  factsOf,
  type MovieState,
  noteFailure,
  noteSpeed,
  type PartState,
  putBack,
  removeWaiting,
  workingMachines,
} from "./movie_state.ts";
import {
  type MakeHereOptions,
  type MakeOptions,
  type MoviePart,
  type RemoteResult,
  WrongResult,
} from "../../capacity/schedule_model.ts";
import { HERE } from "./part_schedule.ts";

/** Starts attempts to encode segments, and handles their results. */

/**
 * Place in which an attempt runs: another machine, a slot on this machine, or the machine that has already delivered
 * the segment.
 */
export type Place = { machine: RemoteMachine } | Pick<MakeHereOptions, "slot" | "oneProcessor"> | {
  producedBy: string;
};

/** Thrown if another encode of the segment finished first. */
class Superseded extends Error {
  override name = "Superseded";
}

/** Number of failures on other machines after which a segment is encoded on this machine. */
const FAILURES_ELSEWHERE = 2;

/** Starts an attempt to encode a segment. */
export function startAttempt<P extends MoviePart, M>(
  state: MovieState<P, M>,
  part: PartState<P, M>,
  place: Place,
  release: () => void,
): void {
  const nowMs = state.run.clock.nowMs();
  removeWaiting(state, part);
  const attempt: Attempt<P, M> = {
    state: part,
    workerId: workerAt(place),
    ...("slot" in place ? { slot: place.slot } : {}),
    ...("producedBy" in place ? { encodedMs: nowMs } : {}),
    ...{ startedMs: nowMs, grownMs: nowMs, frame: 0, controller: new AbortController(), release },
  };
  state.attempts.add(attempt);
  part.attempts.add(attempt);
  void runAttempt(state, attempt, place);
}

function workerAt(place: Place): string {
  if ("machine" in place) return place.machine.id;
  return "slot" in place ? HERE : place.producedBy;
}

async function runAttempt<P extends MoviePart, M>(
  state: MovieState<P, M>,
  attempt: Attempt<P, M>,
  place: Place,
): Promise<void> {
  const { controller, release } = attempt;
  const stop = () => controller.abort(state.stop.signal.reason);
  state.stop.signal.addEventListener("abort", stop, { once: true });
  try {
    await settle(state, attempt, await make(state, attempt, place));
  } catch (error) {
    try {
      await fail(state, attempt, error);
    } catch (second) {
      end(state, second);
    }
  } finally {
    state.stop.signal.removeEventListener("abort", stop);
    release();
    state.attempts.delete(attempt);
    attempt.state.attempts.delete(attempt);
    putBackUnmade(state, attempt.state);
    state.scheduleUpdate();
  }
}

/**
 * Returns a segment without a result to the queue after its last attempt has ended. Several attempts may end together.
 */
function putBackUnmade<P extends MoviePart, M>(state: MovieState<P, M>, part: PartState<P, M>): void {
  if (part.done || part.attempts.size > 0) return;
  // A second encode that is only a random check is queued last, so that it does not delay the video.
  putBack(state, part, part.candidates.length > 0 && !part.mustHere ? "back" : "front");
}

async function make<P extends MoviePart, M>(
  state: MovieState<P, M>,
  attempt: Attempt<P, M>,
  place: Place,
): Promise<RemoteResult<M>> {
  const { work, clock } = state.run;
  const options: MakeOptions = {
    signal: attempt.controller.signal,
    onFrame(frame) {
      if (frame <= attempt.frame) return;
      attempt.frame = frame;
      attempt.grownMs = clock.nowMs();
    },
    onEncoded() {
      attempt.encodedMs = clock.nowMs();
      delete attempt.slot;
      attempt.release();
      state.scheduleUpdate();
    },
  };
  const { part } = attempt.state;
  if ("slot" in place) return { made: await work.makeHere(part, { ...options, ...place }) };
  // An aborted attempt ends without waiting for the machine, which may not respond.
  const ended = Promise.withResolvers<never>();
  const leave = () => ended.reject(options.signal.reason);
  options.signal.addEventListener("abort", leave, { once: true });
  const made = "machine" in place
    ? work.makeOn(part, place.machine, options)
    : work.verifyProduced(part, options.signal);
  made.then(({ made }) => options.signal.aborted ? work.discard(made) : undefined).catch(() => {});
  return await Promise.race([made, ended.promise]).finally(() => options.signal.removeEventListener("abort", leave));
}

async function settle<P extends MoviePart, M>(
  state: MovieState<P, M>,
  attempt: Attempt<P, M>,
  { made, doubt, drawn }: RemoteResult<M>,
): Promise<void> {
  const { state: part, workerId } = attempt;
  const { work, clock } = state.run;
  if (part.done || attempt.controller.signal.aborted) {
    await work.discard(made);
    // An aborted attempt fails, although its result was delivered.
    return attempt.controller.signal.throwIfAborted();
  }
  const facts = factsOf(state, workerId);
  const elapsedMs = (attempt.encodedMs ?? clock.nowMs()) - attempt.startedMs;
  // For segments that were delivered before a restart, the encoding time is unknown.
  if (elapsedMs > 0) noteSpeed(facts, part.part.pictures, elapsedMs);
  if (part.candidates.length > 0) return await judge(state, attempt, made);
  if (doubt !== undefined || drawn && mayBeDrawn(state, workerId)) {
    part.candidates.push({ workerId, made });
    if (doubt !== undefined) {
      // A local encode decides whether the result is correct.
      part.mustHere = true;
      noteFailure(state, workerId);
    }
    return;
  }
  await commit(state, attempt, { workerId, made });
}

/** True if a segment may be encoded twice as a random check, on another machine, or here if that is allowed. */
function mayBeDrawn<P extends MoviePart, M>(state: MovieState<P, M>, workerId: string): boolean {
  return (state.run.farm?.keepLocal() ?? 0) > 0 || workingMachines(state).some(({ id }) => id !== workerId);
}

/** Compares a second encode of a segment with its candidates. */
async function judge<P extends MoviePart, M>(state: MovieState<P, M>, attempt: Attempt<P, M>, made: M): Promise<void> {
  const { state: part, workerId, controller: { signal } } = attempt;
  const { work } = state.run;
  const wrong: string[] = [];
  for (const candidate of [...part.candidates]) {
    const isAlike = await compare(state, part, candidate, made, signal);
    // During the comparison, the machine may have been rejected because of another segment.
    if (signal.aborted) {
      await work.discard(made);
      return signal.throwIfAborted();
    }
    if (isAlike === false) wrong.push(candidate.workerId);
    else if (isAlike && workerId !== HERE) return await commit(state, attempt, { workerId, made });
  }
  if (part.done) return await work.discard(made);
  if (workerId !== HERE) {
    part.candidates.push({ workerId, made });
    part.mustHere = true;
    return;
  }
  await commit(state, attempt, { workerId, made });
  for (const id of new Set(wrong)) {
    await rejectMachine(
      state,
      id,
      "The machine's encode of a segment differs from this server's encode of the same frames.",
    );
  }
}

/**
 * Returns true if the candidate matches, or undefined if the candidate was discarded before the comparison finished,
 * whether or not its file still exists.
 */
async function compare<P extends MoviePart, M>(
  { run: { work } }: MovieState<P, M>,
  part: PartState<P, M>,
  candidate: Candidate<M>,
  made: M,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const isKept = () => part.candidates.includes(candidate);
  if (!isKept()) return undefined;
  try {
    const isAlike = await work.alike(candidate.made, made, signal);
    return isKept() ? isAlike : undefined;
  } catch (error) {
    if (isKept()) throw error;
    return undefined;
  }
}

async function commit<P extends MoviePart, M>(
  state: MovieState<P, M>,
  attempt: Attempt<P, M>,
  { workerId, made }: { workerId: string; made: M },
): Promise<void> {
  const { state: part } = attempt;
  const { work } = state.run;
  if (part.done) return await work.discard(made);
  part.done = true;
  part.madeBy = workerId;
  state.left--;
  removeWaiting(state, part);
  for (const other of part.attempts) if (other !== attempt) other.controller.abort(new Superseded("made elsewhere"));
  const leftOver = part.candidates.splice(0);
  part.mustHere = false;
  const committing = work.commit(part.part, made, workerId);
  part.committed = committing.catch(() => {});
  try {
    await committing;
  } catch (error) {
    // If a finished file cannot be moved to its path, another attempt would fail for the same reason.
    return end(state, error);
  }
  for (const candidate of leftOver) await work.discard(candidate.made);
}

async function fail<P extends MoviePart, M>(
  state: MovieState<P, M>,
  { state: part, workerId, controller: { signal } }: Attempt<P, M>,
  error: unknown,
): Promise<void> {
  if (signal.reason instanceof Superseded || state.stop.signal.aborted || part.done) return;
  const isElsewhere = error instanceof RemoteFailure || error instanceof WrongResult;
  if (workerId === HERE || !isElsewhere) return end(state, error);
  noteFailure(state, workerId);
  part.failedOn.push(workerId);
  if (part.failedOn.length >= FAILURES_ELSEWHERE) part.mustHere = true;
  if (error instanceof WrongResult) await rejectMachine(state, workerId, error.message);
}

/** Ends the encode with an error. */
function end<P extends MoviePart, M>(state: MovieState<P, M>, error: unknown): void {
  state.failure ??= { error };
  state.stop.abort(error);
}

/** Rejects a machine after a wrong result, including all of its segments of this video. */
async function rejectMachine<P extends MoviePart, M>(
  state: MovieState<P, M>,
  id: string,
  reason: string,
): Promise<void> {
  const { work } = state.run;
  const facts = factsOf(state, id);
  if (facts.rejected) return;
  facts.rejected = true;
  work.reject(id, reason);
  for (const attempt of state.attempts) {
    if (attempt.workerId === id && !attempt.state.done) attempt.controller.abort(new RemoteFailure(reason));
  }
  const discarded = state.parts.flatMap(({ candidates }) => candidates.filter(({ workerId }) => workerId === id));
  // All candidates of the machine are removed from the state before the first file is deleted, so that none of them is
  // compared.
  for (const part of state.parts) part.candidates = part.candidates.filter(({ workerId }) => workerId !== id);
  for (const { made } of discarded) await work.discard(made);
  for (const part of state.parts) {
    if (!part.done || part.madeBy !== id) continue;
    await part.committed;
    await work.undo(part.part);
    // `done` is cleared last, because a concurrent encode would otherwise return the segment to the queue.
    part.done = false;
    part.madeBy = undefined;
    state.left++;
    putBack(state, part, "front");
  }
}
