import { Entry } from "../entry.tsx";
import { type Choice, ChoiceOptions } from "../../lib/ui/choice_options.tsx";
import { Amounts } from "../../lib/ui/components/amounts.tsx";

interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

const fieldId = (label: string) => `s-${label.replace(/[^A-Za-z0-9]+/g, "-")}`;

/** Text or number field with a label. */
export function Text(
  { label, value, onChange, numeric, placeholder }: FieldProps & { numeric?: boolean; placeholder?: string },
) {
  return (
    <div class="field">
      <label for={fieldId(label)}>
        <Amounts text={label} />
      </label>
      <Entry id={fieldId(label)} numeric={numeric} value={value} placeholder={placeholder} onChange={onChange} />
    </div>
  );
}

/** Choice from a list with a label. */
export function Select(
  { label, value, options, onChange }: FieldProps & { options: readonly Choice[] },
) {
  return (
    <div class="field">
      <label for={fieldId(label)}>
        <Amounts text={label} />
      </label>
      <select id={fieldId(label)} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        <ChoiceOptions choices={options} selected={value} />
      </select>
    </div>
  );
}
