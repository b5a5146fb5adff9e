import { isAbsolute, join, normalize, resolve } from "node:path";
import { newestMigration } from "../../db/migrate.ts";
import type { Store } from "../../db/store.ts";
import { writeFileAtomic } from "../kit/atomic_file.ts";
import type { Clock } from "../kit/clock.ts";
import { Fault } from "../kit/fault.ts";
import { newId } from "../kit/id.ts";
import type { ProgramRules } from "../settings/program_rules.ts";
import type { Settings } from "../settings/schema.ts";
import type { StoredSettings } from "../settings/store.ts";
import type { Backup } from "../system/model.ts";
import { compareVersions } from "../updates/version.ts";
import type { Manifest } from "./manifest.ts";
import { importDatabase } from "./import/import_database.ts";
import type { PathRules } from "./import/imported_job.ts";
import { backupName, type BackupType, outdatedBackups, parseBackupName } from "./names.ts";
import { packArchive } from "./pack.ts";
import { restorableSettings } from "./restorable_settings.ts";
import { abandonStaging, archiveFolder, decideRestore, openStaging } from "./staging.ts";
import { openArchive } from "./unpack.ts";

/** Copies of settings and database, and the way back. */
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
   * what was restored, and in sentences what was changed or left out. Throws `invalid` for an archive that is not one of ours, `conflict` for one of a newer version.
   */
  restore(path: string, name: string): Promise<{ restored: string[]; notes: string[] }>;
  /** Where an upload may be put while it arrives. */
  uploadPath(): string;
}

export interface BackupsOptions {
  store: Store;
  settings: StoredSettings;
  storage: {
    configDir: string;
    folders: { programData: string; backups: string; rips: string } & Record<string, string>;
  };
  clock: Clock;
  version: string;
  migrations: string;
  /** The database lies in `programData`; a server's database is not ours to copy. */
  local: boolean;
  programs: ProgramRules;
  /** SERVICE_LOCK_PROGRAMS=1: nobody changes which programs run. */
  programsLocked: boolean;
}

export function createBackups(options: BackupsOptions): Backups {
  const { store, settings, storage, clock, version, migrations, local, programs, programsLocked } = options;
  const { programData } = storage.folders;
  const taking = new Map<BackupType, Promise<Backup>>();

  /** The folder of now: the settings may name another one, below the config folder or anywhere. */
  const folder = (): string => {
    const said = settings.current().general.backups.folder;
    return said === "" ? storage.folders.backups : isAbsolute(said) ? said : resolve(storage.configDir, said);
  };

  async function list(): Promise<Backup[]> {
    const found: Backup[] = [];
    try {
      for await (const { name, isFile } of Deno.readDir(folder())) {
        const named = isFile ? parseBackupName(name) : undefined;
        if (named === undefined) continue;
        const { size } = await Deno.stat(join(folder(), name));
        found.push({
          name,
          sizeBytes: size,
          createdAt: named.createdAt.toISOString(),
          type: named.type,
          version: named.version,
        });
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return found.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.name.localeCompare(a.name));
  }

  async function make(type: BackupType): Promise<Backup> {
    const createdAt = clock.now();
    const work = join(programData, `backup-${newId()}`);
    await Deno.mkdir(work, { mode: 0o700 });
    try {
      await writeFileAtomic(join(work, "settings.json"), JSON.stringify(settings.stored(), null, 2));
      const files: { name: "settings.json" | "lathe.db"; path: string }[] = [
        { name: "settings.json", path: join(work, "settings.json") },
      ];
      if (local) {
        await store.copyTo(join(work, "lathe.db"));
        files.push({ name: "lathe.db", path: join(work, "lathe.db") });
      }
      await Deno.mkdir(folder(), { recursive: true, mode: 0o700 });
      const name = await freeName({ version, createdAt, type });
      await packArchive({
        target: join(folder(), name),
        manifest: {
          product: "lathe",
          version,
          createdAt: createdAt.toISOString(),
          type,
          schema: local ? await newestMigration(migrations) : 0,
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

  /** Checks what was unpacked and makes it fit to run here. Answers what had to be changed or left out. */
  async function prepare(staging: string, manifest: Manifest): Promise<string[]> {
    const path = join(staging, "settings.json");
    if (!manifest.entries.some(({ name }) => name === "settings.json")) {
      throw new Fault("invalid", "The backup holds no settings.");
    }
    const { settings: restored, notes } = await restorableSettings(await Deno.readTextFile(path), {
      current: settings.stored(),
      programs,
      programsLocked,
    });
    await writeFileAtomic(path, JSON.stringify(restored, null, 2) + "\n");
    const database = join(staging, "lathe.db");
    const foreign = join(archiveFolder(programData), "lathe.db");
    await Deno.remove(foreign).catch(ignoreMissing);
    if (!manifest.entries.some(({ name }) => name === "lathe.db")) return notes;
    if (!local) {
      await Deno.remove(database);
      return [...notes, "The database of the backup was left out: this instance keeps its own on a server."];
    }
    await Deno.rename(database, foreign);
    try {
      const imported = await importDatabase({
        source: foreign,
        target: database,
        migrations,
        paths: await pathRules(restored),
        now: clock.now(),
      });
      return [...notes, ...imported];
    } finally {
      await Deno.remove(foreign);
    }
  }

  /** Where files of jobs may lie once the restored settings are in force. */
  async function pathRules({ general: { security: { mediaRoots } } }: Settings): Promise<PathRules> {
    const real = (folder: string) => Deno.realPath(folder).catch(() => normalize(folder));
    const { rips, ...own } = storage.folders;
    return {
      mediaRoots: await Promise.all(mediaRoots.map(real)),
      ownFolders: await Promise.all([storage.configDir, ...Object.values(own)].map(real)),
      rips: await real(rips),
    };
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
      const archive = await openArchive(path);
      try {
        const { manifest } = archive;
        if (compareVersions(manifest.version, version) > 0) {
          throw new Fault("conflict", `The backup was made by version ${manifest.version}; this is ${version}.`);
        }
        const staging = await openStaging(programData);
        try {
          await archive.extractTo(staging);
          const notes = await prepare(staging, manifest);
          await take("before-restore");
          await decideRestore(programData, { backup: name, notes });
          return { restored: manifest.entries.map((entry) => entry.name), notes };
        } catch (error) {
          await abandonStaging(programData);
          throw error;
        }
      } finally {
        await archive.close();
      }
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
