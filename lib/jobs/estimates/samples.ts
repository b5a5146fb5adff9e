import { join } from "node:path";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import type { SampledSize } from "../../encode/sampling/sample_size.ts";
import { sampleSize } from "../../encode/sampling/sampling.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { OnCard } from "../capacity/sample_cards.ts";
import type { KeptPieces } from "./kept_pieces.ts";
import { knownSample, sampleKey } from "../decision/sample_findings.ts";
import type { Clock } from "../../kit/clock.ts";
import { newId } from "../../kit/id.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";

/** Services and options of samples. */
export interface SamplesDeps {
  findings: FindingRepository;
  /** Stored samples, which are shared with previews. */
  pieces: KeptPieces;
  /** Folder for temporary samples. */
  folder: string;
  clock: Clock;
  /** Holds a slot of a GPU during the samples. */
  onCard: OnCard;
}

/** Request for a measurement: the file, the plan, and the ffmpeg version. */
export interface SampleQuestion {
  probe: Probe;
  identity: SourceIdentity;
  plan: Plan & { video: VideoPlan };
  capabilities: Capabilities;
}

/** Options that stop or observe a measurement. */
export interface MeasureOptions {
  signal?: AbortSignal;
  /** Called with the progress from 0 to 1. */
  onProgress?(part: number): void;
}

/** Sizes that were measured with short encodes, stored by file, plan and ffmpeg version. */
export interface Samples {
  /** Returns an earlier measurement. No process is run. */
  known(question: SampleQuestion): Promise<SampledSize | undefined>;
  /**
   * Measures a size, unless an earlier measurement is stored. Throws `JobFailure` `tool_failed`, or the reason of an
   * aborted signal.
   */
  measure(question: SampleQuestion, options?: MeasureOptions): Promise<SampledSize>;
}

/** Creates the samples service. */
export function createSamples({ findings, pieces, folder, clock, onCard }: SamplesDeps): Samples {
  const known = (question: SampleQuestion) => knownSample(findings, question);
  return {
    known,
    async measure(question, options = {}) {
      const before = await known(question);
      if (before) return before;
      const { probe, plan, capabilities } = question;
      const own = join(folder, `sample-${newId()}`);
      await Deno.mkdir(own, { recursive: true, mode: 0o700 });
      try {
        const keep = pieces.keeperOf(sampleKey(question));
        const result = await onCard(
          videoEncoder(plan.video.encoder).method,
          (device) => sampleSize({ ...capabilities, probe, plan, folder: own, keep, device, ...options }),
        );
        const foundAt = clock.now().getTime();
        await findings.save({ kind: "sample", key: sampleKey(question), path: probe.path, result, foundAt });
        return result;
      } finally {
        await Deno.remove(own, { recursive: true }).catch(() => {});
      }
    },
  };
}
