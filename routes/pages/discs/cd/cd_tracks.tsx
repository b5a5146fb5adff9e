import type { CdInfo } from "../../../../lib/discs/cd_schema.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import type { DiscTitle } from "../../../../lib/discs/title_schema.ts";
import { count, duration } from "../../../../lib/kit/format.ts";
import { CheckField } from "../../../../lib/ui/field.tsx";
import { type Choice, ChoiceOptions } from "../../../../lib/ui/choice_options.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { SaveChoice } from "../choice_fields.tsx";
import { DataNote, trackLabel, TrackRead } from "./track_facts.tsx";

/**
 * Table in which the user selects tracks, edits their names and chooses how they are encoded. Changes are saved
 * immediately.
 */
export function CdTracks({ rip, cd, profiles }: { rip: Rip; cd: CdInfo; profiles: readonly Choice[] }) {
  const link = useLink();
  const { id, titles, counts } = rip;
  return (
    <section class="section" aria-labelledby="titles-h" id="titles">
      <div class="section-head">
        <h2 id="titles-h">Tracks</h2>
        <span class="quiet small">{`${counts.selected} of ${count(titles.length, "track")} selected`}</span>
      </div>
      <form id="choice" class="stack" {...hxForm(link(`/api/disc/rips/${id}/start`), { then: `/discs/${id}` })}>
        <SaveChoice id={id} />
        <input type="hidden" name="selectedTitleIds:numbers" value="" />
        <input type="hidden" name="trackNames:map" value="" />
        <DataNote cd={cd} />
        <div class="card flush table-wrap">
          <table class="cards" aria-labelledby="titles-h">
            <thead>
              <tr>
                <th scope="col">Track</th>
                <th scope="col">Title</th>
                <th scope="col">Artist</th>
                <th scope="col" class="num">Length</th>
                <th scope="col">Copy</th>
              </tr>
            </thead>
            <tbody>{titles.map((title) => <TrackRow key={title.id} rip={rip} cd={cd} title={title} />)}</tbody>
          </table>
        </div>
        <Follow rip={rip} profiles={profiles} />
      </form>
    </section>
  );
}

function TrackRow({ rip, cd, title }: { rip: Rip; cd: CdInfo; title: DiscTitle }) {
  const { id, name, artist, durationSeconds } = title;
  const facts = cd.tracks.find(({ number }) => number === id);
  return (
    <tr>
      <td class="lead">
        <label class="check">
          <input
            type="checkbox"
            name="selectedTitleIds:numbers"
            value={id}
            checked={rip.selectedTitleIds.includes(id)}
          />
          {trackLabel(id)}
          <span class="visually-hidden">{`: ${name}`}</span>
        </label>
        {id === 0 && <span class="quiet small block">Audio before the first track; often silence</span>}
        {facts?.preEmphasis && <span class="quiet small block">With pre-emphasis</span>}
      </td>
      <td data-label="Title">
        <input
          type="text"
          name={`trackNames.${id}.title`}
          value={name}
          maxLength={500}
          required
          aria-label={`Title of track ${id}`}
        />
      </td>
      <td data-label="Artist">
        <input
          type="text"
          name={`trackNames.${id}.artist:text??`}
          value={artist ?? ""}
          maxLength={500}
          placeholder={rip.media.artist ?? ""}
          aria-label={`Artist of track ${id}`}
        />
      </td>
      <td class="num" data-label="Length">{duration(durationSeconds)}</td>
      <td data-label="Copy">
        <TrackRead read={cd.reads.find(({ number }) => number === id)} />
      </td>
    </tr>
  );
}

function Follow({ rip: { options, profileId, cd }, profiles }: { rip: Rip; profiles: readonly Choice[] }) {
  const isDoubtful = cd?.reads.some(({ doubtful }) => doubtful) ?? false;
  return (
    <div class="card stack">
      <h2>After ripping</h2>
      <p>Each track is stored as a FLAC file, which is compared sample by sample with the data read from the disc.</p>
      <div class="checks">
        <CheckField name="options.deliver" label="Import into Lidarr" checked={options.deliver} />
        <CheckField name="options.eject" label="Eject the disc when done" checked={options.eject} />
        <CheckField name="options.keepRaw" label="Keep the raw copies" checked={options.keepRaw} />
        <CheckField
          name="options.importRejected"
          label="Also import files that Lidarr would reject"
          checked={options.importRejected === true}
        />
        {isDoubtful && (
          <CheckField
            name="options.importDoubtful"
            label="Also import tracks that may differ from the disc"
            checked={options.importDoubtful === true}
          />
        )}
        <CheckField
          name="options.transcode"
          label="Encode the FLAC files and import the results"
          checked={options.transcode}
        />
      </div>
      <div class="field">
        <label for="f-profileId">Encode with</label>
        <select id="f-profileId" name="profileId:text??">
          {profileId === undefined && <option value="">Default music profile</option>}
          <ChoiceOptions choices={profiles} selected={profileId} />
        </select>
      </div>
    </div>
  );
}
