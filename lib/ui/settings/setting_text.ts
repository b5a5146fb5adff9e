import type { SectionId } from "./setting_pages.ts";

/** Texts of a setting on its page, in the search and in the palette. */
export interface SettingText {
  section: SectionId;
  label: string;
  /** Full sentences. The page adds the default if the value differs from it. */
  help?: string;
  /** Only shown with advanced settings. */
  advanced?: boolean;
  /** Anchor of the field if it differs from its own id. */
  anchor?: string;
}
