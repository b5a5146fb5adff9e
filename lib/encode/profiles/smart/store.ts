import type { ProfileRepository, SmartProfileRow } from "../../../../db/encode/profiles.ts";
import type { Clock } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import { newId } from "../../../kit/id.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { findPreset } from "../presets.ts";
import type { Recipe } from "../schema.ts";
import type { SmartProfiles } from "../service.ts";
import { profileUses } from "../uses.ts";
import { allSmartPresets, findSmartPreset, smartRecipe } from "./presets.ts";
import type { SmartProfile, SmartProfileInput } from "./schema.ts";
import { checkSmart } from "./validate.ts";

export interface SmartProfilesDeps {
  repository: ProfileRepository<SmartProfileRow>;
  /** A plain profile of a person by id. */
  stored(id: string): Promise<Recipe | undefined>;
  settings: Pick<SettingsService, "current">;
  clock: Clock;
}

/** Built-in smart profiles from code, those of people from the store. */
export function createSmartProfiles({ repository, stored, settings, clock }: SmartProfilesDeps): SmartProfiles {
  const show = (input: SmartProfileInput, id: string, row?: SmartProfileRow): SmartProfile => ({
    ...input,
    id,
    builtin: row === undefined,
    usedBy: profileUses(settings.current()).filter((use) => use.id === id).map((use) => use.key),
    ...(row
      ? { createdAt: new Date(row.createdAt).toISOString(), updatedAt: new Date(row.updatedAt).toISOString() }
      : {}),
  });
  const own = async (id: string): Promise<SmartProfileRow> => {
    const preset = findSmartPreset(id);
    if (preset) throw new Fault("builtin_readonly", `${preset.name} is built in and cannot be changed; clone it.`);
    const row = await repository.get(id);
    if (row === undefined) throw new Fault("not_found", `There is no smart profile ${id}.`);
    return row;
  };
  const base = async (id: string): Promise<Recipe | undefined> => findPreset(id) ?? await stored(id);
  const check = async (input: SmartProfileInput): Promise<void> => {
    const recipe = await base(input.baseProfileId);
    if (recipe === undefined) {
      throw new Fault("invalid", `There is no profile ${input.baseProfileId} to build on.`, {
        fields: [{ path: "baseProfileId", message: "No such profile" }],
      });
    }
    const fields = checkSmart(input, recipe);
    if (fields.length === 0) return;
    const sentences = fields.slice(0, 5).map(({ message }) => message).join(" ");
    throw new Fault("invalid", `The smart profile cannot work: ${sentences}`, { fields });
  };
  const insert = async (input: SmartProfileInput): Promise<SmartProfile> => {
    await check(input);
    const now = clock.now().getTime();
    const row = { id: `smart-${newId()}`, name: input.name, profile: input, createdAt: now, updatedAt: now };
    await repository.insert(row);
    return show(input, row.id, row);
  };

  return {
    async list() {
      const rows = await repository.list();
      return [
        ...allSmartPresets().map(({ id, ...input }) => show(input, id)),
        ...rows.map((row) => show(row.profile, row.id, row)),
      ];
    },
    async get(id) {
      const preset = findSmartPreset(id);
      if (preset) {
        const { id: _, ...input } = preset;
        return show(input, id);
      }
      const row = await own(id);
      return show(row.profile, id, row);
    },
    async recipe(id) {
      const input = findSmartPreset(id) ?? (await repository.get(id))?.profile;
      const on = input && await base(input.baseProfileId);
      return input && on && smartRecipe(id, input, on);
    },
    async draft(input) {
      await check(input);
      const on = await base(input.baseProfileId);
      if (on === undefined) throw new Fault("no_profile", `There is no profile ${input.baseProfileId}.`);
      return smartRecipe("smart-draft", input, on);
    },
    create: insert,
    async update(id, input) {
      await own(id);
      await check(input);
      const row = await repository.update(id, { name: input.name, profile: input, updatedAt: clock.now().getTime() });
      if (row === undefined) throw new Fault("not_found", `There is no smart profile ${id}.`);
      return show(row.profile, id, row);
    },
    async remove(id) {
      await own(id);
      const uses = profileUses(settings.current()).filter((use) => use.id === id);
      if (uses.length > 0) {
        const keys = uses.map((use) => use.key).join(", ");
        throw new Fault("in_use", `The smart profile is used by ${keys}; choose another there first.`);
      }
      if (!await repository.remove(id)) throw new Fault("not_found", `There is no smart profile ${id}.`);
    },
    async clone(id, name) {
      const input = findSmartPreset(id) ?? (await own(id)).profile;
      const { name: from, ...rest } = input;
      if ("id" in rest) delete rest.id;
      return await insert({ ...rest, name: name ?? `${from} (copy)`.slice(0, 120) });
    },
    async usesOf(profileId) {
      const rows = await repository.list();
      return [
        ...allSmartPresets().map(({ id, baseProfileId }) => ({ id, baseProfileId })),
        ...rows.map(({ id, profile }) => ({ id, baseProfileId: profile.baseProfileId })),
      ].filter((one) => one.baseProfileId === profileId).map((one) => one.id);
    },
  };
}
