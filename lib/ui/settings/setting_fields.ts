import { allSettings, helpOf, type Setting, settingAt } from "../../platform/settings/all_settings.ts";
import { SECTION_PLACES, sectionPlace } from "../../platform/settings/pages.ts";

/** A setting with its texts and location. */
export interface SettingField {
  key: string;
  label: string;
  help?: string;
  page: string;
  section: string;
  /** URL of its field below the base path. */
  path: string;
}

/** Returns all settings that pages show, with texts and location, in the order of the pages. */
export const settingFields = (): SettingField[] =>
  SECTION_PLACES.flatMap(({ id, label: section, page }) =>
    allSettings().filter((setting) => setting.section === id && isShown(setting)).map((setting) => {
      const help = helpOf(setting);
      return {
        key: setting.key,
        label: setting.label,
        ...(help === undefined ? {} : { help }),
        page: page.label,
        section,
        path: pathOf(setting),
      };
    })
  );

const isShown = ({ control, anchor }: Setting): boolean => control !== "none" || anchor !== undefined;

const pathOf = ({ key, section, anchor }: Setting): string =>
  `/settings/${sectionPlace(section).page.id}#${anchor ?? `f-${key.replace(/[^A-Za-z0-9]+/g, "-")}`}`;

/** Returns the URL of a setting's field below the base path. */
export const settingPath = (key: string): string => pathOf(settingAt(key));

const MAX_FOUND = 40;

/**
 * Returns the settings that contain all words of the search in label, help, key or location. Matches in the label are
 * first.
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
