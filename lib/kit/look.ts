/** Whether there is a file; what cannot be looked at is none. */
export const isFile = (path: string): Promise<boolean> => Deno.stat(path).then((found) => found.isFile, () => false);
