/** Whether a file is the sheet of a CD image by its name: a cue sheet, or cdrdao's table of contents. */
export const isCdSheet = (path: string): boolean => /\.(?:cue|toc)$/i.test(path);
