import { Fault } from "../../../kit/fault.ts";
import { ProfileInput } from "../schema.ts";
import { checkRecipe } from "../validate.ts";
import { handBrakePresets, profileOfHandBrake, type ReadProfile } from "./handbrake_preset.ts";
import { isRecord } from "./preset_reader.ts";

/** Format identifier of an exported file. */
export const EXPORT_FORMAT = "lathe-profiles";
const MAX_PROFILES = 200;

/** Returns a profile as an export file. */
export const exported = (profile: ProfileInput) => ({
  format: EXPORT_FORMAT as typeof EXPORT_FORMAT,
  version: 1,
  profiles: [ProfileInput.parse(profile)],
});

/** Reads the profiles of a Lathe export or the presets of a HandBrake file. Throws `invalid` for other files. */
export function readProfiles(source: unknown): { from: "lathe" | "handbrake"; profiles: ReadProfile[] } {
  const file = typeof source === "string" ? parsed(source) : source;
  const list = isRecord(file) ? file.PresetList : file;
  if (isRecord(file) && file.format === EXPORT_FORMAT) {
    const profiles = Array.isArray(file.profiles) ? file.profiles : [];
    return { from: "lathe", profiles: counted(profiles).map(ownProfile) };
  }
  const isPreset = (one: unknown) => isRecord(one) && ("PresetName" in one || "ChildrenArray" in one);
  if (isRecord(file) && isPreset(file)) return { from: "handbrake", profiles: [profileOfHandBrake(file)] };
  if (Array.isArray(list) && list.some(isPreset)) {
    return { from: "handbrake", profiles: counted(handBrakePresets(list)).map(profileOfHandBrake) };
  }
  throw refusal("The file contains neither profiles exported by Lathe nor presets exported by HandBrake.");
}

function parsed(text: string): unknown {
  if (text.trim() === "") throw refusal("Choose a file or paste its contents.");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refusal("This is not JSON. Export presets in HandBrake with Presets, Export.", cause);
  }
}

function counted<T>(profiles: T[]): T[] {
  if (profiles.length === 0) throw refusal("The file contains no presets.");
  if (profiles.length > MAX_PROFILES) {
    throw refusal(`The file contains more than ${MAX_PROFILES} presets. Export only the presets that you need.`);
  }
  return profiles;
}

function ownProfile(value: unknown): ReadProfile {
  const name = isRecord(value) && typeof value.name === "string" ? value.name.slice(0, 120) : "Unnamed";
  const found = ProfileInput.safeParse(value);
  if (!found.success) return { name, problem: "It is not a valid profile for this version of Lathe.", notes: [] };
  const [first] = checkRecipe(found.data);
  return first === undefined ? { name, profile: found.data, notes: [] } : { name, problem: first.message, notes: [] };
}

const refusal = (message: string, cause?: unknown): Fault =>
  new Fault("invalid", message, { fields: [{ path: "source", message }], cause });
