import * as z from "zod";
import { Settings } from "../../../../lib/platform/settings/schema.ts";
import { valueAt } from "../../../../lib/platform/settings/tree.ts";
import { CheckField, LinesField, NumberField, type Pick, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { settingText } from "../../../../lib/ui/settings/setting_fields.ts";
import { DEFAULTS, useSettings } from "./settings_section.tsx";

/**
 * Form fields bound to a setting by its dotted key. They show its label and value, the default if the value differs,
 * and whether the environment locks it. Keys that do not exist or have another type do not compile.
 */

/** Dotted keys of `T` whose values are of type `V`. */
type KeysOf<T, V> = {
  [K in keyof T & string]: T[K] extends V ? K
    : T[K] extends readonly unknown[] ? never
    : T[K] extends object ? `${K}.${KeysOf<T[K], V>}`
    : never;
}[keyof T & string];

/** Type of the value at a dotted key of `T`. */
type AtKey<T, K extends string> = K extends `${infer Step}.${infer Rest}`
  ? Step extends keyof T ? AtKey<T[Step], Rest> : never
  : K extends keyof T ? T[K]
  : never;

type TextKey = KeysOf<Settings, string>;
type NumberKey = KeysOf<Settings, number>;
type SwitchKey = KeysOf<Settings, boolean>;
type ListKey = KeysOf<Settings, string[]>;

interface SettingProps<K extends string> {
  name: K;
}

/** Returns value, labels and default of a setting for its field. `text` converts a value to its input's text. */
function useSetting<T>({ name }: SettingProps<string>, { words, text = String }: Spelling<T> = {}) {
  const { settings, locked } = useSettings();
  const { label, help, advanced } = settingText(name);
  const isLocked = locked.includes(name);
  const value = valueAt(settings, name) as T;
  const standard = valueAt(DEFAULTS, name) as T;
  const foot = isLocked ? undefined : (
    <BackToDefault
      label={label}
      standard={text(standard)}
      words={words === undefined ? text(standard) : words(standard)}
      isShown={text(value) !== text(standard)}
    />
  );
  const sentences = [help, isLocked ? "Set by an environment variable." : undefined].filter((one) => one !== undefined);
  return { value, common: { name, label, help: sentences.join(" "), advanced, disabled: isLocked, foot } };
}

interface Spelling<T> {
  /** Returns the text of the default. */
  words?: (standard: T) => string;
  /** Returns a value as its input's text. */
  text?: (value: T) => string;
}

/** Shows the default if the value differs from it, with a button that restores it. */
function BackToDefault(
  { label, standard, words, isShown }: { label: string; standard: string; words: string; isShown: boolean },
) {
  return (
    <p class="default-note help" data-standard={standard} hidden={!isShown}>
      {`Default: ${words === "" ? "empty" : words}. `}
      <button type="button" class="link-button scripted" data-reset>
        Reset to default<span class="visually-hidden">{` for ${label}`}</span>
      </button>
    </p>
  );
}

/** Single-line text field. */
export function TextSetting(
  { placeholder, type, pick, ...props }: SettingProps<TextKey> & {
    placeholder?: string;
    type?: "text" | "time";
    pick?: Pick;
  },
) {
  const { value, common } = useSetting<string>(props);
  return <TextField {...common} {...{ placeholder, type, pick }} value={value} required={type === "time"} />;
}

/** Programs may have any file name. */
const PROGRAM: Pick = { endings: [""] };

/** Path of a program. Empty = automatic detection. */
export const ProgramSetting = (props: SettingProps<TextKey>) => (
  <TextSetting {...props} placeholder="found automatically" pick={PROGRAM} />
);

/** Folder on this machine. */
export const FolderSetting = (props: SettingProps<TextKey>) => <TextSetting {...props} pick={{ endings: [] }} />;

/** Text that is never shown. The mask represents the stored value and keeps it when saved. */
export function SecretSetting(props: SettingProps<TextKey>) {
  const { settings, locked } = useSettings();
  const { label, help, advanced } = settingText(props.name);
  return (
    <TextField
      {...props}
      {...{ label, advanced }}
      help={help ?? "Masked once set. Empty = none."}
      value={String(valueAt(settings, props.name))}
      disabled={locked.includes(props.name)}
      secret
    />
  );
}

/** Integer within the schema's limits. */
export function NumberSetting(props: SettingProps<NumberKey>) {
  const { value, common } = useSetting<number>(props);
  return <NumberField {...common} {...limitsOf(props.name)} value={value} />;
}

/** Switch. */
export function SwitchSetting(props: SettingProps<SwitchKey>) {
  const { value, common } = useSetting<boolean>(props, { words: (on) => on ? "on" : "off" });
  return <CheckField {...common} checked={value} />;
}

/** Choice from a few values. `labels` contains their names in display order. */
export function ChoiceSetting<K extends TextKey>(
  { labels, ...props }: SettingProps<K> & { labels: Record<AtKey<Settings, K> & string, string> },
) {
  const named: Record<string, string> = labels;
  const { value, common } = useSetting<string>(props, { words: (standard) => named[standard] ?? standard });
  return <SelectField {...common} value={value} options={Object.entries(named)} />;
}

/**
 * Profile selected by ID. A deleted one stays selected until it is changed. `none` is the label of the empty choice.
 */
export function ProfileSetting({ none, ...props }: SettingProps<TextKey> & { none?: string }) {
  const { profiles } = useSettings();
  const nameOf = (id: string) => id === "" ? none ?? "" : profiles.find((one) => one.id === id)?.name ?? id;
  const { value, common } = useSetting<string>(props, { words: nameOf });
  const known = [
    ...(none === undefined ? [] : [["", none] as const]),
    ...profiles.map(({ id, name }) => [id, name] as const),
  ];
  const gone = known.some(([id]) => id === value) ? [] : [[value, `${value || "none"} (not found)`] as const];
  return <SelectField {...common} value={value} options={[...known, ...gone]} />;
}

/** Short list in one line, separated by commas. */
export function ListSetting(props: SettingProps<ListKey>) {
  const { value, common } = useSetting<string[]>(props, { text: (items) => items.join(", ") });
  return <TextField {...common} type="list" value={value.join(", ")} />;
}

/** List with one entry per line, for folders and names that may contain commas. */
export function LinesSetting(props: SettingProps<ListKey>) {
  const { value, common } = useSetting<string[]>(props, {
    text: (items) => items.join("\n"),
    words: (items) => items.length > 4 ? "as it came" : items.join(", "),
  });
  return <LinesField {...common} value={value} />;
}

/** Returns a number's limits from the schema. */
function limitsOf(key: string): { min?: number; max?: number } {
  let at = bare(Settings);
  for (const step of key.split(".")) {
    const inner = at instanceof z.ZodObject ? (at.shape as Record<string, z.ZodType>)[step] : undefined;
    if (inner === undefined) return {};
    at = bare(inner);
  }
  return at instanceof z.ZodNumber ? { min: at.minValue ?? undefined, max: at.maxValue ?? undefined } : {};
}

function bare(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) inner = inner.unwrap() as z.ZodType;
  return inner;
}
