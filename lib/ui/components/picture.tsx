import { Icon } from "../icon.tsx";
import { useLink } from "../render.tsx";
import { drawnCard } from "./drawn_card.ts";

/** The picture of `title`, `width` and `height` CSS pixels. Without an address its card is drawn. */
export interface PictureProps {
  /** Where the picture lies on the web; it is fetched through our own cache. */
  url: string | undefined;
  title: string | undefined;
  width: number;
  height: number;
}

/** The picture of a title through our own cache. */
export function Picture({ url, ...props }: PictureProps) {
  return <OwnPicture path={url && `/api/image?url=${encodeURIComponent(url)}`} {...props} />;
}

/** A picture that this service has under `path`. One that cannot be had is drawn as a card too: see `.drawn` in the styles. */
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

/** How large the letters of a card are. */
const sizeOf = (width: number): "s" | "m" | "l" => width <= 48 ? "s" : width <= 80 ? "m" : "l";
