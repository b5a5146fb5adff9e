import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifyOutput } from "../../lib/encode/verify/verify.ts";
import { tools } from "../fixtures/encode.ts";
import { type Damage, type DamageClass, encodeOf, streamOf, type Target, unfairness } from "./damage.ts";
import { type EncodeSpec, type GoodEncode, makeEncode } from "./encodes/encode.ts";
import { cachedFile } from "../kit/cached_files.ts";
import { inParallel } from "./tools.ts";

/** Runs the verifier on files through its public interface and collects the results. */

export const MODES = ["windows", "full"] as const;
export type Mode = (typeof MODES)[number];

/** The verifier's result for one file. */
export interface Judgement {
  accepted: boolean;
  problems: string[];
  warnings: string[];
  /** Wall time of the verifier in seconds. */
  seconds: number;
}

/** A damaged or good file and its results by mode. */
export interface Outcome {
  /** Name of the damage, or of the method that created a good result. */
  name: string;
  class: DamageClass | "good";
  /** Name of the encode. */
  encode: string;
  judgements: Partial<Record<Mode, Judgement>>;
  /** Reason why the case is invalid and does not count. */
  unfair?: string;
}

export interface JudgeOptions {
  modes: readonly Mode[];
  lanes: number;
  /** True if damaged files stay in the cache of test files, which suits a few small files that are judged often. */
  keep?: boolean;
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

/** One damage, applied to one encode. */
export interface Case {
  damage: Damage;
  target: Target;
  /** True if the file is verified in full mode even if windows mode rejects it. */
  full: boolean;
}

/** Returns `class: name @ encode`, the string that `--only` matches. */
export const caseName = ({ damage, target }: Case): string =>
  `${damage.class}: ${damage.name} @ ${encodeOf(target)}${streamOf(target) > 0 ? ` ${streamOf(target) + 1}` : ""}`;

/**
 * Returns the cases for every damage and the first `perKind` of its encodes. The first case of each damage is also
 * verified in full mode.
 */
export const casesOf = (damages: readonly Damage[], perKind = Infinity): Case[] =>
  damages.flatMap((damage) => damage.on.slice(0, perKind).map((target, i) => ({ damage, target, full: i === 0 })));

/** Creates, verifies and deletes every damaged file. Missing encodes are created first. */
export async function judgeDamages(
  cases: readonly Case[],
  encodes: Readonly<Record<string, EncodeSpec>>,
  { modes, lanes, keep = false, onOutcome = () => {} }: JudgeOptions,
): Promise<Outcome[]> {
  const good = await makeEncodes(new Set(cases.map(({ target }) => encodeOf(target))), encodes, lanes);
  const known = await suiteKey();
  const outcomes: Outcome[] = [];
  await inParallel(cases, lanes, async (one) => {
    const own = good.get(encodeOf(one.target));
    if (!own) throw new Error(`There is no encode ${encodeOf(one.target)}.`);
    const outcome = await judgeDamage(one, own, modes, { known, keep });
    outcomes.push(outcome);
    onOutcome(outcome);
  });
  return outcomes;
}

/** Creates the encodes with these names or reads them from the cache. */
async function makeEncodes(
  names: ReadonlySet<string>,
  encodes: Readonly<Record<string, EncodeSpec>>,
  lanes: number,
): Promise<Map<string, GoodEncode>> {
  const made = new Map<string, GoodEncode>();
  await inParallel([...names], lanes, async (name) => {
    const spec = encodes[name];
    if (spec) made.set(name, await makeEncode(name, spec));
  });
  return made;
}

async function judgeDamage(
  one: Case,
  good: GoodEncode,
  modes: readonly Mode[],
  { known, keep }: { known: string; keep: boolean },
): Promise<Outcome> {
  const { damage, target } = one;
  const folder = await Deno.makeTempDir({ prefix: "lathe_damage_" });
  const outcome: Outcome = {
    name: damage.name,
    class: damage.class,
    encode: caseName(one).split(" @ ")[1] ?? "",
    judgements: {},
  };
  const key = [known, good.path, caseName(one)];
  const damaged = async (folder: string): Promise<string> => {
    const output = join(folder, "result.bin");
    await damage.make({ good, folder, output }, streamOf(target));
    return output;
  };
  try {
    const output = keep ? await cachedFile(["damaged-1", ...key], damaged) : await damaged(folder);
    outcome.unfair = await remembered(key, () => unfairness(damage, good, output));
    if (outcome.unfair === undefined) outcome.judgements = await judgeInTurn(one, good, output, modes);
  } catch (error) {
    outcome.unfair = `could not be made: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return outcome;
}

/** Full decoding is slow, so it is limited to files that windows mode accepted and to one file of each kind. */
async function judgeInTurn({ full }: Case, good: GoodEncode, path: string, modes: readonly Mode[]) {
  if (modes.length === 1) return await judge(good, path, modes);
  const windows = await judge(good, path, ["windows"]);
  if (!full && !windows.windows?.accepted) return windows;
  return { ...windows, ...await judge(good, path, ["full"]) };
}

/** Returns the hash of the code of the suite. Cached results are valid as long as it is unchanged. */
async function suiteKey(): Promise<string> {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const texts: string[] = [];
  for (const place of [".", "content", "encodes", "kinds"]) {
    for await (const { name } of Deno.readDir(join(folder, place))) {
      if (name.endsWith(".ts")) texts.push(`${name}\n${await Deno.readTextFile(join(folder, place, name))}`);
    }
  }
  return createHash("sha256").update(texts.sort().join("\n")).digest("hex");
}

/** Returns the result of `find`, which is cached under `key`. */
async function remembered(key: string[], find: () => Promise<string | undefined>): Promise<string | undefined> {
  const path = await cachedFile(["found-1", ...key], async (folder) => {
    const file = join(folder, "found.txt");
    await Deno.writeTextFile(file, await find() ?? "");
    return file;
  });
  const text = await Deno.readTextFile(path);
  return text === "" ? undefined : text;
}
