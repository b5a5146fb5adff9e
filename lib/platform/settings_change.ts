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

/** Origin of a change to a setting. */
export interface ChangeBy {
  caller: LoginCaller;
  session?: Session;
}

/** Services and options for checking and recording changes of settings. */
export interface SettingsChangeOptions {
  settings: StoredSettings;
  auth: Auth;
  events: Pick<EventLog, "record">;
  programs: ProgramRules;
  /** Facts about this machine that the rules need. */
  facts: RuleFacts;
  /** True if `SERVICE_LOCK_PROGRAMS=1` forbids changes to the programs that Lathe runs. */
  programsLocked: boolean;
  bus: Pick<Bus<PlatformBusEvents>, "publish">;
}

/** Checks, saves and records all changes of settings by users. */
export interface SettingsChange {
  /** Saves the whole patch or nothing. Throws `invalid` with each wrong field. */
  save(patch: unknown, by: ChangeBy): Promise<SettingsSaved>;
  /** Creates a new API key. This invalidates the old key and ends all other sessions. */
  resetApiKey(by: ChangeBy): Promise<string>;
}

/** Creates the service. It applies the rules for logins and programs, and records important changes as events. */
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
  const fields = changed.map(({ key }) => ({
    path: key,
    message: "SERVICE_LOCK_PROGRAMS prevents changes to programs.",
  }));
  throw new Fault("invalid", "Programs are locked by an environment variable; nothing was saved.", { fields });
}

interface SavedChange {
  before: Settings;
  /** Changed programs, with their new values. */
  programs: NamedProgram[];
  keys: string[];
  caller: LoginCaller;
}

/** Records changes that affect security as events: changed programs and changed access. */
function recordChange(events: SettingsChangeOptions["events"], { before, programs, keys, caller }: SavedChange): void {
  for (const { key, path } of programs) {
    const old = namedPrograms(before).find((program) => program.key === key)?.path ?? "auto-detected";
    events.record({
      level: "warning",
      source: "system",
      message: `The program path ${key} was changed.`,
      details: `Changed from ${old} to ${path} by ${caller.address}.`,
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
    message: "A new API key was created.",
    details: `By ${caller.address}`,
  });
  await endAccess(options, ["general.security.apiKey"], session);
  return key;
}
