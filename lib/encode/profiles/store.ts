import type { ProfileRepository, ProfileRow, SmartProfileRow } from "../../../db/encode/profiles.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { Capabilities } from "../../media/probe/model.ts";
import { merged } from "../../platform/settings/tree.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { allPresets, findPreset } from "./presets.ts";
import { type Profile, ProfileInput, type Recipe } from "./schema.ts";
import type { Profiles } from "./service.ts";
import { createSmartProfiles } from "./smart/store.ts";
import { profileUses } from "./uses.ts";
import { checkRecipe, missingEncoders } from "./validate.ts";

export interface ProfilesDeps {
  repository: ProfileRepository<ProfileRow>;
  smartRepository: ProfileRepository<SmartProfileRow>;
  settings: Pick<SettingsService, "current">;
  media: { capabilities(): Promise<Capabilities> };
  clock: Clock;
}

/** Presets from code, profiles of people from the store. */
export function createProfiles(deps: ProfilesDeps): Profiles {
  const { repository, smartRepository, settings, media, clock } = deps;
  const smart = createSmartProfiles({
    repository: smartRepository,
    stored: async (id) => {
      const row = await repository.get(id);
      return row && recipeOf(row);
    },
    settings,
    clock,
  });
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
      return [...allPresets().map((preset) => show(preset)), ...rows.map((row) => show(recipeOf(row), row))];
    },
    async recipe(id) {
      const preset = findPreset(id);
      if (preset) return preset;
      const row = await repository.get(id);
      const found = row ? recipeOf(row) : await smart.recipe(id);
      if (found === undefined) throw new Fault("no_profile", `There is no profile ${id}.`);
      return found;
    },
    async get(id) {
      const preset = findPreset(id);
      if (preset) return (await describe())(preset);
      const row = await stored(id);
      return (await describe())(recipeOf(row), row);
    },
    create: insert,
    async update(id, change) {
      const input = ProfileInput.parse(merged((await stored(id)).profile, change));
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
      const inSettings = profileUses(settings.current()).filter((use) => use.id === id).map((use) => use.key);
      const uses = [...inSettings, ...await smart.usesOf(id)];
      if (uses.length > 0) {
        throw new Fault("in_use", `The profile is used by ${uses.join(", ")}; choose another there first.`);
      }
      if (!await repository.remove(id)) throw new Fault("not_found", `There is no profile ${id}.`);
    },
    async clone(id, name) {
      const { id: _, ...input } = findPreset(id) ?? recipeOf(await stored(id));
      return await insert({ ...input, name: name ?? `${input.name} (copy)`.slice(0, 120) });
    },
    smart,
  };
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
