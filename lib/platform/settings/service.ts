/** What the rest of the program may ask of the settings. Implemented by `store.ts`. */
import type { Settings } from "./schema.ts";

/** Reading and changing the settings; changes go through `update` alone. */
export interface SettingsService {
  /** The settings as they are now, secrets in clear, environment locks applied. Treat as read only. */
  current(): Settings;
  /** The tree as the API shows it: secrets masked. */
  masked(): unknown;
  /** Deep-merges a partial tree, validates the whole, saves atomically. Throws `invalid` naming each wrong field. */
  update(patch: unknown): Promise<SettingsSaved>;
  /** Called after every save with the dotted keys that changed; the answer stops listening. */
  onChange(listener: (changed: string[]) => void): () => void;
}

/** `settings` is the masked tree after the save; `restartRequired` stays true until the program starts anew. */
export interface SettingsSaved {
  settings: unknown;
  restartRequired: boolean;
  /** Dotted keys that the environment locks and the patch tried to change. */
  locked: string[];
}
