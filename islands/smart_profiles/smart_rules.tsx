import type { ComponentChildren } from "preact";
import { Icon } from "../../lib/ui/icon.tsx";
import { type Choice, ChoiceOptions } from "../../lib/ui/choice_options.tsx";
import { Entry } from "../entry.tsx";
import { AddCondition, Conditions, RowButton } from "./smart_conditions.tsx";
import {
  integerOf,
  type Kind,
  moved,
  pairsOf,
  replaced,
  type Rule,
  setOf,
  type Settable,
  type StreamRule,
  withAction,
} from "./smart_model.ts";
import { actionLabel, ruleSentence, streamSentence } from "./smart_words.ts";
import { AddSetting, RuleSettings } from "./smart_settings.tsx";

/** Frame around a rule with its position in the list. */
function RuleFrame(
  { title, sentence, tools, children, at, onMove, onRemove }: {
    title: ComponentChildren;
    /** The rule as text, for screen readers. */
    sentence: string;
    /** Buttons that add a condition or a value to the rule's sentence. */
    tools: ComponentChildren;
    children: ComponentChildren;
    /** Position in the list. */
    at: number;
    /** Moves the item at a position by an offset. */
    onMove(at: number, by: number): void;
    onRemove(): void;
  },
) {
  return (
    <li
      class="smart-rule"
      aria-label={sentence}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const from = Number(event.dataTransfer?.getData(DRAGGED) || NaN);
        event.preventDefault();
        if (Number.isInteger(from)) onMove(from, at - from);
      }}
    >
      <div class="smart-rule-head">
        <MoveHandle at={at} onMove={onMove} />
        {title}
        <RowButton icon="trash" label="Remove rule" onClick={onRemove} />
      </div>
      <div class="smart-line">{children}</div>
      <div class="smart-tools">{tools}</div>
    </li>
  );
}

const DRAGGED = "application/x-lathe-rule";

/** Handle for dragging a rule, or moving it with the arrow keys. The focus stays on the rule. */
function MoveHandle({ at, onMove }: { at: number; onMove(at: number, by: number): void }) {
  return (
    <button
      type="button"
      class="icon-button drag-handle"
      draggable
      aria-label={`Move rule ${at + 1}: arrow keys`}
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED, String(at))}
      onKeyDown={(event) => {
        const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (by === 0) return;
        event.preventDefault();
        const handles = event.currentTarget.closest("ol")?.querySelectorAll<HTMLElement>(".drag-handle");
        onMove(at, by);
        // Rules are rendered by position, so the handle at the new position belongs to the moved rule.
        handles?.[at + by]?.focus();
      }}
    >
      ↕
    </button>
  );
}

interface RulesProps {
  rules: Rule[];
  facts: Record<string, Kind>;
  settable: Settable[];
  onChange(rules: Rule[]): void;
}

/** Rules for the whole file. */
export function FileRules({ rules, facts, settable, onChange }: RulesProps) {
  return (
    <>
      <ol class="smart-rules">
        {rules.map((rule, i) => (
          <RuleFrame
            key={i}
            title={
              <Entry
                label="Rule name"
                value={rule.name}
                onChange={(name) => onChange(replaced(rules, i, { ...rule, name }))}
              />
            }
            at={i}
            onMove={(from, by) => onChange(moved(rules, from, by))}
            sentence={ruleSentence(rule, facts)}
            onRemove={() => onChange(replaced(rules, i, undefined))}
            tools={
              <>
                <AddCondition
                  when={rule.when}
                  facts={facts}
                  onChange={(when) => onChange(replaced(rules, i, { ...rule, when }))}
                />
                <AddSetting
                  pairs={pairsOf(rule.set)}
                  settable={settable}
                  onChange={(pairs) => onChange(replaced(rules, i, { ...rule, set: setOf(pairs) }))}
                />
              </>
            }
          >
            <Conditions
              subject="file"
              when={rule.when}
              facts={facts}
              onChange={(when) => onChange(replaced(rules, i, { ...rule, when }))}
            />
            <RuleSettings
              pairs={pairsOf(rule.set)}
              settable={settable}
              onChange={(pairs) => onChange(replaced(rules, i, { ...rule, set: setOf(pairs) }))}
            />
          </RuleFrame>
        ))}
      </ol>
      <button type="button" onClick={() => onChange([...rules, { name: "New rule", when: [], set: {} }])}>
        <Icon name="plus" size={16} />Add a rule
      </button>
    </>
  );
}

interface StreamRulesProps {
  rules: StreamRule[];
  facts: Record<string, Kind>;
  actions: string[];
  /** Encoders for the action `encode`. Undefined for subtitles. */
  encoders?: readonly Choice[];
  onChange(rules: StreamRule[]): void;
}

/** Rules for individual streams. The first matching rule is applied. */
export function StreamRules({ rules, facts, actions, encoders, onChange }: StreamRulesProps) {
  return (
    <>
      <ol class="smart-rules">
        {rules.map((rule, i) => (
          <RuleFrame
            key={i}
            title={<span class="quiet small">{`Rule ${i + 1}`}</span>}
            at={i}
            onMove={(from, by) => onChange(moved(rules, from, by))}
            sentence={streamSentence(rule, facts)}
            onRemove={() => onChange(replaced(rules, i, undefined))}
            tools={
              <AddCondition
                when={rule.when}
                facts={facts}
                onChange={(when) => onChange(replaced(rules, i, { ...rule, when }))}
              />
            }
          >
            <Conditions
              subject="stream"
              when={rule.when}
              facts={facts}
              onChange={(when) => onChange(replaced(rules, i, { ...rule, when }))}
            />
            <StreamAction
              rule={rule}
              actions={actions}
              encoders={encoders}
              onChange={(next) => onChange(replaced(rules, i, next))}
            />
          </RuleFrame>
        ))}
      </ol>
      <button type="button" onClick={() => onChange([...rules, { when: [], action: actions[0] ?? "copy" }])}>
        <Icon name="plus" size={16} />Add a rule
      </button>
    </>
  );
}

function StreamAction(
  { rule, actions, encoders = [], onChange }: {
    rule: StreamRule;
    actions: string[];
    encoders?: readonly Choice[];
    onChange(rule: StreamRule): void;
  },
) {
  const usable = encoders.filter(({ obstacle }) => obstacle === undefined).map(({ id }) => id);
  return (
    <span class="smart-row">
      <select
        aria-label="Action"
        value={rule.action}
        onChange={(e) => onChange(withAction(rule, e.currentTarget.value, usable))}
      >
        {actions.map((action) => <option key={action} value={action}>{actionLabel(action)}</option>)}
      </select>
      {rule.action === "encode" && (
        <>
          with
          <select
            aria-label="Encoder"
            value={rule.encoder}
            onChange={(e) => onChange({ ...rule, encoder: e.currentTarget.value })}
          >
            <ChoiceOptions choices={encoders} selected={rule.encoder} />
          </select>
          at
          <Entry
            label="Bit rate (kb/s); 0 = encoder default"
            numeric
            value={String(rule.bitrate ?? 0)}
            onChange={(text) => onChange({ ...rule, bitrate: integerOf(text) })}
          />
          kb/s (0 = encoder default)
        </>
      )}
    </span>
  );
}
