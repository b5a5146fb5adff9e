import { isOpen } from "../rip_state.tsx";
import type { DiscData } from "../disc/disc_data.ts";
import { CdCharset } from "./cd_charset.tsx";
import { CdReleases } from "./cd_releases.tsx";
import { CdTexts } from "./cd_texts.tsx";
import { OfferedOffset } from "./offered_offset.tsx";
import { CdTracks } from "./cd_tracks.tsx";
import { CdTrackTable } from "./cd_track_table.tsx";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { TextField } from "../../../../lib/ui/field.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { OptionalNumber } from "../choice_fields.tsx";

/**
 * Contents of the page of an audio CD: album, tracks with their read results, and the text files written with the
 * tracks.
 */
export function CdBody(data: DiscData) {
  const { rip, profiles, search, connected } = data;
  const { cd } = rip;
  if (cd === undefined) return null;
  const open = isOpen(rip);
  return (
    <>
      <OfferedOffset rip={rip} set={data.readOffset} />
      {open && <CdReleases rip={rip} cd={cd} search={search} connected={connected} />}
      {open && <CdCharset rip={rip} cd={cd} />}
      {open && <CdAlbum rip={rip} />}
      {open ? <CdTracks rip={rip} cd={cd} profiles={profiles} /> : <CdTrackTable rip={rip} cd={cd} />}
      <CdTexts rip={rip} cd={cd} />
    </>
  );
}

/** Form to edit the album's names, or to enter them if no release is known. */
function CdAlbum({ rip: { id, media } }: { rip: Rip }) {
  const link = useLink();
  const { title, artist, year, discNumber, discCount, kind: _, ...rest } = media;
  return (
    <details class="section" open={title === ""}>
      <summary>{title === "" ? "Name the album" : "Edit album names"}</summary>
      <form {...hxForm(link(`/api/disc/rips/${id}`), { done: "Saved." })} class="card stack">
        <input type="hidden" name="media:json" value={JSON.stringify({ ...rest, kind: "album" })} />
        <div class="fields">
          <div class="field">
            <label for="f-media-artist">Album artist</label>
            <input id="f-media-artist" name="media.artist:text??" type="text" value={artist ?? ""} maxLength={500} />
          </div>
          <TextField name="media.title" label="Album" value={title} required />
          <OptionalNumber name="media.year" label="Year" value={year} min={1800} />
          <OptionalNumber name="media.discNumber" label="Disc number" value={discNumber} min={1} />
          <OptionalNumber name="media.discCount" label="Discs in the set" value={discCount} min={1} />
        </div>
        <p>
          <button type="submit">Save album</button>
        </p>
      </form>
    </details>
  );
}
