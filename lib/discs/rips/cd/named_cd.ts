import { albumOf, type CdAlbum } from "../../cd/files/album.ts";
import { oneLine } from "../../cd/files/one_line.ts";
import { hiddenTrack } from "../../cd/toc/hidden_track.ts";
import type { CdToc } from "../../cd/model.ts";
import type { FoundReleases } from "../../cd/releases/find_releases.ts";
import { cdInfoOf, tocOf } from "../../cd/work/toc_facts.ts";
import type { CdInfo } from "../../cd_schema.ts";
import { doubtfulText } from "../../../media/cue_sheet/decode_text.ts";
import { plainLabel } from "../../reading/media_facts.ts";
import type { RipMedia, RipPatch, StoredRip } from "../../rip_schema.ts";
import type { DiscTitle } from "../../title_schema.ts";

/** Combines the table of contents, the release and the user's changes into the rip of a CD. Pure. */

const SECTOR_BYTES = 2352;
const SECTORS_PER_SECOND = 75;
/** Confidence of a release that is likely but not confirmed. */
const LIKELY = 60;

/** A rip of a CD. */
export type CdRip = StoredRip & { cd: CdInfo };

/** True if the table of contents of the CD has been read. */
export const isCdRip = (record: StoredRip): record is CdRip => record.cd !== undefined;

/**
 * Returns the record after reading the table of contents. If it is the same disc, existing copies and choices are kept.
 */
export function withToc(record: StoredRip, toc: CdToc, { deliverToMusic }: { deliverToMusic: boolean }): CdRip {
  const cd = cdInfoOf(toc);
  const isSame = record.cd?.discId === cd.discId;
  const titles = titlesOf(toc);
  const { scanNote: _, error: __, ...rest } = record;
  return {
    ...rest,
    discType: "cd",
    fingerprint: { discId: cd.discId, ...(cd.cddbId === undefined ? {} : { cddbId: cd.cddbId }) },
    cd: { ...cd, ...(isSame ? { reads: record.cd?.reads ?? [] } : {}) },
    titles,
    // The tracks already have their final format. Encoding must be enabled explicitly.
    options: isSame
      ? record.options
      : { ...record.options, transcode: false, deliver: record.options.deliver && deliverToMusic },
    // A hidden track is offered but not selected, because many contain only silence.
    selectedTitleIds: isSame ? record.selectedTitleIds : titles.map(({ id }) => id).filter((id) => id > 0),
    ...{
      titleRoles: {},
      episodeMap: {},
      selectedAudio: {},
      selectedSubtitles: {},
      playAllTitleIds: [],
      duplicateOf: {},
    },
    files: isSame ? record.files : [],
    warnings: [...dataWarnings(toc), ...(toc.doubtfulCharset ? [doubtfulText(toc.doubtfulCharset)] : [])],
  };
}

function titlesOf(toc: CdToc): DiscTitle[] {
  const hidden = hiddenTrack(toc);
  const audio = toc.tracks.filter(({ isAudio }) => isAudio);
  const named = albumOf({ toc, discId: "", hasHidden: hidden !== undefined }).tracks;
  return [...(hidden ? [{ number: 0, sectors: hidden.sectors }] : []), ...audio].map(({ number, sectors }) => ({
    id: number,
    name: named.find((one) => one.number === number)?.title ?? "",
    durationSeconds: Math.round(sectors / SECTORS_PER_SECOND * 1000) / 1000,
    sizeBytes: sectors * SECTOR_BYTES,
    chapters: 0,
    fileName: trackFile(number),
    ...{ audio: [], audioTracks: [], subtitles: [], subtitleTracks: [], flags: [] },
  }));
}

/** Returns the file name of a track until the album is known. */
export const trackFile = (number: number): string => `${String(number).padStart(2, "0")}.flac`;

function dataWarnings({ tracks }: CdToc): string[] {
  const data = tracks.filter(({ isAudio }) => !isAudio).map(({ number }) => number);
  if (data.length === 0) return [];
  return [
    data.length === 1
      ? `Track ${data[0]} contains data and is skipped.`
      : `Tracks ${data.join(", ")} contain data and are skipped.`,
  ];
}

/** Adds the releases found for the disc to the record and selects the best match. */
export const withReleases = (record: CdRip, { releases, selected, sure }: FoundReleases): CdRip =>
  withRelease({ ...record, cd: { ...record.cd, releases, sure } }, selected, sure ? 100 : LIKELY);

/** Selects one of the releases in the record. With -1 (none), tracks are named as on the disc or by number. */
export function withRelease(record: CdRip, selected: number, confidence: number): CdRip {
  const release = record.cd.releases[selected];
  const { discNumber = 1, discCount = 1 } = release ?? {};
  const album = albumOf({ toc: tocOf(record.cd), discId: record.cd.discId, release, hasHidden: true });
  const titles = record.titles.map((title): DiscTitle => {
    const { artist: _, ...rest } = title;
    const named = album.tracks.find(({ number }) => number === title.id);
    if (named === undefined) return rest;
    const own = named.artist === album.artist ? {} : { artist: shortened(named.artist) };
    return { ...rest, name: shortened(named.title), ...own };
  });
  const isNamed = release !== undefined || record.cd.title !== undefined;
  const year = Number(release?.date?.slice(0, 4));
  const media: RipMedia = {
    kind: "album",
    title: isNamed ? shortened(album.title) : "",
    ...(isNamed ? { artist: shortened(album.artist) } : {}),
    ...(year >= 1800 && year <= 2200 ? { year } : {}),
    ...(release?.coverUrl ? { poster: release.coverUrl } : {}),
    genres: release?.genre ? [shortened(release.genre)] : [],
    ...{ discNumber, discCount: Math.max(discNumber, discCount) },
    confidence: release === undefined ? 0 : confidence,
    ...(release === undefined ? {} : { matchedBy: "lookup" as const }),
  };
  return { ...record, media, titles, cd: { ...record.cd, selected: release === undefined ? -1 : selected } };
}

const shortened = (text: string): string => text.slice(0, 500);

/** Returns the record with names entered by the user. */
export function withTrackNames(record: StoredRip, names: NonNullable<RipPatch["trackNames"]>): StoredRip {
  const titles = record.titles.map((title): DiscTitle => {
    const named = names[String(title.id)];
    if (named === undefined) return title;
    const { artist: _, ...rest } = title;
    return { ...rest, name: plainLabel(named.title), ...(named.artist ? { artist: plainLabel(named.artist) } : {}) };
  });
  return { ...record, titles };
}

/** Returns the album information for the files: the selected release with the user's changes, for the copied tracks. */
export function namedAlbum({ cd, media, titles, selectedTitleIds }: CdRip): CdAlbum {
  const release = cd.releases[cd.selected];
  const album = albumOf({ toc: tocOf(cd), discId: cd.discId, release, hasHidden: true });
  const title = oneLine(media.title) || album.title;
  const artist = oneLine(media.artist ?? "") || album.artist;
  const isDated = media.year === undefined || album.date?.startsWith(String(media.year)) === true;
  const discNumber = media.discNumber ?? album.discNumber;
  return {
    ...album,
    ...{ title, artist, discNumber, discCount: Math.max(discNumber, media.discCount ?? album.discCount) },
    ...(isDated ? {} : { date: String(media.year) }),
    tracks: album.tracks.filter(({ number }) => selectedTitleIds.includes(number)).map((track) => {
      const named = titles.find(({ id }) => id === track.number);
      return {
        ...track,
        title: oneLine(named?.name ?? "") || track.title,
        artist: oneLine(named?.artist ?? "") || artist,
      };
    }),
  };
}
