import { Icon } from "../icon.tsx";
import { useLink } from "../render.tsx";
import { drawnCard } from "./drawn_card.ts";

/** An image of `title` with `width` and `height` in CSS pixels. Without a URL, a placeholder is drawn. */
export interface PictureProps {
  /** Address on the internet. The image is fetched through our own cache. */
  url: string | undefined;
  title: string | undefined;
  width: number;
  height: number;
}

/** The image of a title, served by our own cache. */
export function Picture({ url, ...props }: PictureProps) {
  return <OwnPicture path={url && `/api/image?url=${encodeURIComponent(url)}`} {...props} />;
}

/**
 * An image that this service serves at `path`. If it cannot be loaded, a placeholder is drawn: see `.drawn` in the
 * styles.
 */
export function OwnPicture(
  { path, title = "", width, height }: Omit<PictureProps, "url"> & { path?: string | undefined },
) {
  const link = useLink();
  const { letters, colour } = drawnCard(title);
  const drawn = { "data-letters": letters, "data-colour": colour, "data-size": sizeOf(width) };
  return path
    ? (
      <img
        class="drawn"
        {...drawn}
        src={link(path)}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    )
    : (
      <span class="poster-none drawn" {...drawn} aria-hidden="true">
        {letters === "" && <Icon name="file" />}
      </span>
    );
}

/** Size class of a placeholder's letters. */
const sizeOf = (width: number): "s" | "m" | "l" => width <= 48 ? "s" : width <= 80 ? "m" : "l";
