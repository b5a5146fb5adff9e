import { join } from "node:path";
import { newestMigration } from "../../../db/migrate.ts";
import type { Store } from "../../../db/store.ts";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { Backup } from "../../platform/model.ts";
import { backupFolder, listBackups } from "../../platform/backup/list.ts";
import type { OwnProgram } from "../../kit/process/own_program.ts";
import type { PackOptions } from "../../platform/backup/pack.ts";
import { packInProcess } from "../../platform/backup/pack_process.ts";
import { backupName, type BackupType, outdatedBackups, parseBackupName } from "../../platform/backup/names.ts";
import type { RestoreContext, StagedRestore } from "./stage_restore.ts";

/** Backups of settings and database, and restores. The code for archives is loaded on first use. */
export interface Backups {
  /** Returns all backups, newest first. */
  list(): Promise<Backup[]>;
  /** Creates a backup. Concurrent calls share one backup. */
  create(type: BackupType): Promise<Backup>;
  /** Returns the path of a listed backup. Throws `not_found`. */
  pathOf(name: string): Promise<string>;
  /** Removes a backup. Throws `not_found`. */
  remove(name: string): Promise<void>;
  /** Removes outdated backups and returns their number. */
  prune(): Promise<number>;
  /**
   * Checks an archive, makes a safety backup and stages the restore, which the next start applies. Returns a
   * description of the backup, and sentences about data that was changed or omitted. Throws `invalid` for an archive
   * that is not a Lathe backup, `conflict` for a backup of a newer version.
   */
  restore(path: string, name: string): Promise<StagedRestore>;
  /** Returns a path for an incoming upload. */
  uploadPath(): string;
  /**
   * Cancels a restore that is not committed yet (which then throws `shutting_down`), waits for it, and prevents further
   * restores.
   */
  stop(): Promise<void>;
}

/** Services and options that backups and restores need. */
export interface BackupsOptions extends RestoreContext {
  store: Store;
  settings: StoredSettings;
  clock: Clock;
  /** Program that creates archives in a child process. Without it, they are created in this process. */
  ownProgram: OwnProgram | undefined;
}

interface BackupsState extends BackupsOptions {
  /** Backups in progress. */
  readonly inProgress: Map<BackupType, Promise<Backup>>;
  readonly ending: AbortController;
  /** Restore that is being prepared. */
  restoring?: Promise<StagedRestore>;
}

/** Creates the backup service. No file is accessed until it is used. */
export function createBackups(options: BackupsOptions): Backups {
  const state: BackupsState = { ...options, inProgress: new Map(), ending: new AbortController() };
  return {
    list: () => listBackups(folderOf(state)),
    create: (type) => createBackupOnce(state, type),
    pathOf: (name) => pathOf(state, name),
    async remove(name) {
      await Deno.remove(await pathOf(state, name));
    },
    prune: () => pruneBackups(state),
    uploadPath: () => join(options.storage.folders.programData, `upload-${newId()}.zip`),
    restore: (path, name) => restoreBackup(state, path, name),
    async stop() {
      state.ending.abort(new Fault("shutting_down", "Lathe is shutting down; the backup was not restored."));
      await state.restoring?.catch(() => {});
    },
  };
}

/** Returns the current backup folder. The settings may change at any time. */
const folderOf = ({ settings, storage }: BackupsState): string => backupFolder(settings.current(), storage);

async function pathOf(state: BackupsState, wanted: string): Promise<string> {
  const known = (await listBackups(folderOf(state))).find(({ name }) => name === wanted);
  if (known === undefined) throw new Fault("not_found", "There is no such backup.");
  return join(folderOf(state), known.name);
}

function createBackupOnce(state: BackupsState, type: BackupType): Promise<Backup> {
  const { inProgress } = state;
  const running = inProgress.get(type) ?? makeBackup(state, type).finally(() => inProgress.delete(type));
  inProgress.set(type, running);
  return running;
}

async function makeBackup(state: BackupsState, type: BackupType): Promise<Backup> {
  const { clock, local, migrations, storage, version } = state;
  const createdAt = clock.now();
  const work = join(storage.folders.programData, `backup-${newId()}`);
  await Deno.mkdir(work, { mode: 0o700 });
  try {
    const files = await writeBackupFiles(state, work);
    await Deno.mkdir(folderOf(state), { recursive: true, mode: 0o700 });
    const name = await freeName(folderOf(state), { version, createdAt, type });
    await pack(state, {
      target: join(folderOf(state), name),
      manifest: {
        product: "lathe",
        version,
        createdAt: createdAt.toISOString(),
        type,
        schema: local ? await newestMigration(migrations) : 0,
      },
      files,
    });
    const { size } = await Deno.stat(join(folderOf(state), name));
    return { name, sizeBytes: size, createdAt: parseBackupName(name)?.createdAt.toISOString() ?? "", type, version };
  } finally {
    await Deno.remove(work, { recursive: true }).catch(() => {});
  }
}

async function pack({ ownProgram }: BackupsState, options: PackOptions): Promise<void> {
  if (ownProgram !== undefined) return await packInProcess(ownProgram, options);
  const { packArchive } = await import("../../platform/backup/pack.ts");
  await packArchive(options);
}

/** Writes the files of a backup to the folder `work`. */
async function writeBackupFiles(
  { local, settings, store }: BackupsState,
  work: string,
): Promise<PackOptions["files"]> {
  await writeFileAtomic(join(work, "settings.json"), JSON.stringify(settings.stored(), null, 2));
  const files: PackOptions["files"] = [{ name: "settings.json", path: join(work, "settings.json") }];
  if (local) {
    await store.copyTo(join(work, "lathe.db"));
    files.push({ name: "lathe.db", path: join(work, "lathe.db") });
  }
  return files;
}

async function freeName(folder: string, named: Parameters<typeof backupName>[0]): Promise<string> {
  const names = new Set((await listBackups(folder)).map(({ name }) => name));
  for (let number = 0;; number++) {
    const name = backupName(named, number);
    if (!names.has(name)) return name;
  }
}

async function pruneBackups(state: BackupsState): Promise<number> {
  const backups = await listBackups(folderOf(state));
  const all = backups.map((backup) => ({ ...backup, createdAt: new Date(backup.createdAt) }));
  const gone = outdatedBackups(all, state.settings.current().general.backups.retentionDays, state.clock.now());
  for (const { name } of gone) await Deno.remove(join(folderOf(state), name));
  return gone.length;
}

async function restoreBackup(state: BackupsState, path: string, name: string): Promise<StagedRestore> {
  if (state.restoring !== undefined) throw new Fault("conflict", "Another restore is being prepared.");
  state.restoring = stage(state, path, name);
  try {
    return await state.restoring;
  } finally {
    state.restoring = undefined;
  }
}

async function stage(state: BackupsState, path: string, name: string): Promise<StagedRestore> {
  const { stageRestore } = await import("./stage_restore.ts");
  return await stageRestore(state, {
    path,
    name,
    current: state.settings.stored(),
    now: state.clock.now(),
    beforeDecision: async () => void await createBackupOnce(state, "before-restore"),
    signal: state.ending.signal,
  });
}
