import { Icon } from "../../lib/ui/icon.tsx";
import { Entry } from "../entry.tsx";
import { factLabel } from "./smart_words.ts";
import {
  changedCondition,
  type Condition,
  firstCondition,
  type Kind,
  operatorsOf,
  replaced,
  textOf,
} from "./smart_model.ts";

interface ConditionsProps {
  when: Condition[];
  facts: Record<string, Kind>;
  onChange(when: Condition[]): void;
}

/** "When height is above 1440 and ...": all must hold. */
export function Conditions({ when, facts, onChange }: ConditionsProps) {
  const names = Object.keys(facts);
  const add = () => onChange([...when, firstCondition(facts)]);
  return (
    <div class="smart-conditions">
      {when.length === 0 && <span class="quiet small">Always</span>}
      {when.map((condition, i) => (
        <ConditionRow
          key={i}
          condition={condition}
          names={names}
          kind={facts[condition.fact] ?? "text"}
          kinds={facts}
          onChange={(next) => onChange(replaced(when, i, next))}
        />
      ))}
      <button type="button" class="small" onClick={add}>
        <Icon name="plus" size={14} />Condition
      </button>
    </div>
  );
}

interface ConditionRowProps {
  condition: Condition;
  names: string[];
  kind: Kind;
  kinds: Record<string, Kind>;
  onChange(next: Condition | undefined): void;
}

function ConditionRow({ condition, names, kind, kinds, onChange }: ConditionRowProps) {
  const { fact, op, value } = condition;
  const change = (next: { fact?: string; op?: string; text?: string }) =>
    onChange(changedCondition(condition, next, kinds));
  return (
    <span class="smart-row">
      <select aria-label="Fact" value={fact} onChange={(e) => change({ fact: e.currentTarget.value })}>
        {names.map((name) => <option key={name} value={name}>{factLabel(name)}</option>)}
      </select>
      <select aria-label="Comparison" value={op} onChange={(e) => change({ op: e.currentTarget.value })}>
        {operatorsOf(kind).map(([each, label]) => <option key={each} value={each}>{label}</option>)}
      </select>
      {kind === "flag"
        ? (
          <select aria-label="Value" value={String(value)} onChange={(e) => change({ text: e.currentTarget.value })}>
            <option value="true">yes</option>
            <option value="false">no</option>
          </select>
        )
        : (
          <Entry
            label="Value"
            value={textOf(value)}
            numeric={kind === "number" && !Array.isArray(value)}
            onChange={(text) => change({ text })}
          />
        )}
      <RowButton icon="cross" label="Remove the condition" onClick={() => onChange(undefined)} />
    </span>
  );
}

/** A small button at the end of a row. */
export const RowButton = (
  { icon, label, onClick }: { icon: "cross" | "trash"; label: string; onClick(): void },
) => (
  <button type="button" class="icon-button" aria-label={label} onClick={onClick}>
    <Icon name={icon} size={16} />
  </button>
);
