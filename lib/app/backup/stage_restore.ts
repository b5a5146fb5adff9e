import { join, normalize } from "node:path";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { Fault } from "../../kit/fault.ts";
import type { ProgramRules } from "../../platform/settings/program_rules.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import { compareVersions } from "../../platform/updates/version.ts";
import { importInThread } from "./import/import_thread.ts";
import type { PathRules } from "./import/imported_job.ts";
import type { Manifest } from "../../platform/backup/manifest.ts";
import { restorableSettings } from "./restorable_settings.ts";
import { abandonStaging, archiveFolder, decideRestore, openStaging } from "./staging.ts";
import { openArchive } from "../../platform/backup/unpack.ts";

/** Properties of the instance that a restore depends on. */
export interface RestoreContext {
  storage: {
    configDir: string;
    folders: { programData: string; backups: string; rips: string } & Record<string, string>;
  };
  version: string;
  migrations: string;
  /** Script of the worker thread that imports the database. */
  importWorkerUrl: URL;
  /** True if the database is a file in `programData`. A database on a server is never replaced. */
  local: boolean;
  programs: ProgramRules;
  /** True if SERVICE_LOCK_PROGRAMS=1 forbids changes to the programs that Lathe runs. */
  programsLocked: boolean;
}

/**
 * Options of one restore. It can be cancelled until `beforeDecision` returns. After that, the next start completes it.
 */
export interface StageOptions {
  /** Path of the archive, and its name in messages. */
  path: string;
  name: string;
  /** Current settings, as saved. */
  current: Settings;
  now: Date;
  /** Called before the restore is committed, to save data that must not be lost. */
  beforeDecision(): Promise<void>;
  /** Cancels the restore if it is not committed yet. */
  signal?: AbortSignal;
}

/** Restored files, and sentences about data that was changed or omitted. */
export interface StagedRestore {
  restored: string[];
  notes: string[];
}

/**
 * Checks an archive and stages the restore, which the next start applies. Throws `invalid` for an archive that is not a
 * Lathe backup, `conflict` for a backup from a newer version, or the signal's reason.
 */
export async function stageRestore(context: RestoreContext, options: StageOptions): Promise<StagedRestore> {
  const { storage, version } = context;
  const { path, name } = options;
  const { programData } = storage.folders;
  const archive = await openArchive(path);
  try {
    const { manifest } = archive;
    if (compareVersions(manifest.version, version) > 0) {
      throw new Fault("conflict", `The backup was created by version ${manifest.version}; this is ${version}.`);
    }
    const staging = await openStaging(programData);
    try {
      await archive.extractTo(staging);
      const notes = await prepare(context, options, staging, manifest);
      await options.beforeDecision();
      options.signal?.throwIfAborted();
      await decideRestore(programData, { backup: name, notes });
      return { restored: manifest.entries.map((entry) => entry.name), notes };
    } catch (error) {
      await abandonStaging(programData);
      throw error;
    }
  } finally {
    await archive.close();
  }
}

/** Prepares the unpacked files for this machine. Returns notes about data that was changed or omitted. */
async function prepare(
  { importWorkerUrl, local, migrations, programs, programsLocked, storage }: RestoreContext,
  { current, now, signal }: StageOptions,
  staging: string,
  manifest: Manifest,
): Promise<string[]> {
  const holds = (name: string) => manifest.entries.some((entry) => entry.name === name);
  const path = join(staging, "settings.json");
  if (!holds("settings.json")) throw new Fault("invalid", "The backup contains no settings.");
  const text = await Deno.readTextFile(path);
  const { settings: restored, notes } = await restorableSettings(text, { current, programs, programsLocked });
  await writeFileAtomic(path, JSON.stringify(restored, null, 2) + "\n");
  if (!holds("lathe.db")) return notes;
  const database = join(staging, "lathe.db");
  if (!local) {
    await Deno.remove(database);
    return [...notes, "The database in the backup was omitted: this instance uses a database server."];
  }
  // The archive's database is moved away, so that only the database imported from it can be put in place.
  const foreign = join(archiveFolder(storage.folders.programData), "lathe.db");
  await Deno.rename(database, foreign);
  const paths = await pathRules(restored, storage);
  const imported = await importInThread(
    importWorkerUrl,
    { source: foreign, target: database, migrations, paths, now },
    signal,
  );
  await Deno.remove(foreign);
  return [...notes, ...imported];
}

/** Returns the folders that may contain job files once the restored settings are active. */
async function pathRules(
  { general: { security: { mediaRoots } } }: Settings,
  { configDir, folders }: RestoreContext["storage"],
): Promise<PathRules> {
  const real = (folder: string) => Deno.realPath(folder).catch(() => normalize(folder));
  const { rips, ...own } = folders;
  return {
    mediaRoots: await Promise.all(mediaRoots.map(real)),
    ownFolders: await Promise.all([configDir, ...Object.values(own)].map(real)),
    rips: await real(rips),
  };
}
