import { normalize } from "node:path";
import { Fault } from "../../kit/fault.ts";
import {
  changedPrograms,
  namedFolders,
  namedPrograms,
  programJudge,
  type ProgramRules,
} from "../../platform/settings/program_rules.ts";
import { unknownKeys } from "../../platform/settings/rules/unknown_keys.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { isTree, replacedAt, valueAt } from "../../platform/settings/tree.ts";
import { stricterSettings } from "./strictness.ts";

/** Inputs for comparing the settings of a backup with the current ones. The stricter value is used. */
export interface RestorableOptions {
  /** Current settings, as saved. */
  current: Settings;
  programs: ProgramRules;
  /** True if changes to the programs that Lathe runs are forbidden. */
  programsLocked: boolean;
}

/**
 * Returns the settings of a backup that can be used here, and sentences about values that were changed. Each security
 * setting gets the stricter value, and programs are checked as when a user sets them. Throws `invalid`.
 */
export async function restorableSettings(
  text: string,
  { current, programs, programsLocked }: RestorableOptions,
): Promise<{ settings: Settings; notes: string[] }> {
  const tree = treeOf(text);
  const parsed = Settings.safeParse(tree);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Fault("invalid", `The settings in the backup are not valid: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const roots = [...parsed.data.general.security.mediaRoots, ...current.general.security.mediaRoots];
  const real = new Map(
    await Promise.all(
      roots.map(async (root) => [root, await Deno.realPath(root).catch(() => normalize(root))] as const),
    ),
  );
  const { settings: strict, kept } = stricterSettings(
    parsed.data,
    current,
    (root) => real.get(root) ?? normalize(root),
  );
  const notes = kept.length === 0 ? [] : [`Not restored because it is less secure: ${kept.join(", ")}.`];
  const unknown = unknownKeys(tree);
  if (unknown.length > 0) notes.push(`Omitted because this version has no such setting: ${named(unknown)}.`);
  let settings = strict;
  const judge = programJudge({ current: () => strict }, {
    ...programs,
    writtenFolders: [...programs.writtenFolders, ...namedFolders(current)],
  });
  for (const program of changedPrograms(current, strict)) {
    const { key, path } = program;
    const problem = programsLocked
      ? "SERVICE_LOCK_PROGRAMS prevents changes to programs."
      : await judge(path) ?? await programs.identityProblem(program);
    if (problem === undefined) continue;
    settings = Settings.parse(withProgram(settings, key, programsLocked ? pathNow(current, key) : ""));
    notes.push(`${key} was omitted (${path}): ${problem}`);
  }
  if (programsLocked) settings = withMissingPrograms(settings, current, notes);
  return { settings, notes };
}

/** Keeps programs that are set by environment variables, even if the backup uses automatic detection. */
function withMissingPrograms(settings: Settings, current: Settings, notes: string[]): Settings {
  let result = settings;
  for (const { key, path } of namedPrograms(current)) {
    if (SCRIPT_TARGET.test(key) || valueAt(result, key) === path) continue;
    result = Settings.parse(withProgram(result, key, path));
    notes.push(`${key} was not changed: SERVICE_LOCK_PROGRAMS prevents changes to programs.`);
  }
  return result;
}

/** Joins the first names of a list, followed by the number of further names. */
const named = (names: string[], most = 10): string =>
  names.slice(0, most).join(", ") + (names.length > most ? ` and ${names.length - most} more` : "");

const SCRIPT_TARGET = /^notifications\.targets\.(\d+)\.path$/;

/**
 * Returns the path of a program from the current settings, by its key in the backup. Empty for notification targets,
 * because their positions in the two lists may differ.
 */
function pathNow(current: Settings, key: string): string {
  const path = SCRIPT_TARGET.test(key) ? "" : valueAt(current, key);
  return typeof path === "string" ? path : "";
}

/** Returns the settings with another program at `key`. A script target without a program is disabled. */
function withProgram(settings: Settings, key: string, path: string): unknown {
  const target = SCRIPT_TARGET.exec(key)?.[1];
  if (target === undefined) return replacedAt(settings, key, path);
  const targets = settings.notifications.targets.map((one, i) =>
    i === Number(target) ? { ...one, path, enabled: false } : one
  );
  return { ...settings, notifications: { ...settings.notifications, targets } };
}

function treeOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTree(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
