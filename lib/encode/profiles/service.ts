/** What the rest of the program may ask of profiles. Implemented by `store.ts` and `smart/store.ts`. */
import type { Profile, ProfileChange, ProfileInput } from "./schema.ts";
import type { AnyRecipe, SmartProfile, SmartProfileInput, SmartRecipe } from "./smart/schema.ts";

/** A profile as pages offer it in a field. */
export interface ProfileName {
  id: string;
  name: string;
  /** It makes music files, or builds on one that does. */
  isMusic: boolean;
}

/** Presets and the user's profiles under one set of ids. */
export interface Profiles {
  /** Presets first, then the user's, each by name. */
  list(): Promise<Profile[]>;
  /** Both kinds in the order of their lists. Unlike these it searches for no program: every list of titles asks. */
  names(): Promise<{ plain: ProfileName[]; smart: ProfileName[] }>;
  /** A profile or smart profile, ready to use. Throws `no_profile`. */
  recipe(id: string): Promise<AnyRecipe>;
  /** Throws `not_found`. */
  get(id: string): Promise<Profile>;
  create(input: ProfileInput): Promise<Profile>;
  /** What the change does not name stays. Throws `builtin_readonly`, `not_found`, `invalid`. */
  update(id: string, change: ProfileChange): Promise<Profile>;
  /** Throws `builtin_readonly`, `in_use`, `not_found`. */
  remove(id: string): Promise<void>;
  clone(id: string, name?: string): Promise<Profile>;
  /** Profiles that decide per file. */
  readonly smart: SmartProfiles;
}

/** Profiles with rules over a plain profile; built-in ones and the user's under one set of ids. */
export interface SmartProfiles {
  /** The built-in ones first, then the user's, each by name. */
  list(): Promise<SmartProfile[]>;
  /** Throws `not_found`. */
  get(id: string): Promise<SmartProfile>;
  /** Undefined when there is none of that id. */
  recipe(id: string): Promise<SmartRecipe | undefined>;
  /** A smart profile that is not saved, ready to be tried. Throws `invalid`. */
  draft(input: SmartProfileInput): Promise<SmartRecipe>;
  /** Throws `invalid` for rules that cannot work and a base that is not there. */
  create(input: SmartProfileInput): Promise<SmartProfile>;
  /** Throws `builtin_readonly`, `not_found`, `invalid`. */
  update(id: string, input: SmartProfileInput): Promise<SmartProfile>;
  /** Throws `builtin_readonly`, `in_use`, `not_found`. */
  remove(id: string): Promise<void>;
  clone(id: string, name?: string): Promise<SmartProfile>;
  /** Smart profiles that build on a profile, by id. */
  usesOf(profileId: string): Promise<string[]>;
}
