/** What the rest of the program may ask of profiles. Implemented by `store.ts`. */
import type { Profile, ProfileInput, Recipe } from "./schema.ts";

export interface Profiles {
  /** Presets first, then the user's, each by name. */
  list(): Promise<Profile[]>;
  /** Throws `no_profile`. */
  recipe(id: string): Promise<Recipe>;
  /** Throws `not_found`. */
  get(id: string): Promise<Profile>;
  create(input: ProfileInput): Promise<Profile>;
  /** Throws `builtin_readonly`, `not_found`. */
  update(id: string, input: ProfileInput): Promise<Profile>;
  /** Throws `builtin_readonly`, `in_use`, `not_found`. */
  remove(id: string): Promise<void>;
  clone(id: string, name?: string): Promise<Profile>;
}
