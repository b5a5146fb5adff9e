import type { CdInfo } from "../../../../lib/discs/cd_schema.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { useLink } from "../../../../lib/ui/render.tsx";

/** AccurateRip and MQA results of the disc, its IDs, and the text files written with its tracks. */
export function CdTexts({ rip, cd }: { rip: Rip; cd: CdInfo }) {
  const link = useLink();
  const facts: [string, string | undefined][] = [
    ["AccurateRip", accurateText(cd)],
    ["MQA", mqaText(cd)],
    ["MusicBrainz disc ID", cd.discId],
    ["CDDB disc ID", cd.cddbId],
    ["Catalogue number", cd.catalogNumber],
  ];
  return (
    <section class="section" aria-labelledby="album-h">
      <div class="section-head">
        <h2 id="album-h">The disc</h2>
      </div>
      <div class="card stack">
        <dl class="facts">
          {facts.filter((fact): fact is [string, string] => fact[1] !== undefined).map(([name, value]) => (
            <div key={name} class={value.length > 10 ? "wide" : ""}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {cd.album && (
          <p class="plain-links">
            <a href={link(`/api/disc/rips/${rip.id}/album/log`)} download>Download log</a>
            <a href={link(`/api/disc/rips/${rip.id}/album/cue`)} download>Cue sheet</a>
            <a href={link(`/api/disc/rips/${rip.id}/album/playlist`)} download>Playlist</a>
          </p>
        )}
      </div>
    </section>
  );
}

function accurateText({ accurateRip, reads }: CdInfo): string | undefined {
  if (accurateRip === undefined) return undefined;
  const { state, accurate, message } = accurateRip;
  if (state === "off") return "Not checked: disabled in Settings > Discs";
  return state === "known"
    ? `${accurate} of ${reads.filter(({ number }) => number > 0).length} tracks are accurate`
    : message;
}

function mqaText({ mqa }: CdInfo): string | undefined {
  if (mqa === undefined) return undefined;
  if (!mqa.detected) return "Not found";
  return mqa.originalSampleRate === undefined ? "Found" : `Found, ${mqa.originalSampleRate / 1000} kHz`;
}
