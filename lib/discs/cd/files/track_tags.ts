import type { Tag } from "../../../media/audio/tags.ts";
import type { CdAlbum, CdAlbumTrack } from "./album.ts";

/** Vorbis comments of one track, with the field names that music players read. Pure. */
export function trackTags(album: CdAlbum, track: CdAlbumTrack): Tag[] {
  const fields: [key: string, value: string | number | undefined][] = [
    ["TITLE", track.title],
    ["ARTIST", track.artist],
    ["ALBUM", album.title],
    ["ALBUMARTIST", album.artist],
    ["TRACKNUMBER", track.number],
    ["TRACKTOTAL", album.trackTotal],
    ["DISCNUMBER", album.discNumber],
    ["DISCTOTAL", album.discCount],
    ["DISCSUBTITLE", album.discTitle],
    ["DATE", album.date],
    ["GENRE", album.genre],
    ["LABEL", album.label],
    ["CATALOGNUMBER", album.catalogNumber],
    ["BARCODE", album.barcode],
    ["ISRC", track.isrc],
    ["MEDIA", "CD"],
    ["PRE_EMPHASIS", track.preEmphasis ? 1 : undefined],
    ["MUSICBRAINZ_DISCID", album.ids.disc],
    ["MUSICBRAINZ_ALBUMID", album.ids.release],
    ["MUSICBRAINZ_RELEASEGROUPID", album.ids.releaseGroup],
    ["MUSICBRAINZ_ALBUMARTISTID", album.ids.artist],
    ["MUSICBRAINZ_ARTISTID", track.ids.artist],
    // In file tags, MusicBrainz calls the recording a track, and the track a release track.
    ["MUSICBRAINZ_TRACKID", track.ids.recording],
    ["MUSICBRAINZ_RELEASETRACKID", track.ids.track],
  ];
  return fields.flatMap(([key, value]): Tag[] => value === undefined ? [] : [[key, String(value)]]);
}
