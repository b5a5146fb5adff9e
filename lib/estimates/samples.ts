import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FindingRepository } from "../../db/findings.ts";
import { pictureOnly } from "../encode/pieces.ts";
import type { Plan, VideoPlan } from "../encode/model.ts";
import type { SampledSize } from "../encode/sample_size.ts";
import { sampleSize } from "../encode/sampling.ts";
import { identityKey } from "../jobs/source_file.ts";
import type { Clock } from "../kit/clock.ts";
import { newId } from "../kit/id.ts";
import type { Capabilities, Probe } from "../media/model.ts";
import type { Pool } from "../kit/pool.ts";
import type { SourceIdentity } from "../media/source.ts";

export interface SamplesDeps {
  findings: FindingRepository;
  /** A folder for pieces in the making. */
  folder: string;
  clock: Clock;
  /** Sample encodes keep every core busy: one at a time. */
  pool: Pool;
}

export interface SampleQuestion {
  probe: Probe;
  identity: SourceIdentity;
  plan: Plan & { video: VideoPlan };
  capabilities: Capabilities;
}

/** Sizes learnt from short encodes. Asked twice at once, made once; kept by file, plan and version of ffmpeg. */
export function createSamples({ findings, folder, clock, pool }: SamplesDeps) {
  const running = new Map<string, Promise<SampledSize>>();

  const measure = async ({ probe, plan, capabilities }: SampleQuestion, key: string): Promise<SampledSize> => {
    const own = join(folder, `sample-${newId()}`);
    await Deno.mkdir(own, { recursive: true, mode: 0o700 });
    try {
      const result = await sampleSize({ ...capabilities, probe, plan, folder: own });
      await findings.save({ kind: "sample", key, path: probe.path, result, foundAt: clock.now().getTime() });
      return result;
    } finally {
      await Deno.remove(own, { recursive: true }).catch(() => {});
    }
  };

  return async (question: SampleQuestion): Promise<SampledSize> => {
    const key = keyOf(question);
    const known = await findings.get("sample", key);
    if (known) return known.result as SampledSize;
    let answer = running.get(key);
    if (answer === undefined) {
      answer = pool(() => measure(question, key)).finally(() => running.delete(key));
      running.set(key, answer);
    }
    return await answer;
  };
}

/** The same file, the same picture to be made of it, the same ffmpeg. */
function keyOf({ identity, plan, capabilities }: SampleQuestion): string {
  const { video } = pictureOnly(plan);
  const made = createHash("sha256").update(JSON.stringify([video, capabilities.version])).digest("hex").slice(0, 32);
  return `${identityKey(identity)}:${made}`;
}
