import { isAbsolute } from "node:path";
import type { FieldError } from "../../kit/fault.ts";
import { type ProgramPlaces, programProblem } from "../../kit/process/program_place.ts";
import type { Settings } from "./schema.ts";

/** Settings that contain programs. Anyone who can change them can run code (safety.md, S-PROC-5). */

/** A setting that contains a program, with its dotted key. */
export interface NamedProgram {
  key: string;
  path: string;
}

/** Returns all programs in the settings. */
export function namedPrograms(settings: Settings): NamedProgram[] {
  const {
    ffmpegPath,
    ffprobePath,
    encodertoolPath,
    doviToolPath,
    hdr10plusToolPath,
    ocr,
    disc,
    general,
    notifications,
  } = settings;
  const plain: NamedProgram[] = [
    { key: "ffmpegPath", path: ffmpegPath },
    { key: "ffprobePath", path: ffprobePath },
    { key: "encodertoolPath", path: encodertoolPath },
    { key: "doviToolPath", path: doviToolPath },
    { key: "hdr10plusToolPath", path: hdr10plusToolPath },
    { key: "ocr.ocrPath", path: ocr.ocrPath },
    { key: "disc.ripperPath", path: disc.ripperPath },
    { key: "disc.cd.ripperPath", path: disc.cd.ripperPath },
    { key: "general.updates.scriptPath", path: general.updates.scriptPath },
  ];
  const scripts = notifications.targets.map(({ kind, path }, i) => ({
    key: `notifications.targets.${i}.path`,
    path: kind === "script" ? path : "",
  }));
  return [...plain, ...scripts].filter(({ path }) => path !== "");
}

/**
 * Returns the programs in `after` that are new or changed. A list entry that was moved and has the same path is not
 * changed.
 */
export function changedPrograms(before: Settings, after: Settings): NamedProgram[] {
  const known = new Set(namedPrograms(before).map(programOf));
  return namedPrograms(after).filter((program) => !known.has(programOf(program)));
}
const programOf = ({ key, path }: NamedProgram): string => `${key.replace(/\.\d+\./, ".*.")} ${path}`;

/** Inputs of the program checks, in addition to the settings. */
export interface ProgramRules extends Pick<ProgramPlaces, "ownFolder"> {
  /** Runs a program and returns the reason if it is not the one that its setting expects. Undefined if it is. */
  identityProblem(program: NamedProgram): Promise<string | undefined>;
  /** Folders to which this service writes. */
  writtenFolders: string[];
  /** Returns the output folders of all profiles. */
  outputFolders(): Promise<string[]>;
}

/** Returns all folders in the settings to which media, downloads, rips or backups are written. Pure. */
export function namedFolders({ general, pathMappings, localMedia, connections, disc }: Settings): string[] {
  const folders = [
    ...general.security.mediaRoots,
    ...pathMappings.map(({ local }) => local),
    ...localMedia.folders.map(({ path }) => path),
    connections.soulseek.downloadsPath,
    disc.ripDirectory,
    disc.virtualDriveDirectory,
    ...disc.virtualDrives.map(({ path }) => path),
  ];
  // A folder from a manager may be on another machine, whose paths are not absolute here.
  return folders.filter((folder) => isAbsolute(folder));
}

/** Returns the reason why a program may not be run now, or undefined if it may. */
export type ProgramJudge = (path: string) => Promise<string | undefined>;

/** Creates a function that uses the current settings, and reads the output folders of the profiles on each call. */
export function programJudge(
  settings: { current(): Settings },
  { writtenFolders, outputFolders, ownFolder }: Omit<ProgramRules, "identityProblem">,
): ProgramJudge {
  return async (path) =>
    await programProblem(path, {
      writtenFolders: [...writtenFolders, ...namedFolders(settings.current()), ...await outputFolders()],
      ownFolder,
    });
}

/**
 * Returns an error for each program in `after` that may not be used: new ones, and those that are now inside a media
 * folder.
 */
export async function programErrors(before: Settings, after: Settings, rules: ProgramRules): Promise<FieldError[]> {
  const changed = new Set(changedPrograms(before, after).map(({ key }) => key));
  const judgeBefore = programJudge({ current: () => before }, rules);
  const judgeAfter = programJudge({ current: () => after }, rules);
  const known = new Set(namedFolders(before));
  const moreFolders = namedFolders(after).some((folder) => !known.has(folder));
  const errors: FieldError[] = [];
  for (const program of namedPrograms(after)) {
    const { key, path } = program;
    if (!changed.has(key) && !moreFolders) continue;
    const message = await judgeAfter(path) ?? (changed.has(key) ? await rules.identityProblem(program) : undefined);
    const isNew = changed.has(key) || await judgeBefore(path) === undefined;
    if (message !== undefined && isNew) errors.push({ path: key, message });
  }
  return errors;
}
