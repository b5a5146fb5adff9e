import { timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import type { StoreProblem } from "../../../db/check.ts";
import { createPasswords, type PasswordOptions, type Passwords } from "../../platform/auth/password.ts";
import { passwordProblem } from "../../platform/auth/password_rules.ts";
import { createThrottle, type Throttle } from "../../platform/auth/throttle.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { randomHex } from "../../kit/id.ts";
import { peekSettings, writeSettings } from "../../platform/settings/file.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { Backup } from "../../platform/model.ts";
import { backupFolder, listBackups } from "../../platform/backup/list.ts";
import { type RestoreContext, stageRestore } from "./stage_restore.ts";
import { openArchive } from "../../platform/backup/unpack.ts";

/** Choices of the user if the service cannot start normally. */
export interface Rescue {
  readonly problem: StoreProblem;
  /**
   * Method by which the user authenticates: with the login of the service, or, if there is none, with the code that the
   * service prints.
   */
  readonly proof: { kind: "login" } | { kind: "code"; code: string };
  /** True if new settings need a new login, so that lost settings never leave the service unprotected. */
  readonly needsNewLogin: boolean;
  /** Returns the newest intact backup. */
  newestBackup(): Promise<Backup | undefined>;
  /** Applies the choice. Throws `unauthorized`, `throttled`, `invalid`, or `not_found` if there is no intact backup. */
  decide(decision: RescueDecision, caller: string): Promise<"reopen" | "quit">;
}

/** Form of the rescue page. The action and `Rescue.proof` determine which fields are used. The others are empty. */
export interface RescueDecision {
  action: "restore" | "empty" | "quit";
  code: string;
  username: string;
  password: string;
  newUsername: string;
  newPassword: string;
}

/** Options of the rescue. `problem` is the reason why the database could not be opened. */
export interface RescueOptions extends RestoreContext {
  problem: StoreProblem;
  clock: Clock;
  passwords?: PasswordOptions;
  /** Allows the next start to create missing files. */
  noteFirstStart(programData: string): Promise<void>;
  /** Cancels a restore that is not committed yet. */
  signal?: AbortSignal;
}

const DATABASE_FILES = ["lathe.db", "lathe.db-wal", "lathe.db-shm"];
const SETTINGS_FILES = ["settings.json", "settings.json.copy"];

/** Contents of the config folder, and the services that verify a login. */
interface RescueState extends Omit<RescueOptions, "passwords"> {
  readonly settingsPath: string;
  /** Settings from the config folder, or the defaults. */
  readonly settings: Settings;
  /** True if the settings in the config folder are lost. */
  readonly isLost: boolean;
  readonly hasLogin: boolean;
  /** Code that authenticates the user if there is no login. */
  readonly code: string;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/** Inspects the remaining files in the config folder. Changes nothing until the user chooses an action. */
export async function openRescue(options: RescueOptions): Promise<Rescue> {
  const { problem, storage, clock } = options;
  const settingsPath = join(storage.folders.programData, "settings.json");
  const found = await peekSettings(settingsPath).catch(() => undefined);
  const isLost = problem.reason === "settings_missing" || found === undefined ||
    (found.general.security.apiKey === "" && found.general.security.authentication === "none");
  const settings = isLost || found === undefined ? Settings.parse({}) : found;
  const { authentication, password } = settings.general.security;
  const state: RescueState = {
    ...options,
    settingsPath,
    settings,
    isLost,
    hasLogin: authentication !== "none" && password !== "",
    code: randomHex(8),
    passwords: createPasswords(options.passwords),
    throttle: createThrottle({ clock }),
  };
  return {
    problem,
    proof: state.hasLogin ? { kind: "login" } : { kind: "code", code: state.code },
    needsNewLogin: isLost,
    newestBackup: () => newestBackup(state),
    decide: (decision, caller) => decide(state, decision, caller),
  };
}

async function decide(state: RescueState, decision: RescueDecision, caller: string): Promise<"reopen" | "quit"> {
  await prove(state, decision, caller);
  if (decision.action === "quit") return "quit";
  if (decision.action === "restore") await restore(state);
  else await startEmpty(state, decision);
  return "reopen";
}

async function prove(state: RescueState, decision: RescueDecision, caller: string): Promise<void> {
  const { code, hasLogin, passwords, settings, throttle } = state;
  const { username, password } = settings.general.security;
  const wait = throttle.waitSeconds([caller]);
  if (wait > 0) {
    throw new Fault("throttled", `Too many failed attempts. Try again in ${wait} seconds.`, {
      retryAfterSeconds: wait,
    });
  }
  throttle.begin([caller]);
  const right = hasLogin
    // Checking an unknown user name takes as long as checking a known one.
    ? (await passwords.verify(decision.password, password)).right && decision.username === username
    : isEqual(decision.code.trim().toLowerCase(), code);
  if (!right) {
    throw new Fault("unauthorized", hasLogin ? "The user name or password is incorrect." : "The code is incorrect.");
  }
  throttle.succeeded([caller]);
}

async function newestBackup({ settings, storage }: RescueState): Promise<Backup | undefined> {
  const folder = backupFolder(settings, storage);
  for (const backup of await listBackups(folder)) {
    if (await isWhole(join(folder, backup.name))) return backup;
  }
}

async function restore(state: RescueState): Promise<void> {
  const { clock, settings, signal, storage } = state;
  const backup = await newestBackup(state);
  if (backup === undefined) throw new Fault("not_found", "There is no intact backup.");
  await stageRestore(state, {
    path: join(backupFolder(settings, storage), backup.name),
    name: backup.name,
    current: settings,
    now: clock.now(),
    beforeDecision: () => putAside(state, "copy"),
    signal,
  });
}

async function startEmpty(state: RescueState, { newUsername, newPassword }: RescueDecision): Promise<void> {
  const { isLost, noteFirstStart, passwords, problem, settingsPath, storage } = state;
  const fresh = isLost ? await settingsWithLogin(passwords, newUsername.trim(), newPassword) : undefined;
  await putAside(state, problem.reason === "settings_missing" ? "copy" : "move");
  if (fresh !== undefined) await writeSettings(settingsPath, fresh, () => {});
  if (problem.reason !== "settings_missing") await noteFirstStart(storage.folders.programData);
}

/** Creates settings that require this login. Throws `invalid`. */
async function settingsWithLogin(passwords: Passwords, username: string, password: string): Promise<Settings> {
  const wrong = username === "" ? "Enter a user name." : passwordProblem(password, username);
  if (wrong !== undefined) throw new Fault("invalid", wrong);
  const tree = Settings.parse({});
  Object.assign(tree.general.security, {
    authentication: "forms",
    authenticationRequired: "enabled",
    username,
    password: await passwords.hash(password),
    apiKey: randomHex(32),
  });
  return tree;
}

/** Remaining files are never deleted or overwritten (safety.md, S-DB-3). */
async function putAside({ clock, storage }: RescueState, how: "copy" | "move"): Promise<void> {
  const { programData } = storage.folders;
  const stamp = clock.now().toISOString().replace(/[:.]/g, "-");
  const folder = join(programData, `set-aside-${stamp}`);
  await Deno.mkdir(folder, { mode: 0o700 });
  for (const name of DATABASE_FILES) await putFileAside(join(programData, name), join(folder, name), how);
  // The settings are kept for a start with an empty database.
  for (const name of SETTINGS_FILES) await putFileAside(join(programData, name), join(folder, name), "copy");
}

async function putFileAside(from: string, to: string, how: "copy" | "move"): Promise<void> {
  await (how === "move" ? Deno.rename(from, to) : Deno.copyFile(from, to)).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

async function isWhole(path: string): Promise<boolean> {
  try {
    const archive = await openArchive(path);
    try {
      await archive.verify();
      return true;
    } finally {
      await archive.close();
    }
  } catch {
    return false;
  }
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => new TextEncoder().encode(text));
  return a !== undefined && b !== undefined && a.length === b.length && timingSafeEqual(a, b);
}
