import { z } from "zod";
import { Settings } from "../../../../lib/platform/settings/schema.ts";
import { valueAt } from "../../../../lib/platform/settings/tree.ts";
import { CheckField, LinesField, NumberField, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { DEFAULTS, useSettings } from "./settings_section.tsx";

/**
 * Fields that know their setting by its dotted key: they show its value, say its default and whether the environment
 * holds it. The compiler refuses a key that is not there or that holds another type.
 */

/** Dotted keys of `T` whose values are of type `V`. */
type KeysOf<T, V> = {
  [K in keyof T & string]: T[K] extends V ? K
    : T[K] extends readonly unknown[] ? never
    : T[K] extends object ? `${K}.${KeysOf<T[K], V>}`
    : never;
}[keyof T & string];

/** What is at a dotted key of `T`. */
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
  label: string;
  /** Sentences; the default is added. */
  help?: string;
  advanced?: boolean;
}

/** Value and standard of a setting with what every field needs. */
function useSetting<T>(props: SettingProps<string>, words: (standard: T) => string = String) {
  const { settings, locked } = useSettings();
  const held = locked.includes(props.name);
  const standard = words(valueAt(DEFAULTS, props.name) as T);
  const isTold = standard === "" && /\bempty\b/i.test(props.help ?? "");
  const help = [
    props.help,
    isTold ? undefined : `Default: ${standard === "" ? "empty" : standard}.`,
    held ? "Held by the environment." : undefined,
  ].filter((sentence) => sentence !== undefined).join(" ");
  return { value: valueAt(settings, props.name) as T, common: { ...props, help, disabled: held } };
}

/** A line of text. */
export function TextSetting(props: SettingProps<TextKey> & { placeholder?: string; type?: "text" | "time" }) {
  const { value, common } = useSetting<string>(props);
  return <TextField {...common} value={value} required={props.type === "time"} />;
}

/** A text that is never shown: the mask stands for what is stored, and leaves it as it is. */
export function SecretSetting(props: SettingProps<TextKey>) {
  const { settings, locked } = useSettings();
  return (
    <TextField
      {...props}
      help={props.help ?? "Shown as stars once it is set. Empty = none."}
      value={String(valueAt(settings, props.name))}
      disabled={locked.includes(props.name)}
      secret
    />
  );
}

/** A whole number within the limits of the schema. */
export function NumberSetting(props: SettingProps<NumberKey>) {
  const { value, common } = useSetting<number>(props);
  return <NumberField {...common} {...limitsOf(props.name)} value={value} />;
}

/** On or off. */
export function SwitchSetting(props: SettingProps<SwitchKey>) {
  const { value, common } = useSetting<boolean>(props, (on) => on ? "on" : "off");
  return <CheckField {...common} checked={value} />;
}

/** One of a few values; `labels` names each of them, in the order to show. */
export function ChoiceSetting<K extends TextKey>(
  { labels, ...props }: SettingProps<K> & { labels: Record<AtKey<Settings, K> & string, string> },
) {
  const named: Record<string, string> = labels;
  const { value, common } = useSetting<string>(props, (standard) => named[standard] ?? standard);
  return <SelectField {...common} value={value} options={Object.entries(named)} />;
}

/** A profile by its id; one that is gone stays chosen until another one is. `none` names the empty choice. */
export function ProfileSetting({ none, ...props }: SettingProps<TextKey> & { none?: string }) {
  const { profiles } = useSettings();
  const nameOf = (id: string) => id === "" ? none ?? "" : profiles.find((one) => one.id === id)?.name ?? id;
  const { value, common } = useSetting<string>(props, nameOf);
  const known = [
    ...(none === undefined ? [] : [["", none] as const]),
    ...profiles.map(({ id, name }) => [id, name] as const),
  ];
  const gone = known.some(([id]) => id === value) ? [] : [[value, `${value || "none"} (not there)`] as const];
  return <SelectField {...common} value={value} options={[...known, ...gone]} />;
}

/** A short list in one line, with commas. */
export function ListSetting(props: SettingProps<ListKey> & { placeholder?: string }) {
  const { value, common } = useSetting<string[]>(props, (items) => items.join(", "));
  return <TextField {...common} type="list" value={value.join(", ")} />;
}

/** A list with one entry a line, for folders and names that may hold commas. */
export function LinesSetting(props: SettingProps<ListKey>) {
  const { value, common } = useSetting<string[]>(props, (items) => items.length > 4 ? "as it came" : items.join(", "));
  return <LinesField {...common} value={value} />;
}

/** The limits that the schema sets to a number. */
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
