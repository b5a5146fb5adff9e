import { rename } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { createPool } from "../../kit/async.ts";
import { syncFolder } from "../../kit/atomic_file.ts";
import { requireSameSource } from "../attempt/same_source.ts";
import {
  isShutdown,
  type MadePart,
  type Part,
  removeFile,
  type SegmentedEncode,
  VERIFIER,
} from "./segmented_encode.ts";
import { makePartElsewhere, noteInLog, verifyProducedPart } from "./part_elsewhere.ts";
import { makePartHere } from "./part_here.ts";
import type { PartsWork } from "../capacity/schedule_model.ts";
import { readSegmentName } from "./segment_files.ts";

/** Encodes the segments of a video on this machine and on others, and accepts the results. */

/**
 * Creates the functions that encode segments. `clean` removes temporary files, except those that are used at the next
 * start.
 */
export function segmentWork(
  known: Pick<SegmentedEncode, "input" | "attempt" | "progress" | "results">,
): PartsWork<Part, MadePart> & { clean(): Promise<void> } {
  const segmented: SegmentedEncode = {
    ...known,
    files: new Set(),
    names: 0,
    verify: createPool({ running: 2, waiting: 100_000 }),
  };
  return {
    makeHere: (part, options) => makePartHere(segmented, part, options),
    makeOn: (part, machine, options) => makePartElsewhere(segmented, part, machine, options),
    verifyProduced: (part, signal) => verifyProducedPart(segmented, part, signal),
    alike: (one, other, signal) => {
      const { ffmpegPath } = segmented.input.capabilities;
      const paths = [one.path, other.path] as const;
      return segmented.verify(() =>
        segmented.attempt.handle.worker(VERIFIER).call("samePart", { ffmpegPath, paths }, signal)
      );
    },
    commit: (part, made) => commit(segmented, part, made),
    discard: ({ path }) => removeFile(segmented, path),
    undo: (part) => undo(segmented, part),
    reject: (workerId, reason) => segmented.attempt.deps.remoteMachines?.reject(workerId, reason),
    clean: async () => {
      const continues = isShutdown(segmented.attempt.handle.signal);
      for (const path of [...segmented.files]) {
        const isEncoded = readSegmentName(basename(path))?.encoded !== undefined;
        if (!continues || !isEncoded) await removeFile(segmented, path);
      }
    },
  };
}

async function undo(
  { attempt: { jobStore, run, log }, results, progress }: SegmentedEncode,
  { key, path, segment }: Part,
) {
  log("warn", "A segment of a video is encoded again.", { job: run.id, part: segment.number });
  results.delete(key);
  progress.undo(segment.number);
  await jobStore.segments.remove([key]);
  await Deno.remove(path).catch(() => {});
}

async function commit({ input, attempt, progress, results, files }: SegmentedEncode, part: Part, made: MadePart) {
  const { jobStore, deps, run, log } = attempt;
  const { machine, sizeBytes, seconds, encodeSeconds, header, sourceErrors } = made;
  const { key, path, segment: { number } } = part;
  // Segments of a changed source file must not be used.
  await requireSameSource(input.probe.path, input.identity);
  await rename(made.path, path);
  files.delete(made.path);
  await syncFolder(dirname(path));
  const usedAt = deps.clock.now().getTime();
  await jobStore.segments.save({
    ...{ key, jobId: run.id, path, sizeBytes, seconds, header, sourceErrors, usedAt },
    ...{ machine: machine?.id ?? null, machineName: machine?.name ?? null },
  });
  results.set(key, { sizeBytes, header, sourceErrors });
  progress.done(number, { sizeBytes, machine });
  const text = `Segment ${number + 1} was encoded ${machine ? `by ${machine.name}` : "here"}.`;
  log("info", text, { job: run.id, seconds });
  if (machine === null) return;
  noteInLog(attempt, text);
  deps.remoteMachines?.recordDone(machine.id, { pictures: part.pictures, seconds: encodeSeconds, sizeBytes });
}
