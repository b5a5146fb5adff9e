import * as z from "zod";
import type { SectionId } from "../pages.ts";

/** Texts and control of a setting, from which its form field, the search and both references are drawn. */
export interface SettingTexts {
  section: SectionId;
  /** Heading of its group within the section. */
  part?: string;
  label: string;
  /** Full sentences below the field. */
  help?: string;
  /** Meaning of an empty value, which the help ends with. A profile field offers it as its first choice. */
  empty?: string;
  /** Advice for the references only, such as when to change the value. */
  details?: string;
  /** Requires a restart of the web server. */
  restart?: boolean;
  /** Only shown with advanced settings. */
  advanced?: boolean;
  /** Shows the following settings of the same object and part only while this one is on. */
  reveals?: boolean;
  /** Labels of all values of a choice, in display order. */
  options?: Readonly<Record<string, string>>;
  placeholder?: string;
  /** File name endings that can be selected in the file browser. Folders only if empty. */
  pick?: readonly string[];
  /** Control, if the schema does not determine it. `none`: not in the form, and only searchable with an anchor. */
  control?: "lines" | "time" | "profile" | "none";
  /** Anchor of the field if it differs from its own id. */
  anchor?: string;
}

/** Texts by schema. Schemas without an entry are groups of settings. */
export const SETTING_TEXTS = z.registry<SettingTexts>();

declare const DESCRIBED: unique symbol;
/** A schema whose settings all have texts. Groups accept no other, so a setting without a label does not compile. */
export type Described<T extends z.ZodType = z.ZodType> = T & { readonly [DESCRIBED]: true };

/** Texts for a value of type `T`. A choice needs a label for each of its values. */
type TextsFor<T> =
  & Omit<SettingTexts, "section" | "part" | "options">
  & ([T] extends [string] ? string extends T ? unknown : { options: Readonly<Record<T, string>> } : unknown);

/** Returns a function that adds the texts of a setting in one section, or in one part of it. */
export const settingIn = (section: SectionId, part?: string) =>
<T extends z.ZodType>(
  schema: T,
  texts: TextsFor<z.output<T>>,
): Described<T> => {
  SETTING_TEXTS.add(schema, { section, part, ...texts });
  return schema as Described<T>;
};

/** An object of settings and groups. */
export const describedObject = <S extends Record<string, Described>>(shape: S): z.ZodObject<S> => z.object(shape);

/** Like `describedObject`, but may be absent from the input. */
export const group = <S extends Record<string, Described>>(shape: S) =>
  describedObject(shape).prefault({} as z.input<z.ZodObject<S>>) as Described<z.ZodPrefault<z.ZodObject<S>>>;
