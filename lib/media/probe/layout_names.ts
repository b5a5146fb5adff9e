/** Channel layouts whose names are supported since ffmpeg 6.1. Older versions list their channels. */
const NEWER: Record<string, string> = {
  "3.1.2": "FL+FR+FC+LFE+TFL+TFR",
  "5.1.2": "FL+FR+FC+LFE+BL+BR+TFL+TFR",
  cube: "FL+FR+BL+BR+TFL+TFR+TBL+TBR",
  "5.1.4": "FL+FR+FC+LFE+BL+BR+TFL+TFR+TBL+TBR",
  "7.1.2": "FL+FR+FC+LFE+BL+BR+SL+SR+TFL+TFR",
  "7.1.4": "FL+FR+FC+LFE+BL+BR+SL+SR+TFL+TFR+TBL+TBR",
  "7.2.3": "FL+FR+FC+LFE+BL+BR+SL+SR+TFL+TFR+TBC+LFE2",
  "9.1.4": "FL+FR+FC+LFE+BL+BR+FLC+FRC+SL+SR+TFL+TFR+TBL+TBR",
};

/**
 * Returns a layout name that every ffmpeg version supports. Layouts that have no name in older versions are written as
 * their channels.
 */
export function layoutName(layout: string): string {
  const channels = NEWER[layout];
  return channels === undefined ? layout : `${channels.split("+").length} channels (${channels})`;
}
