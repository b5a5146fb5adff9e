import { AGENTS_TEXTS } from "./agents_texts.ts";
import { AUTO_TEXTS } from "./auto_texts.ts";
import { CONNECTIONS_TEXTS } from "./connections_texts.ts";
import { DISCS_TEXTS } from "./discs_texts.ts";
import { ENCODING_TEXTS } from "./encoding_texts.ts";
import { GENERAL_TEXTS } from "./general_texts.ts";
import { LIBRARY_TEXTS } from "./library_texts.ts";
import { NOTIFICATIONS_TEXTS } from "./notifications_texts.ts";
import { PROFILES_TEXTS } from "./profiles_texts.ts";
import { SECURITY_TEXTS } from "./security_texts.ts";
import { sectionPlace } from "./setting_pages.ts";
import type { SettingText } from "./setting_text.ts";

/** Texts of all settings by dotted key, used by the pages, the search and the palette. */
export const SETTING_TEXTS: Readonly<Record<string, SettingText>> = {
  ...CONNECTIONS_TEXTS,
  ...ENCODING_TEXTS,
  ...PROFILES_TEXTS,
  ...LIBRARY_TEXTS,
  ...AUTO_TEXTS,
  ...DISCS_TEXTS,
  ...NOTIFICATIONS_TEXTS,
  ...GENERAL_TEXTS,
  ...SECURITY_TEXTS,
  ...AGENTS_TEXTS,
};

/** Returns the texts of one setting. */
export function settingText(key: string): SettingText {
  const text = SETTING_TEXTS[key];
  if (text === undefined) throw new TypeError(`The setting ${key} has no text.`);
  return text;
}

/** A setting with its texts and location. */
export interface SettingField {
  key: string;
  label: string;
  help?: string;
  page: string;
  section: string;
  /** URL of its field below the URL base. */
  path: string;
}

/** Returns all settings with texts and location, in the order of the pages. */
export const settingFields = (): SettingField[] =>
  Object.entries(SETTING_TEXTS).map(([key, { section, label, help, anchor }]) => {
    const place = sectionPlace(section);
    return {
      key,
      label,
      ...(help === undefined ? {} : { help }),
      page: place.page.label,
      section: place.label,
      path: pathOf(key, { section, anchor }),
    };
  });

const pathOf = (key: string, { section, anchor }: Pick<SettingText, "section" | "anchor">): string =>
  `/settings/${sectionPlace(section).page.id}#${anchor ?? `f-${key.replace(/[^A-Za-z0-9]+/g, "-")}`}`;

/** Returns the URL of a setting's field below the URL base. */
export const settingPath = (key: string): string => pathOf(key, settingText(key));

const MAX_FOUND = 40;

/**
 * Returns the settings that contain all typed words in label, help, key or location. Matches in the label come first.
 */
export function findSettings(typed: string): SettingField[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  return settingFields()
    .map((field) => ({ field, fit: fitOf(field, words) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MAX_FOUND)
    .map(({ field }) => field);
}

function fitOf({ label, help = "", key, page, section }: SettingField, words: string[]): number {
  const name = label.toLowerCase();
  const all = `${name} ${help} ${key} ${page} ${section}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return 0;
  if (name === words.join(" ")) return 4;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 3;
  return words.every((word) => name.includes(word)) ? 2 : 1;
}
