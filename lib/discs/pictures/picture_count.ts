/** Number of preview images per title. */
export const PICTURE_COUNT = 4;
