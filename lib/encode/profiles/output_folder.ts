import { isAbsolute, normalize } from "node:path";

/** Of the operating system, with all below: nothing of a user is stored there. Disks are mounted below /run/media. */
const SYSTEM = [
  /^\/(proc|sys|dev|etc|boot|bin|sbin|lib|lib32|lib64|libx32|System|private\/etc)(\/|$)/,
  /^\/usr(\/(?!local\/.)|$)/,
  /^\/run(\/(?!media\/|mount\/)|$)/,
  /^[A-Za-z]:[\\/]+(windows|program files|program files \(x86\)|programdata)([\\/]|$)/i,
];
/** The top of the folder tree, and folders that only hold others. */
const TOP = /^(\/|[A-Za-z]:[\\/]*|\/(home|root|var|usr\/local|Users|Volumes|run\/media|run\/mount))\/?$/;

/** Why encodes cannot go to a folder, in a sentence; undefined when they can, or when none is named. Pure. */
export function outputFolderProblem(directory: string): string | undefined {
  if (directory === "") return undefined;
  if (!isAbsolute(directory)) return "Use an absolute path.";
  // deno-lint-ignore no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(directory)) return "Leave out control characters.";
  if (directory.split(/[\\/]/).includes("..")) return "Leave out the steps upwards (..).";
  const path = normalize(directory);
  if (TOP.test(path)) return "Use a folder below this one.";
  if (SYSTEM.some((folders) => folders.test(path))) return "This folder belongs to the system.";
}
