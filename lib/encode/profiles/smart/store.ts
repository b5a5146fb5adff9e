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
import type { SmartProfile, SmartProfileInput, SmartRecipe } from "./schema.ts";
import { checkSmart } from "./validate.ts";

/** Services and options of smart profiles. `stored` returns undefined for an unknown ID. */
export interface SmartProfilesDeps {
  repository: ProfileRepository<SmartProfileRow>;
  /** Returns a plain profile of the user by ID. */
  stored(id: string): Promise<Recipe | undefined>;
  settings: Pick<SettingsService, "current">;
  clock: Clock;
}

/** Creates the service, with built-in smart profiles from code and the user's profiles from the store. */
export function createSmartProfiles(deps: SmartProfilesDeps): SmartProfiles {
  return {
    list: () => listSmart(deps),
    get: (id) => getSmart(deps, id),
    recipe: (id) => recipeOf(deps, id),
    draft: (input) => draftOf(deps, input),
    create: (input) => insert(deps, input),
    update: (id, input) => update(deps, id, input),
    remove: (id) => remove(deps, id),
    clone: (id, name) => clone(deps, id, name),
    usesOf: (profileId) => builtOn(deps, profileId),
  };
}

async function listSmart(deps: SmartProfilesDeps): Promise<SmartProfile[]> {
  const rows = await deps.repository.list();
  return [
    ...allSmartPresets().map(({ id, ...input }) => show(deps, input, id)),
    ...rows.map((row) => show(deps, row.profile, row.id, row)),
  ];
}

async function getSmart(deps: SmartProfilesDeps, id: string): Promise<SmartProfile> {
  const preset = findSmartPreset(id);
  if (preset) {
    const { id: _, ...input } = preset;
    return show(deps, input, id);
  }
  const row = await ownRow(deps, id);
  return show(deps, row.profile, id, row);
}

function show(
  { settings }: SmartProfilesDeps,
  input: SmartProfileInput,
  id: string,
  row?: SmartProfileRow,
): SmartProfile {
  return {
    ...input,
    id,
    builtin: row === undefined,
    usedBy: usesInSettings(settings, id),
    ...(row
      ? { createdAt: new Date(row.createdAt).toISOString(), updatedAt: new Date(row.updatedAt).toISOString() }
      : {}),
  };
}

const usesInSettings = (settings: SmartProfilesDeps["settings"], id: string): string[] =>
  profileUses(settings.current()).filter((use) => use.id === id).map((use) => use.key);

async function recipeOf(deps: SmartProfilesDeps, id: string): Promise<SmartRecipe | undefined> {
  const input = findSmartPreset(id) ?? (await deps.repository.get(id))?.profile;
  const base = input && await baseOf(deps, input);
  return input && base && smartRecipe(id, input, base);
}

async function draftOf(deps: SmartProfilesDeps, input: SmartProfileInput): Promise<SmartRecipe> {
  await refuseInvalid(deps, input);
  const base = await baseOf(deps, input);
  if (base === undefined) throw new Fault("no_profile", `There is no profile ${input.baseProfileId}.`);
  return smartRecipe("smart-draft", input, base);
}

/** Returns the plain profile on which a smart profile is based. */
const baseOf = async ({ stored }: SmartProfilesDeps, input: SmartProfileInput): Promise<Recipe | undefined> =>
  findPreset(input.baseProfileId) ?? await stored(input.baseProfileId);

async function refuseInvalid(deps: SmartProfilesDeps, input: SmartProfileInput): Promise<void> {
  const base = await baseOf(deps, input);
  if (base === undefined) {
    throw new Fault("invalid", `There is no base profile ${input.baseProfileId}.`, {
      fields: [{ path: "baseProfileId", message: "No such profile" }],
    });
  }
  const fields = checkSmart(input, base);
  if (fields.length === 0) return;
  const sentences = fields.slice(0, 5).map(({ message }) => message).join(" ");
  throw new Fault("invalid", `The smart profile is invalid: ${sentences}`, { fields });
}

async function insert(deps: SmartProfilesDeps, input: SmartProfileInput): Promise<SmartProfile> {
  await refuseInvalid(deps, input);
  const now = deps.clock.now().getTime();
  const row = { id: `smart-${newId()}`, name: input.name, profile: input, createdAt: now, updatedAt: now };
  await deps.repository.insert(row);
  return show(deps, input, row.id, row);
}

async function update(deps: SmartProfilesDeps, id: string, input: SmartProfileInput): Promise<SmartProfile> {
  const { clock, repository } = deps;
  await ownRow(deps, id);
  await refuseInvalid(deps, input);
  const row = await repository.update(id, { name: input.name, profile: input, updatedAt: clock.now().getTime() });
  if (row === undefined) throw notFound(id);
  return show(deps, row.profile, id, row);
}

async function remove(deps: SmartProfilesDeps, id: string): Promise<void> {
  await ownRow(deps, id);
  const uses = usesInSettings(deps.settings, id);
  if (uses.length > 0) {
    throw new Fault("in_use", `The smart profile is used by ${uses.join(", ")}; choose another profile there first.`);
  }
  if (!await deps.repository.remove(id)) throw notFound(id);
}

async function clone(deps: SmartProfilesDeps, id: string, name?: string): Promise<SmartProfile> {
  const input = findSmartPreset(id) ?? (await ownRow(deps, id)).profile;
  const { name: from, ...rest } = input;
  if ("id" in rest) delete rest.id;
  return await insert(deps, { ...rest, name: name ?? `${from} (copy)`.slice(0, 120) });
}

/** Returns the IDs of the smart profiles based on a plain profile. */
async function builtOn({ repository }: SmartProfilesDeps, profileId: string): Promise<string[]> {
  const rows = await repository.list();
  return [
    ...allSmartPresets().map(({ id, baseProfileId }) => ({ id, baseProfileId })),
    ...rows.map(({ id, profile }) => ({ id, baseProfileId: profile.baseProfileId })),
  ].filter((one) => one.baseProfileId === profileId).map((one) => one.id);
}

/** Returns the row of a user's smart profile. Throws `builtin_readonly`, `not_found`. */
async function ownRow({ repository }: SmartProfilesDeps, id: string): Promise<SmartProfileRow> {
  const preset = findSmartPreset(id);
  if (preset) throw new Fault("builtin_readonly", `${preset.name} is built in and cannot be changed; clone it.`);
  const row = await repository.get(id);
  if (row === undefined) throw notFound(id);
  return row;
}

const notFound = (id: string): Fault => new Fault("not_found", `There is no smart profile ${id}.`);
