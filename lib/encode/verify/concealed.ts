import { compareContent } from "./content.ts";
import type { ContentRequest } from "./content_request.ts";
import type { VideoFault } from "./video/video_fault.ts";

/**
 * Maximum length in seconds of a fault that can be caused by damage in the source. It lasts until the next keyframe,
 * and keyframes of movies and broadcasts are at most ten seconds apart.
 */
const LONGEST_SECONDS = 12;
/** Seconds decoded before and after a fault, because a decoder reports an error before it outputs the frame. */
const AROUND_SECONDS = 0.5;

/**
 * Returns the faults at positions where the decoder also reports errors in the source. A decoder conceals damaged
 * frames with the data that its threads have decoded so far, so two decodes of the same file differ there. Stops at the
 * first other fault, because it makes verification fail.
 */
export async function concealedFaults(
  faults: VideoFault[],
  request: ContentRequest,
  isAboutSource: (line: string) => boolean,
): Promise<VideoFault[]> {
  const found: VideoFault[] = [];
  for (const fault of faults) {
    const { fromSeconds, toSeconds } = fault;
    // A fault of the whole video has no position.
    if (toSeconds === 0 || toSeconds - fromSeconds > LONGEST_SECONDS) break;
    const startSeconds = Math.max(0, fromSeconds - AROUND_SECONDS);
    const window = { startSeconds, seconds: toSeconds + AROUND_SECONDS - startSeconds };
    const { source } = await compareContent({ ...request, window });
    if (!source.some(isAboutSource)) break;
    found.push(fault);
  }
  return found;
}
