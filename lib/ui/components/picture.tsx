import { Icon } from "../icon.tsx";
import { useLink } from "../render.tsx";

/** The picture of a title through our own cache. */
export function Picture({ url, width, height }: { url: string | undefined; width: number; height: number }) {
  const link = useLink();
  return url
    ? (
      <img
        src={link(`/api/image?url=${encodeURIComponent(url)}`)}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    )
    : (
      <span class="poster-none">
        <Icon name="file" />
      </span>
    );
}
