import { MEDIA_EXTENSIONS } from "../../lib/platform/storage/fs_list.ts";

/** A button beside the field with the id `input`, to walk to a media file on the server; nothing without script. */
export function MediaPicker({ input, label }: { input: string; label: string }) {
  const endings = [...MEDIA_EXTENSIONS].map((extension) => `.${extension}`);
  return <div data-island="PathPicker" data-props={JSON.stringify({ input, label, endings })}></div>;
}
