import { createMutex, type Mutex } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { fieldErrors } from "../../kit/json/field_errors.ts";
import { randomHex } from "../../kit/id.ts";
import { allSettings } from "./all_settings.ts";
import { type EnvironmentLock, environmentLocks } from "./environment.ts";
import { readSettings, type Warn, writeSettings } from "./file.ts";
import { unknownKeyProblems } from "./rules/unknown_keys.ts";
import { READ_RARELY, Settings } from "./schema.ts";
import { masked, secretsOf, secretTexts, unmasked } from "./secrets.ts";
import type { SettingsSaved, SettingsService } from "./service.ts";
import { changedKeys, merged, replacedAt, treeWith, valueAt } from "./tree.ts";

/** Options for opening the settings. `env` contains the variables that lock settings. */
export interface OpenSettingsOptions {
  /** Settings file. A copy is kept next to it. */
  path: string;
  env: Record<string, string | undefined>;
  /** Called with problems that do not prevent the start. */
  warn?: Warn;
}

/** Settings that are stored in a file, with functions that only the program itself uses. */
export interface StoredSettings extends SettingsService {
  /** Returns the dotted keys that are locked by environment variables. */
  locked(): string[];
  /** True if a host setting differs from the one in use, so that a restart is required. */
  restartRequired(): boolean;
  /** Returns all current secrets, so that they can be redacted. */
  secrets(): string[];
  /** Replaces the API key and returns the new key. */
  resetApiKey(): Promise<string>;
  /** Returns the settings that would result from a patch, without saving. Throws `invalid` like `update`. */
  preview(patch: unknown): Settings;
  /** Returns the settings as saved, for backups: with all secrets, but without the values of environment variables. */
  stored(): Settings;
  /** Marks the current host settings as in use, so that a restart is no longer required. */
  restarted(): void;
}

interface SettingsState {
  readonly path: string;
  readonly warn: Warn;
  /** Settings that are locked by environment variables. */
  readonly locks: EnvironmentLock[];
  /** Settings as stored in the file. */
  saved: Settings;
  /** Saved settings with the values of environment variables. */
  current: Settings;
  /** Settings that the host was started or restarted with. */
  inUse: Settings;
  readonly listeners: Set<(changed: string[]) => void>;
  /** Mutex for saving, so that each save is based on the previous one. */
  readonly inTurn: Mutex;
}

/**
 * Opens the settings. A file that cannot be read is replaced with its copy, never with defaults, which would disable
 * authentication (safety.md, S-DB-5). Throws if neither can be read or if a variable has an invalid value.
 */
export async function openSettings({ path, env, warn = () => {} }: OpenSettingsOptions): Promise<StoredSettings> {
  const locks = environmentLocks(env);
  locks.forEach(checkLock);
  const tree = await readSettings(path, warn) ?? {};
  for (const { path: key, message } of unknownKeyProblems(tree)) warn(`${path}: ${key} is ignored. ${message}`);
  const saved = parse(tree);
  const current = inForce(locks, saved);
  const state: SettingsState = {
    path,
    warn,
    locks,
    saved,
    current,
    inUse: current,
    listeners: new Set(),
    inTurn: createMutex(),
  };
  if (saved.general.security.apiKey === "") await saveKey(state, randomHex(32));
  return serviceOf(state);
}

const serviceOf = (state: SettingsState): StoredSettings => ({
  current: () => state.current,
  masked: () => masked(Settings, state.current),
  locked: () => state.locks.map(({ key }) => key),
  restartRequired: () => restartRequired(state),
  secrets: () => secretTexts(secretsOf(Settings, state.current).values()),
  preview: (patch) => inForce(state.locks, parse(patched(state, patch))),
  stored: () => state.saved,
  restarted: () => void (state.inUse = state.current),
  update: (patch) => state.inTurn(() => update(state, patch)),
  onChange(listener) {
    state.listeners.add(listener);
    return () => state.listeners.delete(listener);
  },
  resetApiKey: () =>
    state.inTurn(async () => {
      const apiKey = randomHex(32);
      await saveKey(state, apiKey);
      return apiKey;
    }),
});

function restartRequired({ inUse, current }: SettingsState): boolean {
  const changed = new Set(changedKeys(inUse, current));
  return changed.size > 0 && allSettings().some(({ key, restart }) => restart && changed.has(key));
}

const inForce = (locks: EnvironmentLock[], settings: Settings): Settings =>
  parse(locks.reduce<unknown>((tree, { key, value }) => merged(tree, treeWith(key, value)), settings));

/** Returns the saved tree after applying a patch. Masks in the patch leave the secrets unchanged. */
const patched = ({ saved }: SettingsState, patch: unknown): unknown => unmasked(Settings, merged(saved, patch), saved);

async function update(state: SettingsState, patch: unknown): Promise<SettingsSaved> {
  const { locks, saved } = state;
  const wanted = patched(state, patch);
  const refused = locks.filter(({ key, value }) => {
    const asked = valueAt(patch, key);
    return asked !== undefined && asked !== value;
  }).map(({ key }) => key);
  // The file keeps its own values of locked settings, which apply again when the variable is removed.
  const kept = locks.reduce<unknown>((tree, { key }) => replacedAt(tree, key, valueAt(saved, key)), wanted);
  // Only `resetApiKey` can change the API key.
  await save(state, parse(replacedAt(kept, API_KEY, saved.general.security.apiKey)));
  return { settings: masked(Settings, state.current), restartRequired: restartRequired(state), locked: refused };
}

const API_KEY = "general.security.apiKey";

const saveKey = (state: SettingsState, apiKey: string): Promise<void> =>
  save(state, parse(merged(state.saved, treeWith(API_KEY, apiKey))));

async function save(state: SettingsState, next: Settings): Promise<void> {
  const { listeners, locks, path, warn } = state;
  await writeSettings(path, next, warn);
  const before = state.current;
  state.saved = next;
  state.current = inForce(locks, next);
  const changed = changedKeys(before, state.current);
  for (const listener of changed.length > 0 ? listeners : []) {
    try {
      listener(changed);
    } catch (error) {
      warn(`The settings were saved but could not be fully applied: ${error}`);
    }
  }
}

/** Validates the whole tree. Throws `invalid` with each wrong field. */
function parse(tree: unknown): Settings {
  const result = Settings.safeParse(tree, READ_RARELY);
  if (result.success) {
    const { security } = result.data.general;
    security.passwordSet = security.password !== "";
    return result.data;
  }
  throw new Fault("invalid", "Some settings are not valid; nothing was saved.", {
    fields: fieldErrors(result.error, tree),
  });
}

/** Throws an error that names the environment variable if its value is invalid. */
function checkLock({ key, variable, value }: EnvironmentLock): void {
  const { error } = Settings.safeParse(treeWith(key, value), READ_RARELY);
  if (error) {
    throw new Fault("invalid", `The environment variable ${variable} is not valid: ${error.issues[0]?.message}`);
  }
}
