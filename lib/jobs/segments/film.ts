import type { LivePreview } from "../../encode/args/preview_args.ts";
import type { VideoPlan } from "../../encode/plan/model.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import type { SegmentHeader } from "../../encode/segments/check.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { PictureSteps } from "../../encode/segments/picture_steps.ts";
import type { createPool } from "../../kit/async.ts";
import type { Capabilities, Probe } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { RunStopped } from "../run/failure.ts";
import type { RunContext } from "../run/run_context.ts";
import type { FilmPart } from "./schedule/model.ts";
import type { MachineName, NamedMachine, SegmentProgress } from "./segment_progress.ts";

/** One part with all that its encode needs. */
export interface Part extends FilmPart {
  broughtBy?: NamedMachine;
  segment: Segment;
  steps: PictureSteps;
  key: string;
  path: string;
}

/** A verified file that does not have the name of its part yet. */
export interface MadePart {
  /** Where it lies. */
  path: string;
  sizeBytes: number;
  seconds: number;
  /** Of `seconds`, how long another machine had it; absent where that is not known. */
  encodeSeconds?: number | undefined;
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

/** A film while its parts are made. */
export interface Film {
  input: FilmInput;
  context: RunContext;
  progress: SegmentProgress;
  results: PartResults;
  /** Files that do not count: removed at the end. */
  files: Set<string>;
  /** So many names were made for files that are being written. */
  names: number;
  /** What this machine makes of a few pictures; read once. */
  header?: Promise<SegmentHeader> | undefined;
  /** Few at once: they share this machine with its own encodes. */
  verify: ReturnType<typeof createPool>;
}

/** The thread that looks at finished parts. */
export const VERIFIER = -1;

/** A file that is being written, of the attempt's own: the same part may be on its way elsewhere. */
export function partialOf(film: Film, { path }: Part): string {
  const partial = `${path}.${film.context.run.id}-${++film.names}.partial`;
  film.files.add(partial);
  return partial;
}

/** Removes a file that does not count. */
export async function removeFile({ files }: Film, path: string): Promise<void> {
  await Deno.remove(path).catch(() => {});
  files.delete(path);
}

/** Whether the program ends: what is encoded and not verified stays for its next start. */
export const isShutdown = ({ reason }: AbortSignal): boolean =>
  reason instanceof RunStopped && reason.why === "shutdown";
