import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "../../db/store.ts";
import { removeBackupLeftovers } from "../platform/backup/leftovers.ts";
import { applyStagedRestore, confirmRestore, type RestoreMarker, rollBackRestore } from "./backup/staging.ts";
import { systemClock } from "../kit/clock.ts";
import { openSettings } from "../platform/settings/store.ts";
import { checkStart, noteStarted } from "../platform/storage/start_check.ts";
import { openStorage, type Storage } from "../platform/storage/storage.ts";
import { VERSION } from "../kit/version.ts";
import { assembleInstance } from "./assemble_instance.ts";
import type { Instance } from "./instance_model.ts";
import type { InstanceOptions } from "./instance_options.ts";

/**
 * Creates the services for a config folder that the caller has claimed. Does not start them. A committed restore is
 * completed first. If the restored state cannot be opened, the previous state is put back. Throws `StoreProblem` if the
 * user must decide how to continue.
 */
export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const storage = await openStorage(options);
  const { programData } = storage.folders;
  const removed = await removeBackupLeftovers(storage.folders);
  const restored = await applyStagedRestore(programData);
  if (restored === undefined) {
    const { usedBefore } = await checkStart(storage.folders, { local: !options.env.SERVICE_DATABASE_URL?.trim() });
    const instance = await build(options, storage, { mustExist: usedBefore });
    await noteStarted(programData, VERSION);
    for (const problem of removed.problems) instance.log("warn", "A leftover file could not be removed.", { problem });
    return instance;
  }
  let instance: Instance | undefined;
  try {
    const { carryOver } = await import("./backup/carry_over.ts");
    const carried = await carryOver({
      programData,
      migrations: fileURLToPath(options.files.migrations),
      writeAheadLog: !storage.onNetworkShare,
      now: (options.clock ?? systemClock).now(),
    });
    instance = await build(options, storage, { endSessions: true });
    recordRestore(instance, restored, carried);
    await instance.auto.restored();
    await instance.policies.restored();
    await instance.events.settled();
    await noteStarted(programData, VERSION);
    await confirmRestore(programData);
    return instance;
  } catch (error) {
    // The failed instance is closed first, because its database is open. If this file were renamed while open, two
    // processes could write to one file.
    await instance?.close();
    await rollBackRestore(programData);
    const before = await build(options, storage);
    before.events.record({
      level: "error",
      source: "storage",
      message: `Lathe could not start with the backup ${restored.backup}; the previous state was restored.`,
      details: error instanceof Error ? error.message : String(error),
    });
    return before;
  }
}

function recordRestore({ events }: Instance, { backup, notes }: RestoreMarker, carried: string[]): void {
  const all = [...notes, ...carried];
  events.record({
    level: notes.length === 0 ? "info" : "warning",
    source: "storage",
    message: `Restored from ${backup}.`,
    ...(all.length === 0 ? {} : { details: all.join("\n") }),
  });
}

/**
 * Opens the settings, the log and the database, and creates the services that use them. If a later step fails,
 * everything that was opened is closed.
 */
async function build(
  options: InstanceOptions,
  storage: Storage,
  { endSessions = false, mustExist = false } = {},
): Promise<Instance> {
  const { env, files } = options;
  const { programData, backups } = storage.folders;
  const early: string[] = [];
  const settings = await openSettings({
    path: join(programData, "settings.json"),
    env,
    warn: (message) => early.push(message),
  });
  await using closing = new AsyncDisposableStack();
  const log = await options.openLog(storage, settings);
  closing.defer(log.dispose);
  for (const message of early) log.log("warn", message);
  const url = env.SERVICE_DATABASE_URL?.trim() || undefined;
  const migrations = fileURLToPath(files.migrations);
  let migrated: { copy?: string } | undefined;
  const store = await openStore({
    ...(url === undefined ? { path: join(programData, "lathe.db") } : { url, authToken: env.SERVICE_DATABASE_TOKEN }),
    backups,
    onFull: () => storage.reserve.release(),
    writeAheadLog: !storage.onNetworkShare,
    migrationsFolder: migrations,
    mustExist: mustExist && url === undefined,
    onMigrated: (copy) => migrated = { copy },
    copyProgram: files.ownProgram,
  });
  closing.defer(store.close);
  const services = await assembleInstance(options, storage, {
    closing,
    settings,
    store,
    local: url === undefined,
    migrations,
    log,
    endSessions,
    migrated,
  });
  const ends = closing.move();
  return { ...services, close: () => ends.disposeAsync() };
}
