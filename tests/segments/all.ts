import { join } from "node:path";
import { parseArgs } from "node:util";
import { CUT_LENGTHS, type CutLengths } from "../../lib/encode/segments/cuts.ts";
import { compare, type Compared, ENCODERS, makeSource, type NotCut } from "./compare.ts";
import { type CutScore, isSeen } from "./cut_scores.ts";
import { type CutSource, cutSources } from "./sources.ts";

/**
 * Compares movies encoded in segments with the same movies encoded by one process, for every source and encoder. With
 * `--real`, the segments are as long as in a job, and the size overhead is checked too.
 *
 *     deno task segments [--only REGEX] [--real]
 */

/** Short movies and segments for quick trials. The size of five-second segments is not representative of a job. */
const SHORT: Trial = { seconds: 24, lengths: { about: 5, shortest: 2 } };
/** Trial with movies that are long enough for two cuts. */
const REAL: Trial = { seconds: 170, lengths: CUT_LENGTHS, maxSize: 1.01 };
/**
 * Maximum SSIM loss of the frames around a cut relative to all others, for each cut and for the mean over an encoder's
 * cuts.
 */
const MAX_LOSS = 0.002;

/** Length of the movies, cut positions, and maximum size relative to a single process. */
interface Trial {
  seconds: number;
  lengths: CutLengths;
  maxSize?: number;
}

type Encoder = keyof typeof ENCODERS;

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: { only: { type: "string", default: "" }, real: { type: "boolean", default: false } },
  });
  const only = new RegExp(values.only);
  const trial = values.real ? REAL : SHORT;
  let wrong = 0;
  const cuts: Record<Encoder, CutScore[]> = { x264: [], x265: [], svtav1: [] };
  for (const [name, source] of Object.entries(cutSources(trial.seconds))) {
    const encoders = (Object.keys(ENCODERS) as Encoder[]).filter((encoder) =>
      (source.encoders ?? [encoder]).includes(encoder) && only.test(`${name} by ${encoder}`)
    );
    if (encoders.length === 0) continue;
    await tryWith(encoders, source, trial, (encoder, result) => {
      const faults = faultsOf(result, source, trial);
      if (faults.length > 0) wrong++;
      if ("cuts" in result) cuts[encoder].push(...result.cuts);
      const lines = faults.map((one) => `\n  ${one}`).join("");
      console.log(`${faults.length === 0 ? "ok" : "WRONG"} ${name} by ${encoder}: ${textOf(result)}${lines}`);
    });
  }
  for (const [encoder, scores] of Object.entries(cuts).filter(([, { length }]) => length > 0)) {
    const mean = scores.reduce((sum, { againstOne }) => sum + againstOne, 0) / scores.length;
    if (mean < -MAX_LOSS) wrong++;
    console.log(`${scores.length} cuts by ${encoder}: SSIM ${signed(mean)} to one process on the mean`);
  }
  console.log(wrong === 0 ? "All are the same film." : `${wrong} are not.`);
  if (wrong > 0) Deno.exit(1);
}

/** Creates the source and passes the result of each encoder to `tell`. */
async function tryWith(
  encoders: readonly Encoder[],
  source: CutSource,
  { lengths }: Trial,
  tell: (encoder: Encoder, result: Compared | NotCut) => void,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-segments-" });
  try {
    const path = await makeSource(folder, source);
    for (const encoder of encoders) {
      const own = join(folder, encoder);
      await Deno.mkdir(own);
      tell(encoder, await compare({ folder: own, path, source, encoder, lengths }));
      await Deno.remove(own, { recursive: true });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function faultsOf(result: Compared | NotCut, { whole }: CutSource, { maxSize = Infinity }: Trial): string[] {
  if ("reason" in result) return result.reason === whole ? [] : ["it is to be cut"];
  const faults = [...result.differences];
  if (whole !== undefined) faults.push(`it is not to be cut, because ${whole}`);
  if (result.cuts.some((cut) => isSeen(cut, MAX_LOSS))) faults.push("a cut can be seen");
  if (result.sizeRatio > maxSize) faults.push("it is too large");
  return faults;
}

function textOf(result: Compared | NotCut): string {
  if ("reason" in result) return `one process, ${result.reason}`;
  const { parts, sizeRatio, cuts } = result;
  const worst = (of: (cut: CutScore) => number) => signed(Math.min(...cuts.map(of)));
  return `${parts} parts, size ${percent(sizeRatio)}, SSIM at cuts at least ` +
    `${worst(({ againstOthers }) => againstOthers)} to other pictures, ` +
    `${worst(({ againstOne }) => againstOne)} to one process ` +
    `(${worst(({ commonAgainstOne }) => commonAgainstOne)} is common without a cut)`;
}

const percent = (ratio: number): string => `${signed((ratio - 1) * 100, 2)} %`;
const signed = (value: number, digits = 4): string => `${value < 0 ? "" : "+"}${value.toFixed(digits)}`;

if (import.meta.main) await main();
