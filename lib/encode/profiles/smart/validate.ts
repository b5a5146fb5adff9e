import type { FieldError } from "../../../kit/fault.ts";
import type { Recipe } from "../schema.ts";
import { checkRecipe } from "../validate.ts";
import { applyRule } from "./apply_rule.ts";
import { type Condition, conditionError } from "./conditions.ts";
import { AUDIO_FACTS, FILE_FACTS, type SmartProfileInput, SUBTITLE_FACTS } from "./schema.ts";

/**
 * Checks rules that the schema cannot express: the operators that each fact supports, and whether rules work with the
 * base profile.
 */
export function checkSmart(input: SmartProfileInput, base: Recipe): FieldError[] {
  return [
    ...input.rules.flatMap((rule, i) => [
      ...conditionErrors(`rules.${i}`, rule.when, FILE_FACTS),
      ...ruleErrors(`rules.${i}`, rule, base),
    ]),
    ...input.audioRules.flatMap((rule, i) => [
      ...conditionErrors(`audioRules.${i}`, rule.when, AUDIO_FACTS),
      ...(rule.action === "encode" && rule.encoder === "copy"
        ? [{ path: `audioRules.${i}.encoder`, message: "Use the copy action to leave a stream unchanged." }]
        : []),
    ]),
    ...input.subtitleRules.flatMap((rule, i) => conditionErrors(`subtitleRules.${i}`, rule.when, SUBTITLE_FACTS)),
  ];
}

const conditionErrors = (
  path: string,
  when: readonly Condition[],
  kinds: Parameters<typeof conditionError>[1],
): FieldError[] =>
  when.flatMap((condition, i) => {
    const message = conditionError(condition, kinds);
    return message === undefined ? [] : [{ path: `${path}.when.${i}`, message }];
  });

function ruleErrors(path: string, rule: SmartProfileInput["rules"][number], base: Recipe): FieldError[] {
  // A rule that only changes the encoder cannot take the presets in other rules into account. The plan corrects
  // mismatches.
  const changesEncoder = rule.set.video?.encoder !== undefined;
  return checkRecipe(applyRule(base, rule))
    .filter((error) => !(changesEncoder && /^video\.(preset|tune|pixelFormat)$/.test(error.path)))
    .map(({ path: field, message }) => ({ path: `${path}.set.${field}`, message }));
}
