/** Maximum size of a playlist file in bytes. Real files are far smaller. */
export const MAX_PLAYLIST_BYTES = 1 << 20;
/** Maximum size of a clip information file, in bytes. */
export const MAX_CLIP_INFO_BYTES = 1 << 20;
