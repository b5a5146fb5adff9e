/** Option of a select: a profile, an encoder or a hardware method. */
export interface Choice {
  id: string;
  name: string;
  /** Label of the group in which it is listed. */
  group?: string;
  /** Reason why this machine cannot use the option, as a sentence. */
  obstacle?: string | undefined;
}

/**
 * Options of a select: first those that this machine can use, by group, then the unusable ones, by reason. Unusable
 * options are disabled, except for the selected one, so that saving the form keeps it.
 */
export function ChoiceOptions({ choices, selected }: { choices: readonly Choice[]; selected?: string | undefined }) {
  const usable = choices.filter(({ obstacle }) => obstacle === undefined);
  const others = choices.filter(({ obstacle }) => obstacle !== undefined);
  return (
    <>
      {grouped(usable, ({ group }) => group).map(([label, list]) => {
        const options = list.map((choice) => <ChoiceOption choice={choice} selected={selected} />);
        return label === undefined ? options : <optgroup key={label} label={label}>{options}</optgroup>;
      })}
      {grouped(others, ({ obstacle }) => obstacle).map(([reason, list]) => (
        <optgroup key={reason} label={`Not available: ${reason}`}>
          {list.map((choice) => <ChoiceOption choice={choice} selected={selected} disabled={choice.id !== selected} />)}
        </optgroup>
      ))}
    </>
  );
}

const ChoiceOption = (
  { choice: { id, name }, selected, disabled }: { choice: Choice; selected?: string | undefined; disabled?: boolean },
) => <option key={id} value={id} selected={id === selected} disabled={disabled}>{name}</option>;

/** Returns the choices by label, in the order in which the labels first occur. */
function grouped(
  choices: readonly Choice[],
  labelOf: (choice: Choice) => string | undefined,
): [label: string | undefined, choices: Choice[]][] {
  const labels = [...new Set(choices.map(labelOf))];
  return labels.map((label) => [label, choices.filter((choice) => labelOf(choice) === label)]);
}
