import type { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { randomHex } from "../../kit/id.ts";
import { type EnvironmentLock, environmentLocks } from "./environment.ts";
import { readSettings, type Warn, writeSettings } from "./file.ts";
import { Settings } from "./schema.ts";
import { masked, secretsOf, unmasked } from "./secrets.ts";
import type { SettingsSaved, SettingsService } from "./service.ts";
import { changedKeys, merged, replacedAt, treeWith, valueAt } from "./tree.ts";

export interface OpenSettingsOptions {
  /** The settings file; a copy is kept beside it. */
  path: string;
  env: Record<string, string | undefined>;
  /** Told what went wrong without stopping anything. */
  warn?: Warn;
}

/** Settings as a file, plus what only the program itself may ask. */
export interface StoredSettings extends SettingsService {
  /** Dotted keys that the environment holds. */
  locked(): string[];
  /** True while a host setting differs from the one in use: only a restart applies it. */
  restartRequired(): boolean;
  /** Every secret now set, for redaction. */
  secrets(): string[];
  /** Replaces the API key; answers the new one. */
  resetApiKey(): Promise<string>;
  /** What a patch would make of the settings; saves nothing. Throws `invalid` as `update` does. */
  preview(patch: unknown): Settings;
  /** The settings as they are saved: without what the environment holds, with every secret. For backups. */
  stored(): Settings;
  /** The host settings of now are in use: nothing waits for a restart any more. */
  restarted(): void;
}

/** Host settings that are read once, at start. */
const NEEDS_RESTART = /^general\.host\.(bindAddress|port|urlBase|enableSsl|ssl\w+)$/;

/**
 * Opens the settings. A file that cannot be read gives way to its copy, never to defaults, which would switch
 * authentication off (safety.md, S-DB-5). Throws when neither can be read, or when a variable holds a wrong value.
 */
export async function openSettings({ path, env, warn = () => {} }: OpenSettingsOptions): Promise<StoredSettings> {
  const locks = environmentLocks(env);
  locks.forEach(checkLock);
  const stored = await readSettings(path, warn);
  let saved = parse(stored ?? {});
  let turn: Promise<unknown> = Promise.resolve();
  const listeners = new Set<(changed: string[]) => void>();
  const inForce = (settings: Settings): Settings =>
    parse(locks.reduce<unknown>((tree, { key, value }) => merged(tree, treeWith(key, value)), settings));
  let current = inForce(saved);
  /** What the host was started or moved with. */
  let inUse = current;
  const restartRequired = () => changedKeys(inUse, current).some((key) => NEEDS_RESTART.test(key));

  async function save(next: Settings): Promise<void> {
    await writeSettings(path, next, warn);
    const before = current;
    saved = next;
    current = inForce(next);
    const changed = changedKeys(before, current);
    for (const listener of changed.length > 0 ? listeners : []) {
      try {
        listener(changed);
      } catch (error) {
        warn(`The settings are saved, but not everything follows them: ${error}`);
      }
    }
  }

  /** Saves happen one after the other, each on what the last one left. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };

  if (saved.general.security.apiKey === "") {
    await save(parse(merged(saved, treeWith("general.security.apiKey", randomHex(32)))));
  }

  return {
    current: () => current,
    masked: () => masked(Settings, current),
    locked: () => locks.map(({ key }) => key),
    restartRequired,
    secrets: () => [...secretsOf(Settings, current).values()],
    preview: (patch) => inForce(parse(unmasked(Settings, merged(saved, patch), saved))),
    stored: () => saved,
    restarted: () => void (inUse = current),
    update: (patch) =>
      inTurn(async (): Promise<SettingsSaved> => {
        const wanted = unmasked(Settings, merged(saved, patch), saved);
        const refused = locks.filter(({ key, value }) => {
          const asked = valueAt(patch, key);
          return asked !== undefined && asked !== value;
        }).map(({ key }) => key);
        // What the environment holds stays in the file as it was, for the day the variable goes away.
        const kept = locks.reduce<unknown>((tree, { key }) => replacedAt(tree, key, valueAt(saved, key)), wanted);
        // Only its own call changes the key.
        await save(parse(replacedAt(kept, "general.security.apiKey", saved.general.security.apiKey)));
        return { settings: masked(Settings, current), restartRequired: restartRequired(), locked: refused };
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resetApiKey: () =>
      inTurn(async () => {
        const apiKey = randomHex(32);
        await save(parse(merged(saved, treeWith("general.security.apiKey", apiKey))));
        return apiKey;
      }),
  };
}

/** Validates the whole tree. Throws `invalid` naming each wrong field. */
function parse(tree: unknown): Settings {
  const result = Settings.safeParse(tree);
  if (result.success) {
    const { security } = result.data.general;
    security.passwordSet = security.password !== "";
    return result.data;
  }
  const fields = result.error.issues.map((issue: z.core.$ZodIssue) => ({
    path: issue.path.map(String).join("."),
    message: issue.message,
  }));
  throw new Fault("invalid", "Some settings are not valid; nothing was saved.", { fields });
}

/** Says which variable is wrong: the settings it would land in are not to blame. */
function checkLock({ key, variable, value }: EnvironmentLock): void {
  const { error } = Settings.safeParse(treeWith(key, value));
  if (error) {
    throw new Fault("invalid", `The environment variable ${variable} is not valid: ${error.issues[0]?.message}`);
  }
}
