/** Public interface of profiles, implemented by `store.ts` and `smart/store.ts`. */
import type { ProfileGroup } from "./choices/groups.ts";
import type { Profile, ProfileChange, ProfileInput } from "./schema.ts";
import type { AnyRecipe, SmartProfile, SmartProfileInput, SmartRecipe } from "./smart/schema.ts";

/** A profile as a choice in form fields. */
export interface ProfileName {
  id: string;
  name: string;
  /** True if the profile creates music files, or is based on a profile that creates music files. */
  isMusic: boolean;
  /** True if rules adapt the profile to each file. */
  isSmart: boolean;
  /** Group of the profile in lists. */
  group: ProfileGroup;
  /** Reason why the profile cannot run on this machine. Absent if none is known. */
  obstacle?: string;
}

/** Presets and user profiles, with unique IDs across both. */
export interface Profiles {
  /** Returns presets first, then user profiles, each sorted by name. */
  list(): Promise<Profile[]>;
  /**
   * Returns the plain and the smart profiles in the order of their lists. Every list of titles calls this function, so
   * it does not wait long for the programs that it queries. If they respond too late, `obstacle` is not set.
   */
  names(): Promise<{ plain: ProfileName[]; smart: ProfileName[] }>;
  /** Returns a profile or smart profile in the form that a plan uses. Throws `no_profile`. */
  recipe(id: string): Promise<AnyRecipe>;
  /** Returns a profile. Throws `not_found`. */
  get(id: string): Promise<Profile>;
  create(input: ProfileInput): Promise<Profile>;
  /** Changes a profile. Omitted fields are not changed. Throws `builtin_readonly`, `not_found`, `invalid`. */
  update(id: string, change: ProfileChange): Promise<Profile>;
  /** Deletes a profile. Throws `builtin_readonly`, `in_use`, `not_found`. */
  remove(id: string): Promise<void>;
  clone(id: string, name?: string): Promise<Profile>;
  /** Profiles that are adapted to each file. */
  readonly smart: SmartProfiles;
}

/** Profiles with rules on top of a plain profile. Built-in and user profiles have unique IDs across both. */
export interface SmartProfiles {
  /** Returns built-in profiles first, then user profiles, each sorted by name. */
  list(): Promise<SmartProfile[]>;
  /** Returns a smart profile. Throws `not_found`. */
  get(id: string): Promise<SmartProfile>;
  /** Returns a smart profile with its base. Undefined if the ID does not exist. */
  recipe(id: string): Promise<SmartRecipe | undefined>;
  /** Returns a smart profile that has not been saved, so that it can be tried. Throws `invalid`. */
  draft(input: SmartProfileInput): Promise<SmartRecipe>;
  /** Creates a smart profile. Throws `invalid` for rules that cannot work and for a missing base profile. */
  create(input: SmartProfileInput): Promise<SmartProfile>;
  /** Changes a smart profile. Throws `builtin_readonly`, `not_found`, `invalid`. */
  update(id: string, input: SmartProfileInput): Promise<SmartProfile>;
  /** Deletes a smart profile. Throws `builtin_readonly`, `in_use`, `not_found`. */
  remove(id: string): Promise<void>;
  clone(id: string, name?: string): Promise<SmartProfile>;
  /** Returns the IDs of smart profiles based on a profile. */
  usesOf(profileId: string): Promise<string[]>;
}
