import { isAbsolute, normalize } from "node:path";

/** Kernel interfaces: nothing is stored there. */
const SYSTEM = /^\/(proc|sys|dev)(\/|$)/;

/** Why encodes cannot go to a folder, in a sentence; undefined when they can, or when none is named. Pure. */
export function outputFolderProblem(directory: string): string | undefined {
  if (directory === "") return undefined;
  if (!isAbsolute(directory)) return "Use an absolute path.";
  // deno-lint-ignore no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(directory)) return "Leave out control characters.";
  if (directory.split(/[\\/]/).includes("..")) return "Leave out the steps upwards (..).";
  if (SYSTEM.test(normalize(directory))) return "This folder belongs to the system.";
}
