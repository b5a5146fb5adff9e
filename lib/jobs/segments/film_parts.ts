import { rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { LivePreview } from "../../encode/args/preview_args.ts";
import type { VideoPlan } from "../../encode/plan/model.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import type { SegmentHeader } from "../../encode/segments/check.ts";
import type { Segment } from "../../encode/segments/model.ts";
import { type PictureSteps, timesFrom } from "../../encode/segments/picture_steps.ts";
import { segmentArgs } from "../../encode/segments/segment_args.ts";
import { createPool } from "../../kit/async.ts";
import { syncFolder } from "../../kit/atomic_file.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Capabilities, Probe } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { RunContext } from "../run/run_context.ts";
import { requireSameSource } from "../run/same_source.ts";
import { jobLogPath } from "../workers/job_log.ts";
import { noteInJobLog } from "../workers/job_log_writer.ts";
import { WorkerDied } from "../workers/encode_client.ts";
import { RemoteFailure, type RemoteMachine } from "./remote_machines.ts";
import {
  type FilmPart,
  type MakeHereOptions,
  type MakeOptions,
  type PartsWork,
  type RemoteResult,
  WrongResult,
} from "./schedule/model.ts";
import type { MachineName, SegmentProgress } from "./segment_progress.ts";

/** How the parts of a film are made: here, by threads of the job, and on other machines. */

/** One part with all that its encode needs. */
export interface Part extends FilmPart {
  segment: Segment;
  steps: PictureSteps;
  key: string;
  path: string;
}

/** A verified file that does not have the name of its part yet. */
export interface MadePart {
  partial: string;
  sizeBytes: number;
  seconds: number;
  header: SegmentHeader;
  sourceErrors: SourceErrors;
  machine: MachineName;
}

/** What all parts of a film share. */
export interface FilmInput {
  probe: Probe;
  video: VideoPlan;
  identity: SourceIdentity;
  capabilities: Capabilities;
  livePreview: LivePreview;
}

/** What a film's parts came to, by key. */
export type PartResults = Map<string, Pick<MadePart, "sizeBytes" | "header" | "sourceErrors">>;

interface Film {
  input: FilmInput;
  context: RunContext;
  progress: SegmentProgress;
  results: PartResults;
  /** Files that are being written, removed at the end. */
  partials: Set<string>;
  /** What this machine makes of a few pictures; read once. */
  header?: Promise<SegmentHeader> | undefined;
  /** Few at once: they share this machine with its own encodes. */
  verify: ReturnType<typeof createPool>;
}

/** Makes the ways to make parts; `clean` removes what was left half. */
export function filmWork(
  film: Pick<Film, "input" | "context" | "progress" | "results">,
): PartsWork<Part, MadePart> & { clean(): Promise<void> } {
  const all: Film = { ...film, partials: new Set(), verify: createPool({ running: 2, waiting: 100_000 }) };
  const remove = async (partial: string) => {
    await Deno.remove(partial).catch(() => {});
    all.partials.delete(partial);
  };
  return {
    makeHere: (part, options) => makeHere(all, part, options),
    makeOn: (part, machine, options) => makeOn(all, part, machine, options),
    alike: (one, other, signal) => {
      const { ffmpegPath } = film.input.capabilities;
      const paths = [one.partial, other.partial] as const;
      return all.verify(() => film.context.worker(VERIFIER).call("samePart", { ffmpegPath, paths }, signal));
    },
    commit: (part, made) => commit(all, part, made),
    discard: ({ partial }) => remove(partial),
    async undo({ key, path, segment }) {
      const { jobStore, run, log } = film.context;
      log("warn", "A part of a film is made again.", { job: run.id, part: segment.number });
      film.results.delete(key);
      film.progress.undo(segment.number);
      await jobStore.segments.remove([key]);
      await Deno.remove(path).catch(() => {});
    },
    clean: async () => {
      for (const partial of [...all.partials]) await remove(partial);
    },
  };
}

/** How the name of a part ends that is encoded and not verified. */
const ENCODED = ".encoded";
const isFile = (path: string): Promise<boolean> => stat(path).then((found) => found.isFile(), () => false);
/** The thread that looks at finished parts. */
const VERIFIER = -1;
/** Unix niceness: other programs come first. */
const NICE = 10;
/** Pictures that are encoded here for the header. */
const HEADER_PICTURES = 8;

let lastFile = 0;

/** A file of the attempt's own: the same part may be on its way elsewhere. */
function partialOf({ context, partials }: Film, { path }: Part): string {
  const partial = `${path}.${context.run.id}-${++lastFile}.partial`;
  partials.add(partial);
  return partial;
}

async function makeHere(
  film: Film,
  part: Part,
  { lane, signal, onFrame, onEncoded }: MakeHereOptions,
): Promise<MadePart> {
  const { input: { probe, video, capabilities, livePreview }, context, progress } = film;
  const { deps, run } = context;
  const { ffmpegPath, ffprobePath } = capabilities;
  const { segment, steps } = part;
  const partial = partialOf(film, part);
  const encoded = `${part.path}.${run.id}${ENCODED}`;
  film.partials.add(encoded);
  const started = deps.clock.monotonicMs();
  const follower = progress.begin(segment.number, null);
  const check = async () => {
    const request = { ffmpegPath, ffprobePath, path: encoded, times: timesFrom(steps), decoded: "ends" as const };
    return await film.verify(() => context.worker(VERIFIER).call("checkSegment", request, signal));
  };
  const encode = async () => {
    const forget = context.watchLane(lane, (report) => {
      follower.see(report);
      onFrame(report.frame);
    });
    return await context.worker(lane).call("encodeSegment", {
      ...{ ffmpegPath, partial },
      // One lane shows what it reads and what ffmpeg says; joining the parts begins the log anew.
      args: segmentArgs(probe, video, segment, { output: partial, ...(lane === 0 ? { livePreview } : {}) }),
      ...(lane === 0 ? { logPath: jobLogPath(deps.storage.jobLogs, run.id), notes: run.notes } : {}),
      stallMs: deps.settings.current().stallTimeoutMinutes * 60_000,
      nice: NICE,
      sourceFormat: probe.format,
    }, signal).finally(forget);
  };
  try {
    let sourceErrors: SourceErrors = { count: 0, first: [] };
    // It is there when the program ended while it was verified.
    let header = await isFile(encoded) ? await check().catch(() => undefined) : undefined;
    if (header === undefined) {
      ({ sourceErrors } = await encode());
      await rename(partial, encoded);
      film.partials.delete(partial);
      onEncoded();
      header = await check();
    }
    const [{ size: sizeBytes }, seconds] = [await stat(encoded), (deps.clock.monotonicMs() - started) / 1000];
    return { partial: encoded, sizeBytes, seconds, header, sourceErrors, machine: null };
  } catch (error) {
    await Deno.remove(encoded).catch(() => {});
    if (error instanceof JobFailure && error.code === "verification_failed") throw new UnfitParts(error.message);
    throw error;
  } finally {
    follower.end();
  }
}

/** The parts came out wrong although nothing failed: the film is encoded by one process. */
export class UnfitParts extends Error {
  override name = "UnfitParts";
}

async function makeOn(
  film: Film,
  part: Part,
  machine: RemoteMachine,
  { signal, onFrame }: MakeOptions,
): Promise<RemoteResult<MadePart>> {
  const { context, progress } = film;
  const { deps, run, log } = context;
  const name: MachineName = { id: machine.id, name: machine.name };
  const started = deps.clock.monotonicMs();
  const partial = partialOf(film, part);
  const follower = progress.begin(part.segment.number, name);
  try {
    await machine.encode(requestOf(film, part, partial), {
      signal,
      onProgress(report) {
        follower.see(report);
        onFrame(report.frame);
      },
    });
    // What is brought and not verified is lost with the program: its machine gets no other part before (one at most).
    const { header, doubt } = await film.verify(() => accept(film, part, partial, signal));
    const made: MadePart = {
      ...{ partial, header, machine: name, sourceErrors: { count: 0, first: [] } },
      sizeBytes: (await stat(partial)).size,
      seconds: (deps.clock.monotonicMs() - started) / 1000,
    };
    if (doubt !== undefined) {
      log("warn", `A part by ${machine.name} is in doubt. ${doubt}`, { job: run.id });
      note(context, `Part ${part.segment.number + 1} by ${machine.name} is in doubt and is made again. ${doubt}`);
    }
    const drawn = !videoEncoder(film.input.video.encoder).hardware && (deps.drawPart ?? drawPart)();
    return { made, drawn, ...(doubt === undefined ? {} : { doubt }) };
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    signal.throwIfAborted();
    const failure = meaningOf(error, machine);
    if (failure !== error) {
      const why = error instanceof Error ? error.message : String(error);
      log("warn", `A part was not made by ${machine.name}.`, { job: run.id, part: part.segment.number, error: why });
      note(context, `Part ${part.segment.number + 1} was not made by ${machine.name}: ${why}`);
    }
    throw failure;
  } finally {
    follower.end();
  }
}

/** Writes into the job's log, and into those that take its place. */
function note({ deps, run }: RunContext, text: string): void {
  run.notes.push(text);
  noteInJobLog(jobLogPath(deps.storage.jobLogs, run.id), text);
}

const requestOf = ({ input, context }: Film, { key, segment, steps }: Part, partial: string) => ({
  ...{ key, segment, times: timesFrom(steps), partial, jobId: context.run.id },
  ...{ probe: input.probe, video: input.video, identity: input.identity },
  stallMs: context.deps.settings.current().stallTimeoutMinutes * 60_000,
});

/** So many parts of other machines are encoded once more. */
const DRAWN_IN = 50;
const drawPart = (): boolean => Math.random() < 1 / DRAWN_IN;

async function accept(film: Film, part: Part, path: string, signal: AbortSignal) {
  const { input: { probe, video, capabilities: { ffmpegPath, ffprobePath } }, context } = film;
  const { steps, segment } = part;
  film.header ??= headerHere(film, part);
  const header = await film.header.catch((error) => {
    film.header = undefined;
    // That this machine cannot encode shows when it makes a part itself.
    throw new RemoteFailure("The header of the parts could not be made here.", { cause: error });
  });
  return await context.worker(VERIFIER).call(
    "acceptPart",
    { ffmpegPath, ffprobePath, path, times: timesFrom(steps), probe, video, segment, header },
    signal,
  );
}

function headerHere(film: Film, part: Part): Promise<SegmentHeader> {
  const { input: { probe, video, capabilities: { ffmpegPath, ffprobePath } }, context } = film;
  const path = partialOf(film, part);
  const args = segmentArgs(probe, video, part.segment, { output: path, pictures: HEADER_PICTURES });
  return context.worker(VERIFIER).call("header", { ffmpegPath, ffprobePath, path, args }, context.signal);
}

/** What an error elsewhere means here. */
function meaningOf(error: unknown, { name }: RemoteMachine): unknown {
  if (error instanceof WorkerDied || isDiskFull(error)) return error;
  if (error instanceof JobFailure && error.code === "verification_failed") {
    return new WrongResult(error.message, { cause: error });
  }
  return new RemoteFailure(`${name} did not make a part.`, { cause: error });
}

async function commit({ input, context, progress, results, partials }: Film, part: Part, made: MadePart) {
  const { jobStore, deps, run, log } = context;
  const { partial, machine, sizeBytes, seconds, header, sourceErrors } = made;
  const { key, path, segment: { number } } = part;
  // A part of another file must never be taken for one of this.
  await requireSameSource(input.probe.path, input.identity);
  await rename(partial, path);
  partials.delete(partial);
  await syncFolder(dirname(path));
  const usedAt = deps.clock.now().getTime();
  await jobStore.segments.save({
    ...{ key, jobId: run.id, path, sizeBytes, seconds, header, sourceErrors, usedAt },
    ...{ machine: machine?.id ?? null, machineName: machine?.name ?? null },
  });
  results.set(key, { sizeBytes, header, sourceErrors });
  progress.done(number, { sizeBytes, machine });
  const text = `Part ${number + 1} was made ${machine ? `by ${machine.name}` : "here"}.`;
  log("info", text, { job: run.id, seconds });
  if (machine) note(context, text);
}
