import type { Album, MusicFile } from "../../../../lib/library/music_model.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Components shared by the music pages. */

/** Cover of an album with title, type and completeness. */
export function AlbumCard({ album }: { album: Album }) {
  const link = useLink();
  const { id, title, cover, year, statistics } = album;
  return (
    <article class="poster" data-kind="album">
      <a href={link(`/music/albums/${id}`)}>
        <Picture url={cover} title={title} width={200} height={200} />
        <span class="poster-title">{title}</span>
      </a>
      <p class="quiet small">
        <Amounts text={[year, typeOf(album), tracksOf(statistics)].filter((part) => part).join(" · ")} />
      </p>
    </article>
  );
}

/** Returns a text such as `9/12 tracks, 312 MB`, or a note if nothing is on disk. */
export function tracksOf(
  { trackCount, trackFileCount, sizeOnDisk }: { trackCount: number; trackFileCount: number; sizeOnDisk: number },
): string {
  if (trackFileCount === 0) return "missing";
  return `${trackFileCount}/${trackCount} tracks${sizeOnDisk > 0 ? `, ${bytes(sizeOnDisk)}` : ""}`;
}

/** Returns the type of an album, such as `EP` or `Album, Live`. */
export const typeOf = ({ albumType, secondaryTypes }: Pick<Album, "albumType" | "secondaryTypes">): string =>
  [albumType, ...secondaryTypes].filter((part) => part).join(", ");

/** Returns the audio quality, such as `24 bit · 96 kHz`, or `320 kb/s` if there is no bit depth. */
export function soundOf({ bitDepth, sampleRate, bitrate, lossless, channels }: MusicFile): string {
  const rate = sampleRate === undefined ? undefined : `${Number((sampleRate / 1000).toFixed(1))} kHz`;
  const parts = lossless ? [bitDepth && `${bitDepth} bit`, rate] : [bitrate && `${bitrate} kb/s`, rate];
  return [...parts, channels === undefined || channels === 2 ? undefined : `${channels} channels`]
    .filter((part) => part).join(" · ");
}
