import { ChoiceOptions } from "../../lib/ui/choice_options.tsx";
import { profileLabel, valueWords } from "../../lib/ui/profiles/profile_texts.ts";
import { Entry } from "../entry.tsx";
import { RowButton } from "./smart_conditions.tsx";
import { firstValue, replaced, type Settable, settingOf, textOf } from "./smart_model.ts";

interface SettingsProps {
  pairs: [string, unknown][];
  settable: Settable[];
  onChange(pairs: [string, unknown][]): void;
}

/** End of the sentence: "set Video quality to 20 and set Tune to grain". */
export function RuleSettings({ pairs, settable, onChange }: SettingsProps) {
  return (
    <>
      {pairs.map(([path, value], i) => {
        const field = settable.find((one) => one.path === path);
        return (
          <span class="smart-row" key={path}>
            {i === 0 ? "set" : "and set"} <strong>{profileLabel(path)}</strong> to
            <SettingValue
              field={field ?? { path, kind: "text" }}
              value={value}
              onChange={(next) => onChange(replaced(pairs, i, [path, next]))}
            />
            <RowButton
              icon="cross"
              label={`Do not set ${profileLabel(path)}`}
              onClick={() => onChange(replaced(pairs, i, undefined))}
            />
          </span>
        );
      })}
      {pairs.length === 0 && <span class="quiet">make no changes</span>}
    </>
  );
}

/** Select that adds a field to the sentence. */
export function AddSetting({ pairs, settable, onChange }: SettingsProps) {
  const free = settable.filter(({ path }) => !pairs.some(([used]) => used === path));
  return (
    <select
      aria-label="Change a field"
      value=""
      onChange={(e) => {
        const field = free.find(({ path }) => path === e.currentTarget.value);
        if (field) onChange([...pairs, [field.path, firstValue(field)]]);
      }}
    >
      <option value="">+ Change …</option>
      {free.map(({ path }) => <option key={path} value={path}>{profileLabel(path)}</option>)}
    </select>
  );
}

function SettingValue({ field, value, onChange }: { field: Settable; value: unknown; onChange(value: unknown): void }) {
  const label = `Value of ${profileLabel(field.path)}`;
  if (field.kind === "choice" || field.kind === "flag") {
    const options = field.kind === "flag" ? [true, false] : field.options ?? [];
    return (
      <select
        aria-label={label}
        value={String(value)}
        onChange={(e) => onChange(options.find((one) => String(one) === e.currentTarget.value))}
      >
        <ChoiceOptions
          choices={options.map((one) => ({
            id: String(one),
            name: valueWords(one, field.path),
            obstacle: field.obstacles?.[String(one)],
          }))}
          selected={String(value)}
        />
      </select>
    );
  }
  return (
    <Entry
      label={label}
      numeric={field.kind === "number"}
      value={textOf(value)}
      onChange={(text) => onChange(settingOf(field.kind, text))}
    />
  );
}
