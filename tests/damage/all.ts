import { parseArgs } from "node:util";
import { BYTE_DAMAGES } from "./kinds/byte.ts";
import { COLOUR_DAMAGES } from "./kinds/colour.ts";
import { makeEncode } from "./encodes/encode.ts";
import { GOOD_ENCODES } from "./encodes/good_encodes.ts";
import { goodCases, judgeGoodResults, undamagedCases } from "./good/results.ts";
import { caseName, casesOf, judgeDamages, type JudgeOptions, type Mode, MODES, type Outcome } from "./judge.ts";
import { PICTURE_DAMAGES } from "./kinds/picture.ts";
import { reportLines } from "./report.ts";
import { SOUND_DAMAGES } from "./kinds/sound.ts";
import { STRUCTURE_DAMAGES } from "./kinds/structure.ts";
import { SUBTITLE_DAMAGES } from "./kinds/subtitle.ts";
import { TIME_DAMAGES } from "./kinds/time.ts";

/**
 * Measures the verifier: how many damaged files it accepts and how many good files it rejects.
 *
 *     deno task damage [--only REGEX] [--mode windows|full] [--lanes N] [--good | --bad] [--wide] [--json FILE]
 *
 * `--only` is matched against `class: name @ encode`. Each kind of damage is applied to two encodes, with `--wide` to
 * all
 * that it fits, and good sources are then combined with twice as many recipes. By default, full mode checks one file of
 * each kind and the files that windows mode accepted. With `--mode full` it checks every file.
 */

export const DAMAGES = [
  ...PICTURE_DAMAGES,
  ...SOUND_DAMAGES,
  ...SUBTITLE_DAMAGES,
  ...TIME_DAMAGES,
  ...COLOUR_DAMAGES,
  ...STRUCTURE_DAMAGES,
  ...BYTE_DAMAGES,
];

const ENCODES_PER_KIND = 2;

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      only: { type: "string", default: "" },
      mode: { type: "string" },
      lanes: { type: "string", default: "2" },
      good: { type: "boolean", default: false },
      bad: { type: "boolean", default: false },
      wide: { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const only = new RegExp(values.only);
  const modes = MODES.filter((mode: Mode) => values.mode === undefined || values.mode === mode);
  let done = 0;
  const options: JudgeOptions = {
    modes,
    lanes: Number(values.lanes),
    onOutcome: ({ class: kind, name, encode, judgements, unfair }) => {
      const said = modes.flatMap((mode) => {
        const judgement = judgements[mode];
        return judgement ? [`${mode} ${judgement.accepted ? "accepted" : "refused"}`] : [];
      }).join(", ");
      console.log(`${++done} ${kind}: ${name} @ ${encode}: ${unfair === undefined ? said : "not counted"}`);
    },
  };
  const outcomes: Outcome[] = [];
  if (!values.good) {
    const cases = casesOf(DAMAGES, values.wide ? Infinity : ENCODES_PER_KIND).filter((one) => only.test(caseName(one)));
    outcomes.push(...await judgeDamages(cases, GOOD_ENCODES, options));
  }
  const undamaged = undamagedCases(
    Object.entries(GOOD_ENCODES).map(([name, spec]) => ({ name, get: () => makeEncode(name, spec) })),
  );
  if (!values.bad) {
    outcomes.push(...await judgeGoodResults([...undamaged, ...goodCases(values.wide ? 2 : 1)], only, options));
  }
  for (const line of reportLines(outcomes)) console.log(line);
  if (values.json) await Deno.writeTextFile(values.json, JSON.stringify(outcomes, null, 1));
}

if (import.meta.main) await main();
