/** Interface of the settings for all other code. Implemented by `store.ts`. */
import type { Settings } from "./schema.ts";

/** Reads and changes the settings. All changes are made with `update`. */
export interface SettingsService {
  /**
   * Returns the current settings, with secrets in clear text and values that are locked by environment variables. Must
   * not be modified.
   */
  current(): Settings;
  /** Returns the settings as sent by the API, with masked secrets. */
  masked(): unknown;
  /**
   * Merges a partial tree into the settings, validates the result and saves it atomically. Throws `invalid` with each
   * wrong field.
   */
  update(patch: unknown): Promise<SettingsSaved>;
  /**
   * Adds a listener that is called after each save with the dotted keys that have changed. Returns a function that
   * removes it.
   */
  onChange(listener: (changed: string[]) => void): () => void;
}

/** `settings` is the masked tree after the save. `restartRequired` is true until the program restarts. */
export interface SettingsSaved {
  settings: unknown;
  restartRequired: boolean;
  /** Dotted keys in the patch that are locked by environment variables. */
  locked: string[];
}
