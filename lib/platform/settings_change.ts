import type { Bus } from "../kit/bus.ts";
import type { Auth, LoginCaller } from "./auth/service.ts";
import type { Session } from "./auth/session.ts";
import { Fault, type FieldError } from "../kit/fault.ts";
import {
  changedPrograms,
  type NamedProgram,
  namedPrograms,
  programErrors,
  type ProgramRules,
} from "./settings/program_rules.ts";
import { boundSecretProblems } from "./settings/rules/bound_secrets.ts";
import { settingProblems } from "./settings/rules/check.ts";
import type { RuleFacts } from "./settings/rules/rule.ts";
import { unknownKeyProblems } from "./settings/rules/unknown_keys.ts";
import type { Settings } from "./settings/schema.ts";
import type { SettingsSaved } from "./settings/service.ts";
import type { StoredSettings } from "./settings/store.ts";
import { changedKeys } from "./settings/tree.ts";
import type { EventLog } from "./events/event_log.ts";
import type { PlatformBusEvents } from "./events/bus_events.ts";

/** Who asks for a change of the settings. */
export interface ChangeBy {
  caller: LoginCaller;
  session?: Session;
}

/** What a change of settings is judged by, and where it is recorded. */
export interface SettingsChangeOptions {
  settings: StoredSettings;
  auth: Auth;
  events: Pick<EventLog, "record">;
  programs: ProgramRules;
  /** What the rules for values ask about this machine. */
  facts: RuleFacts;
  /** SERVICE_LOCK_PROGRAMS=1: nobody changes which programs run. */
  programsLocked: boolean;
  bus: Pick<Bus<PlatformBusEvents>, "publish">;
}

/** Every change by a person goes through here: it is judged, saved and recorded as an event. */
export interface SettingsChange {
  /** All or nothing. Throws `invalid` naming each wrong field. */
  save(patch: unknown, by: ChangeBy): Promise<SettingsSaved>;
  /** Makes a new API key; the old one and the sessions of others end. */
  resetApiKey(by: ChangeBy): Promise<string>;
}

/** Saves settings that came from outside: login rules, program rules, and a record of what matters. */
export const createSettingsChange = (options: SettingsChangeOptions): SettingsChange => ({
  save: (patch, by) => saveSettings(options, patch, by),
  resetApiKey: (by) => resetApiKey(options, by),
});

async function saveSettings(
  options: SettingsChangeOptions,
  patch: unknown,
  { caller, session }: ChangeBy,
): Promise<SettingsSaved> {
  const { settings, auth } = options;
  const unknown = unknownKeyProblems(patch);
  if (unknown.length > 0) throw notValid(unknown);
  const prepared = await auth.prepared(patch, caller);
  const before = settings.current();
  const wanted = settings.preview(prepared);
  const programs = changedPrograms(before, wanted);
  refuseLockedPrograms(options, before, wanted, programs);
  const fields = [
    ...await programErrors(before, wanted, options.programs),
    ...boundSecretProblems(before, wanted, prepared),
    ...await settingProblems(before, wanted, options.facts),
  ];
  if (fields.length > 0) throw notValid(fields);

  const saved = await settings.update(prepared);
  const keys = changedKeys(before, settings.current());
  recordChange(options.events, { before, programs, keys, caller });
  await endAccess(options, keys, session);
  return saved;
}

const notValid = (fields: FieldError[]): Fault =>
  new Fault("invalid", "Some settings are not valid; nothing was saved.", { fields });

function refuseLockedPrograms(
  { programsLocked }: SettingsChangeOptions,
  before: Settings,
  wanted: Settings,
  changed: NamedProgram[],
): void {
  if (!programsLocked) return;
  if (changed.length === 0 && namedPrograms(before).length === namedPrograms(wanted).length) return;
  const fields = changed.map(({ key }) => ({ path: key, message: "SERVICE_LOCK_PROGRAMS holds which programs run." }));
  throw new Fault("invalid", "The environment holds which programs run; nothing was saved.", { fields });
}

interface SavedChange {
  before: Settings;
  /** Programs that were changed, as they are now. */
  programs: NamedProgram[];
  keys: string[];
  caller: LoginCaller;
}

/** Records what somebody may have to know of: other programs, and changes of who may come in. */
function recordChange(events: SettingsChangeOptions["events"], { before, programs, keys, caller }: SavedChange): void {
  for (const { key, path } of programs) {
    const old = namedPrograms(before).find((program) => program.key === key)?.path ?? "found by itself";
    events.record({
      level: "warning",
      source: "system",
      message: `The program at ${key} was changed.`,
      details: `Before: ${old}. Now: ${path}. By ${caller.address}.`,
    });
  }
  const security = keys.filter((key) => key.startsWith("general.security."));
  if (security.length === 0) return;
  events.record({
    level: "info",
    source: "auth",
    message: "The security settings were changed.",
    details: `${security.join(", ")}, by ${caller.address}`,
  });
}

async function endAccess({ auth, bus }: SettingsChangeOptions, keys: string[], kept?: Session): Promise<void> {
  await auth.settingsChanged(keys, kept);
  bus.publish("access-changed", { keys });
}

async function resetApiKey(options: SettingsChangeOptions, { caller, session }: ChangeBy): Promise<string> {
  const { events, settings } = options;
  const key = await settings.resetApiKey();
  events.record({
    level: "info",
    source: "auth",
    message: "A new API key was made.",
    details: `By ${caller.address}`,
  });
  await endAccess(options, ["general.security.apiKey"], session);
  return key;
}
