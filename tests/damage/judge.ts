import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifyOutput } from "../../lib/encode/verify/verify.ts";
import { tools } from "../fixtures/encode.ts";
import { type Damage, type DamageClass, encodeOf, streamOf, type Target, unfairness } from "./damage.ts";
import { type EncodeSpec, type GoodEncode, makeEncode } from "./encodes/encode.ts";
import { cachedFile } from "../kit/cached_files.ts";
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

/** One damage of one encode. */
export interface Case {
  damage: Damage;
  target: Target;
  /** Judged in full even when the windows refuse it. */
  full: boolean;
}

/** `class: name @ encode`, which is what people choose cases by. */
export const caseName = ({ damage, target }: Case): string =>
  `${damage.class}: ${damage.name} @ ${encodeOf(target)}${streamOf(target) > 0 ? ` ${streamOf(target) + 1}` : ""}`;

/** Every kind on the first `perKind` of its encodes; on the very first one it is judged in full. */
export const casesOf = (damages: readonly Damage[], perKind = Infinity): Case[] =>
  damages.flatMap((damage) => damage.on.slice(0, perKind).map((target, i) => ({ damage, target, full: i === 0 })));

/** Makes every damaged file, judges it and deletes it. Encodes come from the cache or are made first. */
export async function judgeDamages(
  cases: readonly Case[],
  encodes: Readonly<Record<string, EncodeSpec>>,
  { modes, lanes, onOutcome = () => {} }: JudgeOptions,
): Promise<Outcome[]> {
  const good = await makeEncodes(new Set(cases.map(({ target }) => encodeOf(target))), encodes, lanes);
  const known = await suiteKey();
  const outcomes: Outcome[] = [];
  await inParallel(cases, lanes, async (one) => {
    const own = good.get(encodeOf(one.target));
    if (!own) throw new Error(`There is no encode ${encodeOf(one.target)}.`);
    const outcome = await judgeDamage(one, own, modes, known);
    outcomes.push(outcome);
    onOutcome(outcome);
  });
  return outcomes;
}

/** Makes the encodes of these names, or reads them from the cache. */
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

async function judgeDamage(one: Case, good: GoodEncode, modes: readonly Mode[], known: string): Promise<Outcome> {
  const { damage, target } = one;
  const folder = await Deno.makeTempDir({ prefix: "lathe_damage_" });
  const outcome: Outcome = {
    name: damage.name,
    class: damage.class,
    encode: caseName(one).split(" @ ")[1] ?? "",
    judgements: {},
  };
  try {
    const output = join(folder, "result.bin");
    await damage.make({ good, folder, output }, streamOf(target));
    outcome.unfair = await remembered([known, good.path, caseName(one)], () => unfairness(damage, good, output));
    if (outcome.unfair === undefined) outcome.judgements = await judgeInTurn(one, good, output, modes);
  } catch (error) {
    outcome.unfair = `could not be made: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return outcome;
}

/** Full decoding takes long: it judges what the windows accepted, and one file of each kind. */
async function judgeInTurn({ full }: Case, good: GoodEncode, path: string, modes: readonly Mode[]) {
  if (modes.length === 1) return await judge(good, path, modes);
  const windows = await judge(good, path, ["windows"]);
  if (!full && !windows.windows?.accepted) return windows;
  return { ...windows, ...await judge(good, path, ["full"]) };
}

/** A hash of the suite's own code: damages are made and measured the same way as long as it stays. */
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

/** Answers what `find` found when it was asked for the same before. */
async function remembered(key: string[], find: () => Promise<string | undefined>): Promise<string | undefined> {
  const path = await cachedFile(["found-1", ...key], async (folder) => {
    const file = join(folder, "found.txt");
    await Deno.writeTextFile(file, await find() ?? "");
    return file;
  });
  const text = await Deno.readTextFile(path);
  return text === "" ? undefined : text;
}
