import { timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import type { StoreProblem } from "../../../db/check.ts";
import { createPasswords, type PasswordOptions } from "../../platform/auth/password.ts";
import { passwordProblem } from "../../platform/auth/password_rules.ts";
import { createThrottle } from "../../platform/auth/throttle.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { randomHex } from "../../kit/id.ts";
import { peekSettings, writeSettings } from "../../platform/settings/file.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { Backup } from "../../platform/model.ts";
import { backupFolder, listBackups } from "../../platform/backup/list.ts";
import { type RestoreContext, stageRestore } from "./stage_restore.ts";
import { openArchive } from "../../platform/backup/unpack.ts";

/** What a person may decide when the service cannot start by itself. */
export interface Rescue {
  readonly problem: StoreProblem;
  /** Who decides proves it with the login of the service, or without one with the code that it printed. */
  readonly proof: { kind: "login" } | { kind: "code"; code: string };
  /** New settings need a new login: the service is never open because something was lost. */
  readonly needsNewLogin: boolean;
  /** The newest backup that is whole. */
  newestBackup(): Promise<Backup | undefined>;
  /** Throws `unauthorized`, `throttled`, `invalid`; `not_found` when there is no whole backup. */
  decide(decision: Decision, caller: string): Promise<"reopen" | "quit">;
}

export interface Decision {
  action: "restore" | "empty" | "quit";
  code: string;
  username: string;
  password: string;
  newUsername: string;
  newPassword: string;
}

export interface RescueOptions extends RestoreContext {
  problem: StoreProblem;
  clock: Clock;
  passwords?: PasswordOptions;
  /** Lets the next start make what is missing. */
  noteFirstStart(programData: string): Promise<void>;
  /** Gives up a restore that is not decided. */
  signal?: AbortSignal;
}

const DATABASE_FILES = ["lathe.db", "lathe.db-wal", "lathe.db-shm"];
const SETTINGS_FILES = ["settings.json", "settings.json.copy"];

/** Looks at what is left. Changes nothing until somebody decides. */
export async function openRescue(options: RescueOptions): Promise<Rescue> {
  const { problem, storage, clock } = options;
  const { programData } = storage.folders;
  const path = join(programData, "settings.json");
  const found = await peekSettings(path).catch(() => undefined);
  const isLost = problem.reason === "settings_missing" || found === undefined ||
    (found.general.security.apiKey === "" && found.general.security.authentication === "none");
  const settings = isLost || found === undefined ? Settings.parse({}) : found;
  const { authentication, username, password } = settings.general.security;
  const hasLogin = authentication !== "none" && password !== "";
  const code = randomHex(8);
  const passwords = createPasswords(options.passwords);
  const throttle = createThrottle({ clock });

  async function prove(decision: Decision, caller: string): Promise<void> {
    const wait = throttle.waitSeconds([caller]);
    if (wait > 0) {
      throw new Fault("throttled", `Too many failed tries. Wait ${wait} seconds.`, { retryAfterSeconds: wait });
    }
    throttle.begin([caller]);
    const right = hasLogin
      // An unknown name costs the very same hash.
      ? (await passwords.verify(decision.password, password)).right && decision.username === username
      : isEqual(decision.code.trim().toLowerCase(), code);
    if (!right) {
      throw new Fault("unauthorized", hasLogin ? "The user name or the password is wrong." : "The code is wrong.");
    }
    throttle.succeeded([caller]);
  }

  async function newestBackup(): Promise<Backup | undefined> {
    for (const backup of await listBackups(backupFolder(settings, storage))) {
      if (await isWhole(join(backupFolder(settings, storage), backup.name))) return backup;
    }
  }

  async function restore(): Promise<void> {
    const backup = await newestBackup();
    if (backup === undefined) throw new Fault("not_found", "There is no backup that is whole.");
    await stageRestore({
      ...options,
      path: join(backupFolder(settings, storage), backup.name),
      name: backup.name,
      current: settings,
      now: clock.now(),
      beforeDecision: () => putAside("copy"),
    });
  }

  async function startEmpty({ newUsername, newPassword }: Decision): Promise<void> {
    const fresh = isLost ? await withLogin(newUsername.trim(), newPassword) : undefined;
    await putAside(problem.reason === "settings_missing" ? "copy" : "move");
    if (fresh !== undefined) await writeSettings(path, fresh, () => {});
    if (problem.reason !== "settings_missing") await options.noteFirstStart(programData);
  }

  async function withLogin(username: string, password: string): Promise<Settings> {
    const wrong = username === "" ? "Give a user name to log in with." : passwordProblem(password, username);
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

  /** Nothing that is left is ever deleted or written over (safety.md, S-DB-3). */
  async function putAside(how: "copy" | "move"): Promise<void> {
    const stamp = clock.now().toISOString().replace(/[:.]/g, "-");
    const folder = join(programData, `set-aside-${stamp}`);
    await Deno.mkdir(folder, { mode: 0o700 });
    for (const name of DATABASE_FILES) await aside(name, how);
    // The settings stay where they are, for whoever starts empty with them.
    for (const name of SETTINGS_FILES) await aside(name, "copy");

    async function aside(name: string, how: "copy" | "move"): Promise<void> {
      const [from, to] = [join(programData, name), join(folder, name)];
      await (how === "move" ? Deno.rename(from, to) : Deno.copyFile(from, to)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  }

  return {
    problem,
    proof: hasLogin ? { kind: "login" } : { kind: "code", code },
    needsNewLogin: isLost,
    newestBackup,
    async decide(decision, caller) {
      await prove(decision, caller);
      if (decision.action === "quit") return "quit";
      if (decision.action === "restore") await restore();
      else await startEmpty(decision);
      return "reopen";
    },
  };
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
