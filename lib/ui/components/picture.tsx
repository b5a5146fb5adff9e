import { Icon } from "../icon.tsx";
import { useLink } from "../render.tsx";

/** An image of `title`, with `width` and `height` in CSS pixels. Without a URL, a placeholder is drawn. */
export interface PictureProps {
  /** URL on the internet. The image is loaded through Lathe's cache. */
  url: string | undefined;
  title: string | undefined;
  width: number;
  height: number;
}

/** The image of a title, from Lathe's cache. */
export function Picture({ url, ...props }: PictureProps) {
  return <OwnPicture path={url && `/api/image?url=${encodeURIComponent(url)}`} {...props} />;
}

/** An image of this service at `path`. If it cannot be loaded, a placeholder is drawn, see `.drawn` in the styles. */
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

/** A wide image of a title behind the content of its card, from Lathe's cache. Renders nothing without a URL. */
export function Backdrop({ url }: { url: string | undefined }) {
  const link = useLink();
  if (!url) return null;
  const path = link(`/api/image?url=${encodeURIComponent(url)}`);
  return <img class="backdrop" src={path} alt="" loading="lazy" decoding="async" />;
}

/** Size class of a placeholder's letters. */
const sizeOf = (width: number): "s" | "m" | "l" => width <= 48 ? "s" : width <= 80 ? "m" : "l";

/** Placeholder for a missing image: one or two letters on one of eight colours. */
interface DrawnCard {
  letters: string;
  /** Number of the colour, from 0 to 7. The same title always has the same colour. */
  colour: number;
}

const ARTICLES = /^(?:the|an?|der|die|das|le|la|les|el|los|las|il|lo|l|de|het|den|det)$/i;
const COLOURS = 8;

/**
 * Returns the placeholder of a title: the initials of its first two words without an article, the first two characters
 * for scripts without an alphabet, or a number of up to four digits. Empty for a title without letters or digits.
 */
export function drawnCard(title: string): DrawnCard {
  const words = title.normalize("NFC").match(/[\p{L}\p{Nd}][\p{L}\p{Nd}\p{M}]*/gu) ?? [];
  const telling = words.length > 1 && ARTICLES.test(words[0] ?? "") ? words.slice(1) : words;
  return { letters: lettersOf(telling), colour: colourOf(telling.join(" ").toLowerCase()) };
}

function lettersOf([first = "", second = ""]: string[]): string {
  if (/^\d{1,4}$/.test(first)) return first;
  const signs = Array.from(first);
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(first)) {
    return signs.slice(0, 2).join("");
  }
  // The upper case of some letters, such as `ß`, has two characters.
  return [signs[0], Array.from(second)[0]].map((sign = "") => Array.from(sign.toUpperCase())[0] ?? "").join("");
}

/** Computes FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function colourOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % COLOURS;
}
