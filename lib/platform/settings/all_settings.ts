import * as z from "zod";
import { once } from "../../kit/lazy.ts";
import { Settings } from "./schema.ts";
import { bare } from "./secrets.ts";
import { SETTING_TEXTS, type SettingTexts } from "./sections/setting.ts";

/** A setting, with its schema, default and texts. */
export interface Setting extends SettingTexts {
  /** Dotted key. */
  key: string;
  schema: z.ZodType;
  standard: unknown;
}

/** Dotted keys of the values of `T`. */
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string | number | boolean | readonly unknown[] ? K
    : K | `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];
/** Dotted key of a setting. */
export type SettingKey = KeysOf<Settings>;

/** Returns all settings in the order of the schema. */
export const allSettings: () => readonly Setting[] = once(() => settingsBelow(Settings, ""));

function settingsBelow(schema: z.ZodType, key: string): Setting[] {
  const texts = SETTING_TEXTS.get(schema);
  if (texts !== undefined) return [{ key, schema, standard: schema.parse(undefined), ...texts }];
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) throw new TypeError(`The setting ${key} has no label or description.`);
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
    settingsBelow(part, key === "" ? name : `${key}.${name}`)
  );
}

const byKey = once(() => new Map(allSettings().map((setting) => [setting.key, setting])));

/** Returns one setting. Throws if there is none with this key. */
export function settingAt(key: string): Setting {
  const setting = byKey().get(key);
  if (setting === undefined) throw new TypeError(`The setting ${key} has no text.`);
  return setting;
}

/** Returns the sentences below the field of a setting. Undefined if it has none. */
export function helpOf({ help, empty, restart, control }: SettingTexts): string | undefined {
  const sentences = [
    help,
    empty === undefined || control === "profile" ? undefined : `Empty = ${empty}.`,
    restart ? "Restart required." : undefined,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
