import { compareContent } from "./content.ts";
import type { ContentRequest } from "./content_request.ts";
import type { PictureFault } from "./pictures/picture_fault.ts";

/**
 * The longest stretch of pictures that damage of the source explains, in seconds: it lasts until the next key picture, and
 * those of films and broadcasts lie at most ten seconds apart.
 */
const LONGEST_SECONDS = 12;
/** Decoded before and after a fault: a decoder complains of a picture before it shows it. */
const AROUND_SECONDS = 0.5;

/**
 * Those faults in whose places the decoder of the source complains when it reads just them. It fills damaged pictures in
 * from whatever its threads have decoded until then, so that two decodings of the same file show different pictures there.
 * Those behind the first fault that is none of them are not looked at: the result is refused for that one.
 */
export async function concealedFaults(
  faults: PictureFault[],
  request: ContentRequest,
  isAboutSource: (line: string) => boolean,
): Promise<PictureFault[]> {
  const found: PictureFault[] = [];
  for (const fault of faults) {
    const { fromSeconds, toSeconds } = fault;
    // What holds for the whole film has no place in it.
    if (toSeconds === 0 || toSeconds - fromSeconds > LONGEST_SECONDS) break;
    const startSeconds = Math.max(0, fromSeconds - AROUND_SECONDS);
    const window = { startSeconds, seconds: toSeconds + AROUND_SECONDS - startSeconds };
    const { source } = await compareContent({ ...request, window });
    if (!source.some(isAboutSource)) break;
    found.push(fault);
  }
  return found;
}
