import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { TextField } from "../../../../lib/ui/field.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { OptionalNumber } from "../choice_fields.tsx";

/** Editable names of the album, entered by hand if no release is known. */
export function CdAlbum({ rip: { id, media } }: { rip: Rip }) {
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
