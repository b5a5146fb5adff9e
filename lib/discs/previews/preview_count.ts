/** Number of preview images per title. */
export const PREVIEW_COUNT = 4;
