import { fileOperand } from "../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { stillFilters } from "../../media/frames/frame_filters.ts";
import type { VideoPlan } from "../plan/model.ts";
import { cardDownload } from "../plan/video/hardware_input.ts";
import { type FrameRange, rangeFilters } from "./encoded_video_args.ts";

/** Small JPEG of the frame that is being read. It is replaced every `everySeconds` seconds of video. */
export interface LivePreview {
  path: string;
  everySeconds: number;
}

/**
 * Returns the arguments of a second output with the frame that is being read. `range` is the range of `encodedVideoArgs`.
 * Without it, the whole file would be read.
 */
export function previewArgs(
  probe: Probe,
  video: VideoPlan,
  preview: LivePreview,
  { onCard = false, range }: { onCard?: boolean; range?: FrameRange } = {},
): string[] {
  const source = probe.streams.find((s): s is VideoStream => s.index === video.index && s.kind === "video");
  if (!source) return [];
  const fetch = onCard ? cardDownload(source.bitDepth) : [];
  const filters = [...rangeFilters(range), `fps=1/${preview.everySeconds}`, ...fetch, ...stillFilters(source.hdr, 640)]
    .join(",");
  return [
    ...["-map", `0:${video.index}`, "-filter:v:0", filters, "-c:v:0", "mjpeg", "-q:v:0", "5", "-an", "-sn", "-dn"],
    ...["-map_metadata", "-1", "-map_chapters", "-1", "-f", "image2", "-update", "1", "-atomic_writing", "1"],
    fileOperand(preview.path),
  ];
}
