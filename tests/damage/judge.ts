import { verifyOutput } from "../../lib/encode/verify.ts";
import { tools } from "../fixtures/encode.ts";
import { type Damage, type DamageClass, unfairness } from "./damage.ts";
import { type EncodeSpec, type GoodEncode, makeEncode } from "./encodes.ts";
import { inParallel } from "./tools.ts";

/** Puts files before the verifier through its public seam and collects what it says. */

export const MODES = ["windows", "full"] as const;
export type Mode = (typeof MODES)[number];

/** What the verifier said of one file. */
export interface Judgement {
  accepted: boolean;
  problems: string[];
  warnings: string[];
  /** Wall time of the verifier in seconds. */
  seconds: number;
}

/** One damaged or good file and what was said of it, by mode. */
export interface Outcome {
  /** Name of the damage; of a good result, what was done. */
  name: string;
  class: DamageClass | "good";
  /** Name of the encode. */
  encode: string;
  judgements: Partial<Record<Mode, Judgement>>;
  /** Why the file is no fair case; it does not count then. */
  unfair?: string;
}

export interface JudgeOptions {
  modes: readonly Mode[];
  lanes: number;
  onOutcome?: (outcome: Outcome) => void;
}

export async function judge({ probe, plan }: GoodEncode, path: string, modes: readonly Mode[]) {
  const judgements: Outcome["judgements"] = {};
  for (const mode of modes) {
    const { ok, problems, warnings, seconds } = await verifyOutput({ ...tools, path, probe, plan, mode });
    judgements[mode] = { accepted: ok, problems, warnings, seconds };
  }
  return judgements;
}

/** One pair of a damage and an encode. */
export interface Case {
  damage: Damage;
  encode: string;
}

export const casesOf = (damages: readonly Damage[]): Case[] =>
  damages.flatMap((damage) => damage.on.map((encode) => ({ damage, encode })));

/** Makes every damaged file, judges it and deletes it. Encodes come from the cache or are made first. */
export async function judgeDamages(
  cases: readonly Case[],
  encodes: Readonly<Record<string, EncodeSpec>>,
  { modes, lanes, onOutcome = () => {} }: JudgeOptions,
): Promise<Outcome[]> {
  const good = await makeEncodes(new Set(cases.map(({ encode }) => encode)), encodes, lanes);
  const outcomes: Outcome[] = [];
  await inParallel(cases, lanes, async ({ damage, encode }) => {
    const own = good.get(encode);
    if (!own) throw new Error(`There is no encode ${encode}.`);
    const outcome = await judgeDamage(damage, own, modes);
    outcomes.push(outcome);
    onOutcome(outcome);
  });
  return outcomes;
}

/** Makes the encodes of these names, or reads them from the cache. */
async function makeEncodes(names: ReadonlySet<string>, encodes: Readonly<Record<string, EncodeSpec>>, lanes: number) {
  const made = new Map<string, GoodEncode>();
  await inParallel([...names], lanes, async (name) => {
    const spec = encodes[name];
    if (spec) made.set(name, await makeEncode(name, spec));
  });
  return made;
}

async function judgeDamage(damage: Damage, good: GoodEncode, modes: readonly Mode[]): Promise<Outcome> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_damage_" });
  const outcome: Outcome = { name: damage.name, class: damage.class, encode: good.name, judgements: {} };
  try {
    const output = `${folder}/result.bin`;
    await damage.make({ good, folder, output });
    outcome.unfair = await unfairness(damage, good, output);
    if (outcome.unfair === undefined) outcome.judgements = await judge(good, output, modes);
  } catch (error) {
    outcome.unfair = `could not be made: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return outcome;
}
