import { isAbsolute, join, resolve } from "node:path";
import { databaseStamp, newestMigration } from "../../db/migrate.ts";
import type { Store } from "../../db/store.ts";
import { checkCopy } from "../../db/check.ts";
import { writeFileAtomic } from "../kit/atomic_file.ts";
import type { Clock } from "../kit/clock.ts";
import { Fault } from "../kit/fault.ts";
import { newId } from "../kit/id.ts";
import { namedPrograms, programProblem, type ProgramRules } from "../settings/program_rules.ts";
import { Settings } from "../settings/schema.ts";
import type { StoredSettings } from "../settings/store.ts";
import { merged, replacedAt, treeWith } from "../settings/tree.ts";
import type { Backup } from "../system/model.ts";
import { compareVersions } from "../updates/version.ts";
import type { Manifest } from "./manifest.ts";
import { backupName, type BackupType, outdatedBackups, parseBackupName } from "./names.ts";
import { packArchive } from "./pack.ts";
import { abandonStaging, decideRestore, openStaging } from "./staging.ts";
import { withDoorKept } from "./strictness.ts";
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
   * what was restored. Throws `invalid` for an archive that is not one of ours, `conflict` for one of a newer version.
   */
  restore(path: string, name: string): Promise<string[]>;
  /** Where an upload may be put while it arrives. */
  uploadPath(): string;
}

export interface BackupsOptions {
  store: Store;
  settings: StoredSettings;
  storage: { configDir: string; folders: { programData: string; backups: string } };
  clock: Clock;
  version: string;
  migrations: string;
  /** The database lies in `programData`; a server's database is not ours to copy. */
  local: boolean;
  programs: ProgramRules;
}

export function createBackups(options: BackupsOptions): Backups {
  const { store, settings, storage, clock, version, migrations, local, programs } = options;
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

  /** Checks what was unpacked and makes it fit to run here. Answers what had to be changed. */
  async function prepare(staging: string, manifest: Manifest): Promise<string[]> {
    const notes: string[] = [];
    const path = join(staging, "settings.json");
    if (!manifest.entries.some(({ name }) => name === "settings.json")) {
      throw new Fault("invalid", "The backup holds no settings.");
    }
    const parsed = Settings.safeParse(jsonOf(await Deno.readTextFile(path)));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Fault(
        "invalid",
        `The settings in the backup are not valid: ${issue?.path.join(".")}: ${issue?.message}`,
      );
    }
    let restored = withDoorKept(parsed.data, settings.stored());
    if (restored !== parsed.data) notes.push("Login and API key stay as they are: the backup's were less strict.");
    for (const { key, path: program } of namedPrograms(restored)) {
      const problem = await programProblem(program, programs);
      if (problem === undefined) continue;
      restored = Settings.parse(withoutProgram(restored, key));
      notes.push(`${key} was left out (${program}): ${problem}`);
    }
    await writeFileAtomic(path, JSON.stringify(restored, null, 2) + "\n");
    if (local && manifest.entries.some(({ name }) => name === "lathe.db")) {
      const database = join(staging, "lathe.db");
      await checkCopy(database).catch((error) => {
        throw new Fault("invalid", "The database in the backup is damaged.", { cause: error });
      });
      const stamp = await databaseStamp(database);
      if (stamp === undefined || stamp > await newestMigration(migrations)) {
        throw new Fault("conflict", "The database in the backup was made by a newer version of Lathe.");
      }
    } else await Deno.remove(join(staging, "lathe.db")).catch(() => {});
    return notes;
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
        } catch (error) {
          await abandonStaging(programData);
          throw error;
        }
        return manifest.entries.map((entry) => entry.name);
      } finally {
        await archive.close();
      }
    },
  };
}

/** The settings without the program at `key`; a script target is switched off besides. */
function withoutProgram(settings: Settings, key: string): unknown {
  const target = /^notifications\.targets\.(\d+)\.path$/.exec(key)?.[1];
  if (target === undefined) return replacedAt(settings, key, "");
  const targets = settings.notifications.targets.map((one, i) =>
    i === Number(target) ? { ...one, path: "", enabled: false } : one
  );
  return merged(settings, treeWith("notifications.targets", targets));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
