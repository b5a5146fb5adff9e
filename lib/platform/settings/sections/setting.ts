import * as z from "zod";
import type { SectionId } from "../pages.ts";

/**
 * Texts and control of a setting. The form field, the search, the settings reference and the API reference are created
 * from them.
 */
export interface SettingTexts {
  section: SectionId;
  /** Heading of the group of settings within the section. */
  part?: string;
  label: string;
  /** Complete sentences below the field. */
  help?: string;
  /**
   * Meaning of an empty value, which is shown at the end of the help text. In a profile field, it is the first option.
   */
  empty?: string;
  /**
   * Additional advice, for example when to change the value. Shown only in the settings reference and the API
   * reference.
   */
  details?: string;
  /** True if a change requires a restart of the web server. */
  restart?: boolean;
  /** True if the setting is shown only with advanced settings. */
  advanced?: boolean;
  /** True if the following settings in the same object and part are shown only while this one is enabled. */
  reveals?: boolean;
  /** Labels of all options of a choice, in the order in which they are displayed. */
  options?: Readonly<Record<string, string>>;
  placeholder?: string;
  /** File extensions that can be selected in the file browser. If empty, only folders. */
  pick?: readonly string[];
  /**
   * Control, if it is not determined by the schema. With `gigabytes`, the form shows bytes in GB. With `none`, the setting is not in the form, and can be found by
   * the search only if it has an anchor.
   */
  control?: "lines" | "time" | "profile" | "gigabytes" | "none";
  /** Anchor of the field, if it differs from its ID. */
  anchor?: string;
}

/** Texts by schema. Schemas without texts are groups of settings. */
export const SETTING_TEXTS = z.registry<SettingTexts>();

declare const DESCRIBED: unique symbol;
/**
 * A schema in which all settings have texts. Groups accept only such schemas, so a setting without a label does not
 * compile.
 */
export type Described<T extends z.ZodType = z.ZodType> = T & { readonly [DESCRIBED]: true };

/** Texts for a value of type `T`. A choice needs a label for each option. */
type TextsFor<T> =
  & Omit<SettingTexts, "section" | "part" | "options">
  & ([T] extends [string] ? string extends T ? unknown : { options: Readonly<Record<T, string>> } : unknown);

/** Returns a function that adds texts to a setting in one section, or in one part of it. */
export const settingIn = (section: SectionId, part?: string) =>
<T extends z.ZodType>(
  schema: T,
  texts: TextsFor<z.output<T>>,
): Described<T> => {
  SETTING_TEXTS.add(schema, { section, part, ...texts });
  return schema as Described<T>;
};

/** Creates an object of settings and groups. */
export const describedObject = <S extends Record<string, Described>>(shape: S): z.ZodObject<S> => z.object(shape);

/** Same as `describedObject`, but the object may be absent in the input. */
export const group = <S extends Record<string, Described>>(shape: S) =>
  describedObject(shape).prefault({} as z.input<z.ZodObject<S>>) as Described<z.ZodPrefault<z.ZodObject<S>>>;
