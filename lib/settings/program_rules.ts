import { realpath } from "node:fs/promises";
import { isAbsolute, relative } from "node:path";
import type { FieldError } from "../kit/fault.ts";
import type { Settings } from "./schema.ts";

/** Settings that name programs: whoever sets them runs code (safety.md, S-PROC-5). */

/** A setting that names a program, by its dotted key. */
export interface NamedProgram {
  key: string;
  path: string;
}

/** Every program the settings name, as they stand. */
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

/** What is new or different among the programs of `after`. A moved list entry with the same path is not. */
export function changedPrograms(before: Settings, after: Settings): NamedProgram[] {
  const known = new Set(namedPrograms(before).map(programOf));
  return namedPrograms(after).filter((program) => !known.has(programOf(program)));
}
const programOf = ({ key, path }: NamedProgram): string => `${key.replace(/\.\d+\./, ".*.")} ${path}`;

/** Folders that we or callers write to: no program may lie in there. */
export interface ProgramRules {
  writtenFolders: string[];
  os?: typeof Deno.build.os;
}

/** Why a program may not be used, in a sentence; undefined when it may. Looks through links, at the file they lead to. */
export async function programProblem(
  path: string,
  { writtenFolders, os = Deno.build.os }: ProgramRules,
): Promise<string | undefined> {
  if (!isAbsolute(path)) return "Use an absolute path.";
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return "There is no such file.";
  const info = await Deno.stat(real);
  if (!info.isFile) return "This is not a file.";
  if (os !== "windows" && info.mode !== null) {
    if ((info.mode & 0o111) === 0) return "This file is not marked as executable.";
    if ((info.mode & 0o022) !== 0) return "Others may write this file: take that right away first (chmod go-w).";
  }
  for (const folder of writtenFolders) {
    const root = await realpath(folder).catch(() => folder);
    const inside = relative(root, real);
    if (inside === "" || (!inside.startsWith("..") && !isAbsolute(inside))) {
      return `Programs may not lie in a folder that Lathe writes to (${folder}).`;
    }
  }
}

/** Each named program that may not be used, under its key. */
export async function programErrors(programs: NamedProgram[], rules: ProgramRules): Promise<FieldError[]> {
  const problems = await Promise.all(
    programs.map(async ({ key, path }) => ({ path: key, message: await programProblem(path, rules) })),
  );
  return problems.flatMap(({ path, message }) => message === undefined ? [] : [{ path, message }]);
}
