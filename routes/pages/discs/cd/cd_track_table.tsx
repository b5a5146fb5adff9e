import type { CdInfo } from "../../../../lib/discs/cd_schema.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { count, duration } from "../../../../lib/kit/format.ts";
import { DataNote, trackLabel, TrackRead } from "./track_facts.tsx";

/** Table of a CD's tracks, which is shown once the selection can no longer be changed. */
export function CdTrackTable({ rip, cd }: { rip: Rip; cd: CdInfo }) {
  const { titles, selectedTitleIds, counts, media } = rip;
  if (titles.length === 0) return null;
  return (
    <section class="section" aria-labelledby="titles-h" id="titles">
      <div class="section-head">
        <h2 id="titles-h">Tracks</h2>
        <span class="quiet small">{`${counts.verified} of ${count(counts.selected, "track")} copied`}</span>
      </div>
      <DataNote cd={cd} />
      <div class="card flush table-wrap">
        <table class="cards" aria-labelledby="titles-h">
          <thead>
            <tr>
              <th scope="col">Track</th>
              <th scope="col">Title</th>
              <th scope="col" class="num">Length</th>
              <th scope="col">Copy</th>
            </tr>
          </thead>
          <tbody>
            {titles.filter(({ id }) => selectedTitleIds.includes(id)).map((title) => (
              <tr key={title.id}>
                <td class="lead">{trackLabel(title.id)}</td>
                <td data-label="Title">
                  <span>
                    {title.name}
                    <span class="quiet small block">{title.artist ?? media.artist ?? ""}</span>
                  </span>
                </td>
                <td class="num" data-label="Length">{duration(title.durationSeconds)}</td>
                <td data-label="Copy">
                  <TrackRead read={cd.reads.find(({ number }) => number === title.id)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
