import { createMutex, type Mutex } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { fieldErrors } from "../../kit/json/field_errors.ts";
import { randomHex } from "../../kit/id.ts";
import { type EnvironmentLock, environmentLocks } from "./environment.ts";
import { readSettings, type Warn, writeSettings } from "./file.ts";
import { unknownKeyProblems } from "./rules/unknown_keys.ts";
import { READ_RARELY, Settings } from "./schema.ts";
import { masked, secretsOf, secretTexts, unmasked } from "./secrets.ts";
import type { SettingsSaved, SettingsService } from "./service.ts";
import { changedKeys, merged, replacedAt, treeWith, valueAt } from "./tree.ts";

/** `env` holds the variables that lock single settings. */
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

interface SettingsState {
  readonly path: string;
  readonly warn: Warn;
  /** What the environment holds. */
  readonly locks: EnvironmentLock[];
  /** As the file has them. */
  saved: Settings;
  /** With what the environment holds. */
  current: Settings;
  /** What the host was started or moved with. */
  inUse: Settings;
  readonly listeners: Set<(changed: string[]) => void>;
  /** Saves happen one after the other, each on what the last one left. */
  readonly inTurn: Mutex;
}

/**
 * Opens the settings. A file that cannot be read gives way to its copy, never to defaults, which would switch
 * authentication off (safety.md, S-DB-5). Throws when neither can be read, or when a variable holds a wrong value.
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

const restartRequired = ({ inUse, current }: SettingsState): boolean =>
  changedKeys(inUse, current).some((key) => NEEDS_RESTART.test(key));

const inForce = (locks: EnvironmentLock[], settings: Settings): Settings =>
  parse(locks.reduce<unknown>((tree, { key, value }) => merged(tree, treeWith(key, value)), settings));

/** The saved tree with a patch, which holds masks in the place of secrets that it leaves as they are. */
const patched = ({ saved }: SettingsState, patch: unknown): unknown => unmasked(Settings, merged(saved, patch), saved);

async function update(state: SettingsState, patch: unknown): Promise<SettingsSaved> {
  const { locks, saved } = state;
  const wanted = patched(state, patch);
  const refused = locks.filter(({ key, value }) => {
    const asked = valueAt(patch, key);
    return asked !== undefined && asked !== value;
  }).map(({ key }) => key);
  // What the environment holds stays in the file as it was, for the day the variable goes away.
  const kept = locks.reduce<unknown>((tree, { key }) => replacedAt(tree, key, valueAt(saved, key)), wanted);
  // Only its own call changes the key.
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
      warn(`The settings are saved, but not everything follows them: ${error}`);
    }
  }
}

/** Validates the whole tree. Throws `invalid` naming each wrong field. */
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

/** Says which variable is wrong: the settings it would land in are not to blame. */
function checkLock({ key, variable, value }: EnvironmentLock): void {
  const { error } = Settings.safeParse(treeWith(key, value), READ_RARELY);
  if (error) {
    throw new Fault("invalid", `The environment variable ${variable} is not valid: ${error.issues[0]?.message}`);
  }
}
