import { MEDIA_EXTENSIONS } from "../../lib/platform/storage/fs_list.ts";

/**
 * Button next to the field with the ID `input` that browses for a media file on the server. Does nothing without
 * JavaScript.
 */
export function MediaPicker({ input, label }: { input: string; label: string }) {
  const endings = [...MEDIA_EXTENSIONS].map((extension) => `.${extension}`);
  return <div data-island="PathPicker" data-props={JSON.stringify({ input, label, endings })}></div>;
}
