import type { ProfileRepository, ProfileRow, SmartProfileRow } from "../../../db/encode/profiles.ts";
import { createMutex, type Mutex, withTimeout } from "../../kit/async.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { merged } from "../../platform/settings/tree.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { presetGroup } from "./choices/groups.ts";
import { type EncodeMachine, profileObstacle } from "./choices/obstacles.ts";
import { isMusicContainer } from "./containers.ts";
import { allPresets, findPreset } from "./presets.ts";
import { type Profile, type ProfileChange, ProfileInput, type Recipe } from "./schema.ts";
import type { ProfileName, Profiles, SmartProfiles } from "./service.ts";
import type { AnyRecipe } from "./smart/schema.ts";
import { createSmartProfiles } from "./smart/store.ts";
import { profileUses } from "./uses.ts";
import { checkRecipe, missingEncoders } from "./validate.ts";

/** Services and options of profiles. `capabilities` determines which encoders this ffmpeg lacks. */
export interface ProfilesDeps {
  repository: ProfileRepository<ProfileRow>;
  smartRepository: ProfileRepository<SmartProfileRow>;
  settings: Pick<SettingsService, "current">;
  media: { capabilities(): Promise<Capabilities> };
  /** Returns the encoders and graphics hardware of this machine. */
  machine(): Promise<EncodeMachine>;
  clock: Clock;
  /** Returns the reason why encodes cannot be written to this folder on this machine. Undefined if they can. */
  outputPlaceProblem(directory: string): Promise<string | undefined>;
}

interface ProfilesState extends ProfilesDeps {
  readonly smart: SmartProfiles;
  /** Mutex for changes that read, merge and write. Concurrent changes would overwrite each other. */
  readonly changeMutex: Mutex;
}

/** Creates the service, with presets from code and the user's profiles from the store. */
export function createProfiles(deps: ProfilesDeps): Profiles {
  const { repository, smartRepository, settings, clock } = deps;
  const smart = createSmartProfiles({
    repository: smartRepository,
    stored: async (id) => {
      const row = await repository.get(id);
      return row && recipeOf(row);
    },
    settings,
    clock,
  });
  const state: ProfilesState = { ...deps, smart, changeMutex: createMutex() };
  return {
    list: () => listProfiles(state),
    names: () => listNames(state),
    recipe: (id) => findRecipe(state, id),
    get: (id) => getProfile(state, id),
    create: (input) => insert(state, input),
    update: (id, change) => state.changeMutex(() => update(state, id, change)),
    remove: (id) => remove(state, id),
    clone: (id, name) => clone(state, id, name),
    smart,
  };
}

async function listProfiles(state: ProfilesState): Promise<Profile[]> {
  const [facts, rows] = await Promise.all([factsOfNow(state), state.repository.list()]);
  return [
    ...allPresets().map((preset) => show(facts, preset)),
    ...rows.map((row) => show(facts, recipeOf(row), row)),
  ];
}

/** Time in milliseconds after which lists are shown without the obstacles of profiles. */
const MACHINE_MS = 1000;

async function listNames(
  { repository, smart, machine }: ProfilesState,
): Promise<{ plain: ProfileName[]; smart: ProfileName[] }> {
  const [rows, rules, here] = await Promise.all([
    repository.list(),
    smart.list(),
    withTimeout(MACHINE_MS, machine().catch(() => undefined)),
  ]);
  const presets = allPresets();
  const recipes = [...presets, ...rows.map((row) => recipeOf(row))];
  const plain = recipes.map((recipe, i): ProfileName => ({
    id: recipe.id,
    name: recipe.name,
    isMusic: isMusicContainer(recipe.container),
    isSmart: false,
    group: i < presets.length ? presetGroup(recipe) : "own",
    obstacle: here && profileObstacle(recipe, here),
  }));
  const byId = new Map(plain.map((profile) => [profile.id, profile]));
  return {
    plain,
    smart: rules.map(({ id, name, builtin, baseProfileId }) => {
      const base = byId.get(baseProfileId);
      const group = builtin ? "smart" : "own";
      return { id, name, isMusic: base?.isMusic ?? false, isSmart: true, group, obstacle: base?.obstacle };
    }),
  };
}

async function getProfile(state: ProfilesState, id: string): Promise<Profile> {
  const preset = findPreset(id);
  if (preset) return show(await factsOfNow(state), preset);
  return await showRow(state, await ownRow(state, id));
}

/** Data queried on every call: ffmpeg's capabilities and the settings that refer to profiles. */
interface Facts {
  /**
   * Undefined if ffmpeg is missing. In this case no encoders are listed as missing, because the status page reports
   * that ffmpeg is missing.
   */
  capabilities: Capabilities | undefined;
  uses: ReturnType<typeof profileUses>;
}

const factsOfNow = async ({ media, settings }: ProfilesState): Promise<Facts> => ({
  capabilities: await media.capabilities().catch(() => undefined),
  uses: profileUses(settings.current()),
});

function show({ capabilities, uses }: Facts, recipe: Recipe, row?: ProfileRow): Profile {
  return {
    ...recipe,
    builtin: row === undefined,
    missingEncoders: capabilities ? missingEncoders(recipe, capabilities) : [],
    usedBy: uses.filter((use) => use.id === recipe.id).map((use) => use.key),
    ...(row
      ? { createdAt: new Date(row.createdAt).toISOString(), updatedAt: new Date(row.updatedAt).toISOString() }
      : {}),
  };
}

const showRow = async (state: ProfilesState, row: ProfileRow): Promise<Profile> =>
  show(await factsOfNow(state), recipeOf(row), row);

async function findRecipe({ repository, smart }: ProfilesState, id: string): Promise<AnyRecipe> {
  const preset = findPreset(id);
  if (preset) return preset;
  const row = await repository.get(id);
  const found = row ? recipeOf(row) : await smart.recipe(id);
  if (found === undefined) throw new Fault("no_profile", `There is no profile ${id}.`);
  return found;
}

async function insert(state: ProfilesState, input: ProfileInput): Promise<Profile> {
  await refuseInvalid(state, input);
  const now = state.clock.now().getTime();
  const row: ProfileRow = { id: newId(), name: input.name, profile: input, createdAt: now, updatedAt: now };
  await state.repository.insert(row);
  return await showRow(state, row);
}

async function update(state: ProfilesState, id: string, change: ProfileChange): Promise<Profile> {
  const { clock, repository } = state;
  const input = ProfileInput.parse(merged((await ownRow(state, id)).profile, change));
  await refuseInvalid(state, input);
  const row = await repository.update(id, { name: input.name, profile: input, updatedAt: clock.now().getTime() });
  if (row === undefined) throw notFound(id);
  return await showRow(state, row);
}

async function remove(state: ProfilesState, id: string): Promise<void> {
  const { repository, settings, smart } = state;
  await ownRow(state, id);
  const inSettings = profileUses(settings.current()).filter((use) => use.id === id).map((use) => use.key);
  const uses = [...inSettings, ...await smart.usesOf(id)];
  if (uses.length > 0) {
    throw new Fault("in_use", `The profile is used by ${uses.join(", ")}; choose another profile there first.`);
  }
  if (!await repository.remove(id)) throw notFound(id);
}

async function clone(state: ProfilesState, id: string, name?: string): Promise<Profile> {
  const preset = findPreset(id);
  const { id: _, ...input } = preset ?? recipeOf(await ownRow(state, id));
  const copy = { ...input, name: name ?? `${input.name} (copy)`.slice(0, 120) };
  return await insert(state, preset ? { ...copy, clonedFrom: preset.id } : copy);
}

/** Returns the row of a user's profile. Throws `builtin_readonly`, `not_found`. */
async function ownRow({ repository }: ProfilesState, id: string): Promise<ProfileRow> {
  const preset = findPreset(id);
  if (preset) throw new Fault("builtin_readonly", `${preset.name} is built in and cannot be changed; clone it.`);
  const row = await repository.get(id);
  if (row === undefined) throw notFound(id);
  return row;
}

const recipeOf = (row: ProfileRow): Recipe => ({ ...row.profile, id: row.id });

const notFound = (id: string): Fault => new Fault("not_found", `There is no profile ${id}.`);

async function refuseInvalid({ outputPlaceProblem }: ProfilesState, input: ProfileInput): Promise<void> {
  const fields = checkRecipe(input);
  const { directory } = input.output;
  const place = directory === "" || fields.length > 0 ? undefined : await outputPlaceProblem(directory);
  if (place !== undefined) fields.push({ path: "output.directory", message: place });
  if (fields.length > 0) {
    throw new Fault("invalid", `The profile is invalid: ${fields.map((f) => f.message).join(" ")}`, { fields });
  }
}
