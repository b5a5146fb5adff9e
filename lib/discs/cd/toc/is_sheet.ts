/** True for the file name of a CD image sheet: a cue sheet or a cdrdao table of contents. */
export const isCdSheet = (path: string): boolean => /\.(?:cue|toc)$/i.test(path);
