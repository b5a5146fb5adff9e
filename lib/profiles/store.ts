import type { profileRepository, ProfileRow } from "../../db/profiles.ts";
import type { Clock } from "../kit/clock.ts";
import { Fault } from "../kit/fault.ts";
import { newId } from "../kit/id.ts";
import type { Capabilities } from "../media/model.ts";
import type { SettingsService } from "../settings/service.ts";
import { findPreset, PRESETS } from "./presets.ts";
import type { Profile, ProfileInput, Recipe } from "./schema.ts";
import type { Profiles } from "./service.ts";
import { checkRecipe, missingEncoders } from "./validate.ts";

export interface ProfilesDeps {
  repository: ReturnType<typeof profileRepository>;
  settings: Pick<SettingsService, "current">;
  media: { capabilities(): Promise<Capabilities> };
  clock: Clock;
}

/** Presets from code, profiles of people from the store. */
export function createProfiles({ repository, settings, media, clock }: ProfilesDeps): Profiles {
  /** Facts computed anew each time: what this ffmpeg lacks, and what points at the profile. */
  const describe = async (): Promise<(recipe: Recipe, row?: ProfileRow) => Profile> => {
    // Without an ffmpeg nothing is known to be missing; the status page says that there is none.
    const capabilities = await media.capabilities().catch(() => undefined);
    const uses = profileUses(settings.current());
    return (recipe, row) => ({
      ...recipe,
      builtin: row === undefined,
      missingEncoders: capabilities ? missingEncoders(recipe, capabilities) : [],
      usedBy: uses.filter((use) => use.id === recipe.id).map((use) => use.key),
      ...(row
        ? { createdAt: new Date(row.createdAt).toISOString(), updatedAt: new Date(row.updatedAt).toISOString() }
        : {}),
    });
  };
  const stored = async (id: string): Promise<ProfileRow> => {
    if (findPreset(id)) throw builtin(id);
    const row = await repository.get(id);
    if (row === undefined) throw new Fault("not_found", `There is no profile ${id}.`);
    return row;
  };
  const insert = async (input: ProfileInput): Promise<Profile> => {
    refuseInvalid(input);
    const now = clock.now().getTime();
    const row: ProfileRow = { id: newId(), name: input.name, profile: input, createdAt: now, updatedAt: now };
    await repository.insert(row);
    return (await describe())(recipeOf(row), row);
  };

  return {
    async list() {
      const [show, rows] = await Promise.all([describe(), repository.list()]);
      return [...PRESETS.map((preset) => show(preset)), ...rows.map((row) => show(recipeOf(row), row))];
    },
    async recipe(id) {
      const preset = findPreset(id);
      if (preset) return preset;
      const row = await repository.get(id);
      if (row === undefined) throw new Fault("no_profile", `There is no profile ${id}.`);
      return recipeOf(row);
    },
    async get(id) {
      const preset = findPreset(id);
      if (preset) return (await describe())(preset);
      const row = await stored(id);
      return (await describe())(recipeOf(row), row);
    },
    create: insert,
    async update(id, input) {
      await stored(id);
      refuseInvalid(input);
      const row = await repository.update(id, {
        name: input.name,
        profile: input,
        updatedAt: clock.now().getTime(),
      });
      if (row === undefined) throw new Fault("not_found", `There is no profile ${id}.`);
      return (await describe())(recipeOf(row), row);
    },
    async remove(id) {
      await stored(id);
      const uses = profileUses(settings.current()).filter((use) => use.id === id);
      if (uses.length > 0) {
        throw new Fault(
          "in_use",
          `The profile is used by ${uses.map((use) => use.key).join(", ")}; choose another there first.`,
        );
      }
      if (!await repository.remove(id)) throw new Fault("not_found", `There is no profile ${id}.`);
    },
    async clone(id, name) {
      const { id: _, ...input } = findPreset(id) ?? recipeOf(await stored(id));
      return await insert({ ...input, name: name ?? `${input.name} (copy)`.slice(0, 120) });
    },
  };
}

/** The settings that point at profiles, by key. */
export function profileUses(
  { defaultProfiles, auto }: ReturnType<SettingsService["current"]>,
): { key: string; id: string }[] {
  return [
    ...Object.entries(defaultProfiles).map(([type, id]) => ({ key: `defaultProfiles.${type}`, id })),
    ...Object.entries(auto.profiles).map(([type, id]) => ({ key: `auto.profiles.${type}`, id })),
  ].filter(({ id }) => id !== "");
}

const recipeOf = (row: ProfileRow): Recipe => ({ ...row.profile, id: row.id });

const builtin = (id: string) =>
  new Fault("builtin_readonly", `${findPreset(id)?.name ?? id} is built in and cannot be changed; clone it.`);

function refuseInvalid(input: ProfileInput): void {
  const fields = checkRecipe(input);
  if (fields.length > 0) {
    throw new Fault("invalid", `The profile cannot work: ${fields.map((f) => f.message).join(" ")}`, { fields });
  }
}
