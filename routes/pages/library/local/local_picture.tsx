import type { LocalItem } from "../../../../lib/library/local_title_model.ts";
import { OwnPicture, Picture } from "../../../../lib/ui/components/picture.tsx";

/** Image from the folder of the title. The fallbacks are the image from its lookup and a frame of its video. */
export function LocalPicture({ item, width, height }: { item: LocalItem; width: number; height: number }) {
  const { id, kind, title, poster, meta } = item;
  return poster || (kind !== "album" && meta?.poster === undefined)
    ? <OwnPicture path={`/api/local/items/${id}/poster`} {...{ title, width, height }} />
    : <Picture url={meta?.poster} {...{ title, width, height }} />;
}
