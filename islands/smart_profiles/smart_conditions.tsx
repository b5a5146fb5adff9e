import { Icon } from "../../lib/ui/icon.tsx";
import { Entry } from "../entry.tsx";
import { factLabel, factOptions, storedText, typedText } from "./smart_words.ts";
import { changedCondition, type Condition, firstCondition, type Kind, operatorsOf, replaced } from "./smart_model.ts";

interface ConditionsProps {
  /** Noun for the files or streams to which the rule applies. */
  subject: "file" | "stream";
  when: Condition[];
  facts: Record<string, Kind>;
  onChange(when: Condition[]): void;
}

/** Start of the sentence: "If height is above 1440 and HDR is SDR, then". The rule applies if all conditions are true. */
export function Conditions({ subject, when, facts, onChange }: ConditionsProps) {
  const names = Object.keys(facts);
  return (
    <>
      <span>{when.length === 0 ? `For every ${subject},` : "If"}</span>
      {when.map((condition, i) => (
        <ConditionRow
          key={i}
          joint={i === 0 ? undefined : "and"}
          condition={condition}
          names={names}
          kind={facts[condition.fact] ?? "text"}
          kinds={facts}
          onChange={(next) => onChange(replaced(when, i, next))}
        />
      ))}
      {when.length > 0 && <span>then</span>}
    </>
  );
}

/** Button that adds a condition to the sentence. */
export function AddCondition({ when, facts, onChange }: Omit<ConditionsProps, "subject">) {
  return (
    <button type="button" class="small" onClick={() => onChange([...when, firstCondition(facts)])}>
      <Icon name="plus" size={14} />Condition
    </button>
  );
}

interface ConditionRowProps {
  /** Word before the condition, such as "and". */
  joint: string | undefined;
  condition: Condition;
  names: string[];
  kind: Kind;
  kinds: Record<string, Kind>;
  onChange(next: Condition | undefined): void;
}

function ConditionRow({ joint, condition, names, kind, kinds, onChange }: ConditionRowProps) {
  const { fact, op } = condition;
  const change = (next: { fact?: string; op?: string; text?: string }) =>
    onChange(changedCondition(condition, next, kinds));
  return (
    <span class="smart-row">
      {joint}
      <select aria-label="Property" value={fact} onChange={(e) => change({ fact: e.currentTarget.value })}>
        {names.map((name) => <option key={name} value={name}>{factLabel(name)}</option>)}
      </select>
      {kind !== "flag" && (
        <select
          aria-label="Comparison"
          value={op}
          onChange={(e) => change({ op: e.currentTarget.value })}
        >
          {operatorsOf(kind).map(([each, label]) => <option key={each} value={each}>{label}</option>)}
        </select>
      )}
      <ConditionValue condition={condition} kind={kind} onChange={(text) => change({ text })} />
      <RowButton icon="cross" label="Remove condition" onClick={() => onChange(undefined)} />
    </span>
  );
}

/** Value with which the fact is compared: a choice if the values are known, otherwise free text. */
function ConditionValue(
  { condition: { fact, value }, kind, onChange }: { condition: Condition; kind: Kind; onChange(text: string): void },
) {
  const options = kind === "flag" ? FLAG_OPTIONS : Array.isArray(value) ? undefined : factOptions(fact);
  if (options === undefined) {
    const numeric = kind === "number" && !Array.isArray(value);
    return (
      <Entry
        label="Value"
        value={typedText(fact, value)}
        numeric={numeric}
        onChange={(text) => onChange(storedText(fact, text))}
      />
    );
  }
  const current = String(value);
  return (
    <select aria-label="Value" value={current} onChange={(e) => onChange(e.currentTarget.value)}>
      {!options.some(([one]) => one === current) && <option value={current}>{current || "Choose …"}</option>}
      {options.map(([one, label]) => <option key={one} value={one}>{label}</option>)}
    </select>
  );
}

const FLAG_OPTIONS: [value: string, label: string][] = [["true", "is true"], ["false", "is not true"]];

/** Small button at the end of a row. */
export const RowButton = (
  { icon, label, onClick }: { icon: "cross" | "trash"; label: string; onClick(): void },
) => (
  <button type="button" class="icon-button" aria-label={label} onClick={onClick}>
    <Icon name={icon} size={16} />
  </button>
);
