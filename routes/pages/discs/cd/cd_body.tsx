import { isOpen } from "../rip_state.tsx";
import type { DiscData } from "../disc/disc_data.ts";
import { CdAlbum } from "./cd_album.tsx";
import { CdCharset } from "./cd_charset.tsx";
import { CdReleases } from "./cd_releases.tsx";
import { CdTexts } from "./cd_texts.tsx";
import { OfferedOffset } from "./offered_offset.tsx";
import { CdTracks } from "./cd_tracks.tsx";
import { CdTrackTable } from "./cd_track_table.tsx";

/** Page body of an audio CD: album, tracks, how each was read, and the files written with them. */
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
