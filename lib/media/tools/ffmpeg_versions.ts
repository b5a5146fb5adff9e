/**
 * Differences between the supported ffmpeg releases (5.1 and newer). The table has a row for each difference that
 * affects Lathe. `deno task docs` writes it as a document.
 */

/** One change in the behaviour of ffmpeg. */
export interface FfmpegChange {
  /** First release with this behaviour, for example `7.1`. */
  since: string;
  /** First release in which the change was reverted. */
  until?: string;
  /** Behaviour since the release `since`. */
  change: string;
  /** True if Lathe's measure depends on the installed version. Otherwise, it is the same for all versions. */
  byVersion?: true;
  /** Measure that Lathe takes because of the change. */
  measure: string;
}

export const FFMPEG_CHANGES = {
  rateFromTimes: {
    since: "6.0",
    change: "Rejects `-r` if frames keep their timestamps, and does not need it.",
    byVersion: true,
    measure: "`-r` is passed to older versions only, for film with telecine flags.",
  },
  writeErrors: {
    since: "6.0",
    change: "Exits with an error if the disk is full at the last write.",
    measure: "Any output on stderr of the FLAC encoder is treated as a failure.",
  },
  layoutNames: {
    since: "6.1",
    change: "Names the channel layouts 3.1.2, 5.1.2, 5.1.4, 7.1.2, 7.1.4, 7.2.3, 9.1.4 and cube.",
    measure: "These layouts are written as lists of their channels.",
  },
  matroskaRotation: {
    since: "7.0",
    change: "Writes the rotation of copied video to Matroska.",
    byVersion: true,
    measure: "Older versions refuse to copy rotated video to Matroska.",
  },
  frameSideData: {
    since: "7.0",
    change: "Encoders write the side data of frames, such as Dolby Vision and HDR light levels.",
    measure: "Side data that no longer matches the frames is removed before the encoder.",
  },
  sideDataNames: {
    since: "7.0",
    change: "Selects Dolby Vision side data by name.",
    measure: "The side data is selected by number.",
  },
  heldFrames: {
    since: "7.0",
    change: "Encoders other than SVT-AV1 keep the duration of a held last frame.",
    measure: "The duration is set after the encoder.",
  },
  packetTimeBase: {
    since: "7.0",
    change: "Bitstream filters after an encoder receive its time base instead of the container's.",
    measure: "Encoders of film for Matroska count in milliseconds, the unit of the container.",
  },
  copiedTimeBase: {
    since: "7.0",
    change: "Bitstream filters of copied streams count in the time base of the timestamps.",
    measure: "Such filters count packets instead.",
  },
  subtitleLengths: {
    since: "7.0",
    change: "The duration of an MP4 file excludes subtitles after the video.",
    measure: "Durations with and without these subtitles are accepted.",
  },
  progressTimes: {
    since: "7.0",
    change: "The time in progress reports decreases if a stream ends while another is behind it.",
    measure: "The latest time so far is used.",
  },
  transferNames: {
    since: "7.1",
    change: "Accepts the transfer names bt470m and bt470bg, which ffprobe reports.",
    measure: "The older names gamma22 and gamma28 are passed.",
  },
  namedRange: {
    since: "7.1",
    change: "Encoders write the limited range, `tv`, for video that specifies no range.",
    measure:
      "None: an unspecified range means the limited range. Segments leave the range unspecified, like the source.",
  },
  fractionalText: {
    since: "7.1",
    change: "`drawtext` draws at fractions of a pixel, which blurs small letters.",
    measure: "Fixtures draw at whole pixels.",
  },
  xpsnrFilter: {
    since: "7.1",
    change: "Contains the filter `xpsnr`.",
    measure: "Without it and VMAF, quality targets use SSIM.",
  },
  cardAv1: {
    since: "7.1",
    change: "Encodes AV1 with NVENC, Quick Sync, VAAPI and AMF.",
    measure: "Without the encoder of a card, the CPU encodes.",
  },
  matroskaCrop: {
    since: "7.1",
    change: "Reads, applies and writes the crop of Matroska files.",
    measure: "The crop is read from the file. Frames that ffmpeg does not crop are cropped by a filter, or not copied.",
  },
  filteredRate: {
    since: "7.1",
    until: "8.0",
    change: "`setpts` removes the frame rate, without which `xpsnr` crashes.",
    measure: "`fps` restores the rate before a comparison.",
  },
  dashedOptions: {
    since: "9.0",
    change: "NVENC's options -spatial_aq and -temporal_aq exist only with a dash.",
    measure: "The spelling with a dash, which every version supports, replaces the other spelling in profiles.",
  },
  shortFlac: {
    since: "9.0",
    change: "Refuses to write FLAC files of fewer than 16 samples.",
    measure: "None: the shortest track of a CD has 588 samples.",
  },
  stereoTwice: {
    since: "9.0",
    change: "Cannot decode H.264 if both its frames and its Matroska file are marked as stereo 3D.",
    byVersion: true,
    measure: "H.264 encoded by these versions is marked as stereo 3D only in the container.",
  },
  lateStarts: {
    since: "9.0",
    change: "Samples at the end are dropped if an MP4 audio stream starts late.",
    measure: "Streams of music files start at 0.",
  },
  hiddenEnds: {
    since: "9.0",
    change: "Samples after the end of an edit list are not decoded.",
    measure: "Copied audio is compared with all stored samples.",
  },
} as const satisfies Record<string, FfmpegChange>;

/** Name of a change in the table. */
export type FfmpegChangeName = keyof typeof FFMPEG_CHANGES;

/** Names of the changes whose `byVersion` is true. */
type VersionedChange = {
  [K in FfmpegChangeName]: (typeof FFMPEG_CHANGES)[K] extends { byVersion: true } ? K : never;
}[FfmpegChangeName];

/** True if this version has the behaviour of a row with `byVersion`. */
export const isSince = (name: VersionedChange, version: string): boolean => hasChange(FFMPEG_CHANGES[name], version);

/** True if this version has the behaviour. Builds without a release number are treated as the latest release. Pure. */
export function hasChange({ since, until }: Pick<FfmpegChange, "since" | "until">, version: string): boolean {
  const release = /^n?(\d+)(?:\.(\d+))?/.exec(version);
  const number = release && !/^\d{4}-/.test(version) ? numberOf(release[1], release[2]) : Infinity;
  const from = (text: string) => numberOf(...text.split("."));
  return number >= from(since) && (until === undefined || number < from(until));
}

const numberOf = (major = "0", minor = "0"): number => Number(major) * 1000 + Number(minor);
