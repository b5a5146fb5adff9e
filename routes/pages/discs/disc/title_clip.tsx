import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import type { DiscTitle } from "../../../../lib/discs/title_schema.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

interface TitleProps {
  rip: Rip;
  title: DiscTitle;
}

/** Index of the preview image at whose position playback of a title starts. The first image is often a logo. */
export const PLAYED_IMAGE = 1;

const clipAddress = ({ rip, title }: TitleProps): string =>
  `/api/disc/rips/${rip.id}/titles/${title.id}/clip?which=${PLAYED_IMAGE}`;

/** Link that is replaced with a player when it is clicked. Without JavaScript, the browser opens the clip. */
export function PlayLink({ rip, title }: TitleProps) {
  const link = useLink();
  return (
    <div id={`play-${title.id}`} class="disc-clip" hx-morph-skip>
      <a
        class="button"
        href={link(clipAddress({ rip, title }))}
        {...hx({
          get: link(`/discs/${rip.id}?part=clip&title=${title.id}`),
          target: `#play-${title.id}`,
          swap: "innerHTML",
          sync: "this:drop",
          config: '{"timeout":0}',
        })}
      >
        <Icon name="play" size={16} />
        Play<span class="visually-hidden">{` title ${title.id + 1}`}</span>
      </a>
      <span class="quiet small htmx-indicator">Preparing the clip …</span>
    </div>
  );
}

/** Player of a title, or the reason why it cannot be played. */
export function TitleClip({ rip, title, problem }: TitleProps & { problem?: string }) {
  const link = useLink();
  if (problem !== undefined) return <Note tone="warn">{problem}</Note>;
  return (
    <video
      src={link(clipAddress({ rip, title }))}
      aria-label={`A few seconds of title ${title.id + 1}`}
      controls
      autoplay
      muted
      loop
      playsinline
      width={640}
      height={360}
    />
  );
}
