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
import { backupName, type BackupType, outdatedBackups, parseBackupName } from "../../platform/backup/names.ts";
import type { RestoreContext, StagedRestore } from "./stage_restore.ts";

/** Copies of settings and database, and the way back. What reads and writes archives is loaded when one is. */
export interface Backups {
  /** Newest first. */
  list(): Promise<Backup[]>;
  /** Takes one. Two that are asked for at once are one. */
  take(type: BackupType): Promise<Backup>;
  /** Where a listed backup lies. Throws `not_found`. */
  pathOf(name: string): Promise<string>;
  /** Throws `not_found`. */
  remove(name: string): Promise<void>;
  /** Removes what is past its time; answers how many. */
  prune(): Promise<number>;
  /**
   * Checks an archive, takes a safety backup and leaves everything ready: the next start is the restored state. Answers
   * what was restored, and in sentences what was changed or left out. Throws `invalid` for an archive that is not one of
   * ours, `conflict` for one of a newer version.
   */
  restore(path: string, name: string): Promise<StagedRestore>;
  /** Where an upload may be put while it arrives. */
  uploadPath(): string;
  /** Gives up a restore that is not decided, which throws `shutting_down`, and waits for it. No other begins. */
  stop(): Promise<void>;
}

export interface BackupsOptions extends RestoreContext {
  store: Store;
  settings: StoredSettings;
  clock: Clock;
}

export function createBackups(options: BackupsOptions): Backups {
  const { store, settings, storage, clock, version, migrations } = options;
  const { programData } = storage.folders;
  const ending = new AbortController();
  let restoring: Promise<StagedRestore> | undefined;
  const taking = new Map<BackupType, Promise<Backup>>();

  /** The folder of now: the settings may name another one, below the config folder or anywhere. */
  const folder = (): string => backupFolder(settings.current(), storage);

  const list = (): Promise<Backup[]> => listBackups(folder());

  async function make(type: BackupType): Promise<Backup> {
    const createdAt = clock.now();
    const work = join(programData, `backup-${newId()}`);
    await Deno.mkdir(work, { mode: 0o700 });
    try {
      await writeFileAtomic(join(work, "settings.json"), JSON.stringify(settings.stored(), null, 2));
      const files: { name: "settings.json" | "lathe.db"; path: string }[] = [
        { name: "settings.json", path: join(work, "settings.json") },
      ];
      if (options.local) {
        await store.copyTo(join(work, "lathe.db"));
        files.push({ name: "lathe.db", path: join(work, "lathe.db") });
      }
      await Deno.mkdir(folder(), { recursive: true, mode: 0o700 });
      const name = await freeName({ version, createdAt, type });
      const { packArchive } = await import("../../platform/backup/pack.ts");
      await packArchive({
        target: join(folder(), name),
        manifest: {
          product: "lathe",
          version,
          createdAt: createdAt.toISOString(),
          type,
          schema: options.local ? await newestMigration(migrations) : 0,
        },
        files,
      });
      const { size } = await Deno.stat(join(folder(), name));
      return { name, sizeBytes: size, createdAt: parseBackupName(name)?.createdAt.toISOString() ?? "", type, version };
    } finally {
      await Deno.remove(work, { recursive: true }).catch(() => {});
    }
  }

  async function freeName(named: Parameters<typeof backupName>[0]): Promise<string> {
    const taken = new Set((await list()).map(({ name }) => name));
    for (let number = 0;; number++) {
      const name = backupName(named, number);
      if (!taken.has(name)) return name;
    }
  }

  const take = (type: BackupType): Promise<Backup> => {
    const running = taking.get(type) ?? make(type).finally(() => taking.delete(type));
    taking.set(type, running);
    return running;
  };

  async function pathOf(wanted: string): Promise<string> {
    const known = (await list()).find(({ name }) => name === wanted);
    if (known === undefined) throw new Fault("not_found", "There is no such backup.");
    return join(folder(), known.name);
  }

  async function stage(path: string, name: string): Promise<StagedRestore> {
    const { stageRestore } = await import("./stage_restore.ts");
    return await stageRestore({
      ...options,
      path,
      name,
      current: settings.stored(),
      now: clock.now(),
      beforeDecision: async () => void await take("before-restore"),
      signal: ending.signal,
    });
  }

  return {
    list,
    take,
    pathOf,
    async remove(name) {
      await Deno.remove(await pathOf(name));
    },
    async prune() {
      const all = (await list()).map((backup) => ({ ...backup, createdAt: new Date(backup.createdAt) }));
      const gone = outdatedBackups(all, settings.current().general.backups.retentionDays, clock.now());
      for (const { name } of gone) await Deno.remove(join(folder(), name));
      return gone.length;
    },
    uploadPath: () => join(programData, `upload-${newId()}.zip`),
    async restore(path, name) {
      if (restoring !== undefined) throw new Fault("conflict", "Another restore is being prepared.");
      restoring = stage(path, name);
      try {
        return await restoring;
      } finally {
        restoring = undefined;
      }
    },
    async stop() {
      ending.abort(new Fault("shutting_down", "Lathe is going down; the backup was not restored."));
      await restoring?.catch(() => {});
    },
  };
}
