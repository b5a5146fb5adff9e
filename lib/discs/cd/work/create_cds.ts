import type { Clock } from "../../../kit/clock.ts";
import type { DiscCatalogue } from "../../../library/metadata/musicbrainz/service.ts";
import { writeCueSheet } from "../../../media/cue_sheet/write_cue_sheet.ts";
import type { HttpClient } from "../../../platform/http_client/model.ts";
import type { Settings } from "../../../platform/settings/schema.ts";
import { RipProblem } from "../../ripper_model.ts";
import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import { lookUpAccurateRip } from "../accuraterip/look_up.ts";
import { writeAlbum } from "../files/write_album.ts";
import { freedbId, musicBrainzDiscId, musicBrainzTocText } from "../ids/disc_ids.ts";
import { createCddb } from "../releases/cddb.ts";
import { findCover } from "../releases/cover.ts";
import { findReleases } from "../releases/find_releases.ts";
import type { ReadOffsets } from "../read_offsets.ts";
import { readToc } from "../toc/read_toc.ts";
import { copyTrack } from "./copy_track.ts";
import { findReadOffset } from "./find_read_offset.ts";
import type { AlbumFiles, Cds } from "./model.ts";
import { tocOf } from "./toc_facts.ts";
import type { CdTrackRead } from "../../cd_schema.ts";
import type { TrackReading } from "../files/rip_log.ts";

/** Services and options for reading and identifying CDs. */
export interface CdsDeps {
  settings: { current(): Settings };
  catalogue: DiscCatalogue;
  http: Pick<HttpClient, "send">;
  findTool: FindTool;
  offsets: Pick<ReadOffsets, "of">;
  clock: Clock;
}

/** Creates the CD service. There must be only one per process, because all drives share its CDDB queue. */
export function createCds(deps: CdsDeps): Cds {
  const { settings, catalogue, http, clock } = deps;
  const cddb = createCddb({ http, clock });
  const findTool = configuredTools(deps);
  const ffmpeg = () => requireFfmpeg(findTool, settings.current().ffmpegPath);
  return {
    readToc: (source, signal) => readToc({ source, signal, findTool }),
    find: (toc, signal, charset) =>
      findReleases(identityOf(toc), { catalogue, cddb, settings: settings.current(), signal, charset }),
    release: (releaseId, toc, signal) => {
      const { discId, tocText } = identityOf(toc);
      return catalogue.release(releaseId, { discId, toc: tocText }, signal);
    },
    accurateRip: async (toc, signal) =>
      settings.current().disc.cd.accurateRip ? await lookUpAccurateRip({ http, toc, signal }) : undefined,
    findReadOffset: (query, watching) => {
      const { encodertoolPath } = settings.current();
      return findReadOffset(query, { findTool, encodertoolPath }, watching);
    },
    async copy(track, watching) {
      const { disc: { cd }, encodertoolPath } = settings.current();
      const readOffset = await deps.offsets.of(track.drive);
      const { compressionLevel } = cd;
      const tools = { findTool, encodertoolPath, ffmpegPath: await ffmpeg() };
      return await copyTrack(track, { ...tools, readOffset, compressionLevel }, watching);
    },
    cover: (release, signal) => findCover(release, { http, signal }),
    write: async (files) => await writeAlbum(albumToWrite(files, deps, await ffmpeg())),
  };
}

/** Returns the programs for reading CDs that are configured in the settings. */
const configuredTools = ({ findTool, settings }: CdsDeps): FindTool => (name, path) =>
  findTool(name, name === "cd-paranoia" ? settings.current().disc.cd.ripperPath : path);

async function requireFfmpeg(findTool: FindTool, configured: string): Promise<string> {
  const { path, error } = await findTool("ffmpeg", configured);
  if (path !== undefined) return path;
  throw new RipProblem("tool_missing", error ?? "ffmpeg was not found.");
}

const identityOf = (toc: Parameters<Cds["find"]>[0]) => ({
  toc,
  discId: musicBrainzDiscId(toc),
  cddbId: freedbId(toc),
  tocText: musicBrainzTocText(toc),
});

function albumToWrite(
  { cd, tracks, drive, ...files }: AlbumFiles,
  { settings, clock }: CdsDeps,
  ffmpegPath: string,
) {
  const { reads } = cd;
  const audioFiles = tracks.flatMap(({ number, path }) => {
    const read = reads.find((one) => one.number === number);
    return read === undefined ? [] : [{ number, path, md5: read.md5, samples: read.samples }];
  });
  const readers = new Set(reads.map(({ reader }) => reader));
  return {
    ...files,
    ffmpegPath,
    audioFiles,
    toc: tocOf(cd),
    detectMqa: settings.current().disc.cd.detectMqa,
    reading: {
      finishedAt: clock.now(),
      drive,
      readOffset: reads.at(-1)?.readOffset ?? 0,
      tools: [...readers].map((name) => ({ name, version: "" })),
      cddbId: cd.cddbId ?? "",
      tracks: reads.map(logTrack),
    },
    writeCueSheet,
  };
}

const number = (hex: string): number => parseInt(hex, 16);

/** Converts a track to its entry in the album's log. Pure. */
function logTrack({ accurateRip, ...read }: CdTrackRead): TrackReading {
  const { v1, v2, ...confidences } = accurateRip;
  return {
    number: read.number,
    copyCrc: number(read.crc),
    ...(read.testCrc === undefined ? {} : { testCrc: number(read.testCrc) }),
    accurateRip: { v1: number(v1), v2: number(v2), ...confidences },
    readErrors: read.readErrors,
    skips: read.skips,
    ...(read.doubtful ? { isDoubtful: true } : {}),
  };
}
