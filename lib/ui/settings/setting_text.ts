import type { SectionId } from "./setting_pages.ts";

/** What a setting is called on its page, in the search and in the palette. */
export interface SettingText {
  section: SectionId;
  label: string;
  /** Sentences; the page adds the default where the value differs from it. */
  help?: string;
  /** For those who ask to see everything. */
  advanced?: boolean;
  /** Where the field stands, if not at its own id. */
  anchor?: string;
}
