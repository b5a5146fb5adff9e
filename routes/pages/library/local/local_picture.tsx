import type { LocalItem } from "../../../../lib/library/local/recognition/model.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** The picture in the folder of a title, else the one its lookup named. */
export function LocalPicture({ item, width, height }: { item: LocalItem; width: number; height: number }) {
  const link = useLink();
  const source = item.poster
    ? `/api/local/items/${item.id}/poster`
    : item.meta?.poster && `/api/image?url=${encodeURIComponent(item.meta.poster)}`;
  return source
    ? <img src={link(source)} alt="" width={width} height={height} loading="lazy" decoding="async" />
    : (
      <span class="poster-none">
        <Icon name={item.kind === "movie" ? "file" : "folder"} />
      </span>
    );
}
