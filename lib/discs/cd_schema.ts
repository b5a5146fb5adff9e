import * as z from "zod";
import { CatalogRelease } from "../library/metadata/musicbrainz/model.ts";

/** Wire schemas of audio CDs. Positions are in sectors of 1/75 s. */

const text = z.string().max(1000);
const sectors = z.int().min(0);
const crc = z.string().regex(/^[0-9A-F]{8}$/);

/** One track of the table of contents. */
export const CdTrackFacts = z.object({
  number: z.int().min(1).max(99),
  startSector: sectors,
  sectors,
  isAudio: z.boolean(),
  preEmphasis: z.boolean(),
  pregap: sectors.optional(),
  isrc: text.optional(),
  title: text.optional().describe("As stated on the disc (CD-Text)"),
  performer: text.optional(),
}).meta({ id: "CdTrackFacts" });

/** Details about how one track was read. */
export const CdTrackRead = z.object({
  number: z.int().min(0).max(99).describe("0 = hidden track before the first"),
  samples: z.int().min(0),
  md5: z.string().describe("MD5 of the samples"),
  crc: crc.describe("CRC32 of the samples that were kept"),
  testCrc: crc.optional().describe("CRC32 of an earlier read, if there was one"),
  reads: z.int().min(1),
  accurateRip: z.object({
    v1: crc,
    v2: crc,
    confidenceV1: z.int().optional().describe("0 = no rip by another user matches; absent if not looked up"),
    confidenceV2: z.int().optional(),
  }),
  readErrors: z.int().min(0).describe("Positions where a read attempt failed"),
  skips: z.int().min(0).describe("Positions that were skipped"),
  doubtful: z.boolean().describe("The track may differ from the disc, because repeated reads never matched"),
  reader: text,
  readOffset: z.int().describe("Correction in samples that was applied"),
}).meta({ id: "CdTrackRead" });
/** The details are stored with the track's file and written to the album log. */
export type CdTrackRead = z.infer<typeof CdTrackRead>;

/** MQA detection result. */
export const MqaInfo = z.object({
  detected: z.boolean(),
  originalSampleRate: z.int().optional(),
  bitPosition: z.int().optional(),
  scannedSeconds: z.number(),
}).meta({ id: "MqaInfo" });

/** CD-specific fields of a rip. */
export const CdInfo = z.object({
  discId: z.string().describe("MusicBrainz disc ID"),
  cddbId: z.string().optional(),
  toc: z.string().describe("first last leadout offset1 offset2 …, as in MusicBrainz"),
  leadOut: sectors,
  catalogNumber: text.optional().describe("The catalogue number (printed below the barcode), as stored on the disc"),
  title: text.optional(),
  performer: text.optional(),
  doubtfulCharset: text.optional().describe("Character set of the names on the disc, if it is uncertain"),
  tracks: z.array(CdTrackFacts),
  releases: z.array(CatalogRelease),
  selected: z.int().min(-1).describe("Index of the release; -1 = none"),
  sure: z.boolean().describe("The release does not need to be confirmed"),
  reads: z.array(CdTrackRead),
  accurateRip: z.object({
    state: z.enum(["off", "known", "unknown", "failed"]),
    message: text.optional(),
    accurate: z.int().min(0).describe("Tracks that match rips by other users"),
    readOffset: z.int().optional().describe("Drive read offset, in samples, that would make its tracks accurate"),
  }).optional(),
  mqa: MqaInfo.optional(),
  album: z.object({
    folder: z.string(),
    cue: z.string(),
    playlist: z.string(),
    log: z.string(),
  }).optional().describe("Paths of the album folder and of the files next to its tracks"),
}).meta({ id: "CdInfo" });
/**
 * `tracks` and `leadOut` are the table of contents. The titles of the rip are its audio tracks; title 0 is the hidden
 * track.
 */
export type CdInfo = z.infer<typeof CdInfo>;

/** Title and artist of a track, as entered by the user. */
export const CdTrackNames = z.object({
  title: z.string().trim().min(1).max(500),
  artist: z.string().trim().max(500).optional(),
}).strict().meta({ id: "CdTrackNames" });
/** A track without an artist uses the album artist. */
export type CdTrackNames = z.infer<typeof CdTrackNames>;

/** Selects the release of a CD: a found release by index, none (-1), or a MusicBrainz release by ID. */
export const ChooseRelease = z.union([
  z.object({ index: z.int().min(-1).max(1000) }).strict(),
  z.object({ releaseId: z.string().min(1).max(200) }).strict(),
]).meta({ id: "ChooseRelease" });
/** Request body for choosing a release. */
export type ChooseRelease = z.infer<typeof ChooseRelease>;
