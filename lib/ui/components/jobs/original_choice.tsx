import { type AnyRecipe, isSmart } from "../../../encode/profiles/smart/schema.ts";
import type { OriginalChoice } from "../../../encode/profiles/overrides.ts";

/** Label of the option that leaves the choice to the profile. */
export const PROFILE_CHOICE = "Original: by profile";

/** Labels of the choices, each with a one-line explanation. */
export const ORIGINAL_LABELS: [value: OriginalChoice, label: string, meaning: string][] = [
  ["keep", "Keep both", "The encode is saved beside the original; you decide after you have compared them."],
  [
    "replace",
    "Replace the original",
    "Once every frame is compared, the original is moved to the recycle bin, from which it can be restored.",
  ],
];

interface OriginalChoiceFieldProps {
  /** Identifies the field on the page. */
  id: string;
  /**
   * Preselected choice, which is that of the profile. If absent, the option that leaves the choice to each job's
   * profile is preselected.
   */
  preset?: OriginalChoice | undefined;
}

/** Choice between keeping both files and replacing the original, with a one-line explanation of the selected choice. */
export function OriginalChoiceField({ id, preset }: OriginalChoiceFieldProps) {
  return (
    <div class="original-choice">
      <select id={id} name="original:text??" aria-label="Original" aria-describedby={`${id}-help`} autocomplete="off">
        {preset === undefined && <option value="" selected>{PROFILE_CHOICE}</option>}
        {ORIGINAL_LABELS.map(([value, label]) => <option value={value} selected={value === preset}>{label}</option>)}
      </select>
      <div id={`${id}-help`} class="quiet small">
        {ORIGINAL_LABELS.map(([value, , meaning]) => <p data-for={value}>{meaning}</p>)}
      </div>
    </div>
  );
}

/** Returns the choice that a profile makes. */
export function originalOf(recipe: AnyRecipe): OriginalChoice {
  const { replaceOriginal } = isSmart(recipe) ? recipe.base.output : recipe.output;
  return replaceOriginal ? "replace" : "keep";
}
