/** How much is read of the small files of a Blu-ray, in bytes; real ones are far below. */
export const MAX_PLAYLIST_BYTES = 1 << 20;
/** Of a clip information file. */
export const MAX_CLIP_INFO_BYTES = 1 << 20;
