/** Settings interface for the rest of the program. Implemented by `store.ts`. */
import type { Settings } from "./schema.ts";

/** Reads and changes the settings. All changes go through `update`. */
export interface SettingsService {
  /** Returns the current settings, with secrets in clear text and environment locks applied. Treat as read-only. */
  current(): Settings;
  /** Returns the settings as shown by the API, with masked secrets. */
  masked(): unknown;
  /**
   * Deep-merges a partial tree, validates the result and saves it atomically. Throws `invalid` naming each wrong field.
   */
  update(patch: unknown): Promise<SettingsSaved>;
  /**
   * Registers a listener that is called after every save with the changed dotted keys. Returns a function that removes
   * it.
   */
  onChange(listener: (changed: string[]) => void): () => void;
}

/** `settings` is the masked tree after the save. `restartRequired` stays true until the program restarts. */
export interface SettingsSaved {
  settings: unknown;
  restartRequired: boolean;
  /** Dotted keys in the patch that the environment locks. */
  locked: string[];
}
