import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import { type Tag, tagArgs } from "../../../media/audio/tags.ts";
import { writeFlac } from "./flac_ffmpeg.ts";
import { verifyFlac } from "./verify_flac.ts";

/** An image file in one of the two formats that are supported in FLAC files everywhere. */
export interface CoverFile {
  path: string;
  form: "jpeg" | "png";
}

/** A FLAC file without tags, and the metadata for its tagged copy. */
export interface TrackToTag {
  ffmpegPath: string;
  path: string;
  output: string;
  tags: Tag[];
  /** Front cover. */
  cover?: CoverFile;
  /** Expected MD5 of the track's samples. */
  md5: string;
  signal?: AbortSignal;
}

/**
 * Copies the audio and adds tags and cover. The result is verified again, because it is the file that users get. Throws
 * the errors of `encodeTrack()`.
 */
export async function tagTrack({ ffmpegPath, path, output, tags, cover, md5, signal }: TrackToTag): Promise<void> {
  const picture = cover
    ? ["-protocol_whitelist", "file", "-f", `${cover.form}_pipe`, "-i", fileOperand(cover.path)]
    : [];
  const args = [
    ...[...INPUT_GUARDS, "-i", fileOperand(path), ...picture],
    ...["-map", "0:a:0", ...(cover ? ["-map", "1:v:0"] : []), "-c", "copy"],
    // ffmpeg sets the FLAC picture type according to this comment.
    ...(cover ? ["-disposition:v:0", "attached_pic", "-metadata:s:v:0", "comment=Cover (front)"] : []),
    ...tagArgs("flac", tags),
  ];
  await writeFlac(
    { ffmpegPath, args, output, signal },
    (written) => verifyFlac({ ffmpegPath, path: written, md5, signal }),
  );
}
