import { isAbsolute, normalize } from "node:path";

/**
 * Folders of the operating system, which contain no user data, including their subfolders. `/run/media` is allowed,
 * because disks are mounted there.
 */
const SYSTEM = [
  /^\/(proc|sys|dev|etc|boot|bin|sbin|lib|lib32|lib64|libx32|System|private\/etc)(\/|$)/,
  /^\/usr(\/(?!local\/.)|$)/,
  /^\/run(\/(?!media\/|mount\/)|$)/,
  /^[A-Za-z]:[\\/]+(windows|program files|program files \(x86\)|programdata)([\\/]|$)/i,
];
/** Root of the file system, and folders that only contain other folders. */
const TOP = /^(\/|[A-Za-z]:[\\/]*|\/(home|root|var|usr\/local|Users|Volumes|run\/media|run\/mount))\/?$/;

/** Returns the reason why a folder cannot be used for encodes. Undefined if it can be used, or if none is set. Pure. */
export function outputFolderProblem(directory: string): string | undefined {
  if (directory === "") return undefined;
  if (!isAbsolute(directory)) return "Use an absolute path.";
  // deno-lint-ignore no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(directory)) return "Remove control characters.";
  if (directory.split(/[\\/]/).includes("..")) return "Remove parent folder steps (..).";
  const path = normalize(directory);
  if (TOP.test(path)) return "Use a folder below this one.";
  if (SYSTEM.some((folders) => folders.test(path))) return "This folder belongs to the system.";
}
