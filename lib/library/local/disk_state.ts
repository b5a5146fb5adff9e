import { atMost } from "../../kit/async/patience.ts";

/** Looks at the disk that never wait for long: a network share that is away may not answer at all. */

const PATIENCE_MS = 2000;

/** Whether a folder is there and answers. */
export const isFolder = (path: string): Promise<boolean> => looksLike(path, ({ isDirectory }) => isDirectory);

/** Whether something to play is there: a file, or the folder that stands for a disc. */
export const isFile = (path: string): Promise<boolean> => looksLike(path, (info) => info.isFile || info.isDirectory);

const looksLike = async (path: string, wanted: (info: Deno.FileInfo) => boolean): Promise<boolean> =>
  await atMost(PATIENCE_MS, Deno.stat(path).then(wanted, () => false)) ?? false;
