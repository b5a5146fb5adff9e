import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import { type Tag, tagArgs } from "../../../media/audio/tags.ts";
import { writeFlac } from "./flac_ffmpeg.ts";
import { verifyFlac } from "./verify_flac.ts";

/** A picture file of one of the two forms that FLAC files carry everywhere. */
export interface CoverFile {
  path: string;
  form: "jpeg" | "png";
}

/** A FLAC file without tags, and what its tagged copy gets. */
export interface TrackToTag {
  ffmpegPath: string;
  path: string;
  output: string;
  tags: Tag[];
  /** Front cover. */
  cover?: CoverFile;
  /** Of its samples. */
  md5: string;
  signal?: AbortSignal;
}

/** The same sound with tags and cover; verified again, because this is the file that people get. Throws as `encodeTrack()`. */
export async function tagTrack({ ffmpegPath, path, output, tags, cover, md5, signal }: TrackToTag): Promise<void> {
  const picture = cover
    ? ["-protocol_whitelist", "file", "-f", `${cover.form}_pipe`, "-i", fileOperand(cover.path)]
    : [];
  const args = [
    ...[...INPUT_GUARDS, "-i", fileOperand(path), ...picture],
    ...["-map", "0:a:0", ...(cover ? ["-map", "1:v:0"] : []), "-c", "copy"],
    // The comment decides the kind of the picture in FLAC.
    ...(cover ? ["-disposition:v:0", "attached_pic", "-metadata:s:v:0", "comment=Cover (front)"] : []),
    ...tagArgs("flac", tags),
  ];
  await writeFlac(
    { ffmpegPath, args, output, signal },
    (written) => verifyFlac({ ffmpegPath, path: written, md5, signal }),
  );
}
