/** Pictures of a title. */
export const PICTURE_COUNT = 4;
