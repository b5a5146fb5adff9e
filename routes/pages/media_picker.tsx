import { MEDIA_EXTENSIONS } from "../../lib/platform/storage/fs_list.ts";

/**
 * Button next to the field with the ID `input` for selecting a media file on the server. It does nothing without
 * JavaScript.
 */
export function MediaPicker({ input, label }: { input: string; label: string }) {
  const endings = [...MEDIA_EXTENSIONS].map((extension) => `.${extension}`);
  return <div data-island="PathPicker" data-props={JSON.stringify({ input, label, endings })}></div>;
}
