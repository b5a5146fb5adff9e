import type { Auth, LoginCaller } from "../../platform/auth/service.ts";
import type { Session } from "../../platform/auth/session.ts";
import { Fault } from "../../kit/fault.ts";
import {
  changedPrograms,
  namedPrograms,
  programErrors,
  type ProgramRules,
} from "../../platform/settings/program_rules.ts";
import { boundSecretProblems } from "../../platform/settings/rules/bound_secrets.ts";
import { settingProblems } from "../../platform/settings/rules/check.ts";
import type { RuleFacts } from "../../platform/settings/rules/rule.ts";
import type { SettingsSaved } from "../../platform/settings/service.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import { changedKeys } from "../../platform/settings/tree.ts";
import type { EventLog } from "../../platform/events/event_log.ts";

/** Who asks for a change of the settings. */
export interface ChangeBy {
  caller: LoginCaller;
  session?: Session;
}

export interface SettingsChangeOptions {
  settings: StoredSettings;
  auth: Auth;
  events: Pick<EventLog, "record">;
  programs: ProgramRules;
  /** What the rules for values ask about this machine. */
  facts: RuleFacts;
  /** SERVICE_LOCK_PROGRAMS=1: nobody changes which programs run. */
  programsLocked: boolean;
}

/** Saves settings that came from outside: login rules, program rules, and a record of what matters. */
export function createSettingsChange(
  { settings, auth, events, programs, facts, programsLocked }: SettingsChangeOptions,
) {
  /** All or nothing. Throws `invalid` naming each wrong field. */
  async function save(patch: unknown, { caller, session }: ChangeBy): Promise<SettingsSaved> {
    const prepared = await auth.prepared(patch, caller);
    const before = settings.current();
    const wanted = settings.preview(prepared);
    const changed = changedPrograms(before, wanted);
    if (programsLocked && (changed.length > 0 || namedPrograms(before).length !== namedPrograms(wanted).length)) {
      const fields = changed.map(({ key }) => ({
        path: key,
        message: "SERVICE_LOCK_PROGRAMS holds which programs run.",
      }));
      throw new Fault("invalid", "The environment holds which programs run; nothing was saved.", { fields });
    }
    const fields = [
      ...await programErrors(before, wanted, programs),
      ...boundSecretProblems(before, wanted, prepared),
      ...await settingProblems(before, wanted, facts),
    ];
    if (fields.length > 0) throw new Fault("invalid", "Some settings are not valid; nothing was saved.", { fields });

    const saved = await settings.update(prepared);
    const after = settings.current();
    for (const { key, path } of changed) {
      const old = namedPrograms(before).find((program) => program.key === key)?.path ?? "found by itself";
      events.record({
        level: "warning",
        source: "system",
        message: `The program at ${key} was changed.`,
        details: `Before: ${old}. Now: ${path}. By ${caller.address}.`,
      });
    }
    const keys = changedKeys(before, after);
    if (keys.some((key) => key.startsWith("general.security."))) {
      events.record({
        level: "info",
        source: "auth",
        message: "The security settings were changed.",
        details: `${keys.filter((key) => key.startsWith("general.security.")).join(", ")}, by ${caller.address}`,
      });
    }
    await auth.settingsChanged(keys, session);
    return saved;
  }
  return {
    save,
    /** Makes a new API key; the old one and the sessions of others end. */
    async resetApiKey({ caller, session }: ChangeBy): Promise<string> {
      const key = await settings.resetApiKey();
      events.record({
        level: "info",
        source: "auth",
        message: "A new API key was made.",
        details: `By ${caller.address}`,
      });
      await auth.settingsChanged(["general.security.apiKey"], session);
      return key;
    },
  };
}
export type SettingsChange = ReturnType<typeof createSettingsChange>;
