import { createHash } from "node:crypto";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { clipFormat } from "../../media/frames/playable_clip.ts";
import { identityKey, sourceIdentity } from "../../media/probe/source.ts";
import type { Media } from "../../media/service.ts";
import type { KeptPieces } from "../estimates/kept_pieces.ts";
import type { MeasurementRuns } from "../estimates/runs.ts";
import type { Jobs } from "../service.ts";
import { CLIP_WIDTH, clipPath, makeStoredClips, type StoredClip } from "./clips.ts";
import type { PreviewClip, PreviewClipsRun } from "./schema.ts";

/** Clips of the source and output of a finished job that browsers can play, from any position in the video. */
export interface JobClips {
  /**
   * Starts creating the clips in the background. Reuses existing clips. Throws `Fault` `not_found`, `no_preview`,
   * `busy`.
   */
  start(jobId: string, atSeconds: number): Promise<PreviewClipsRun>;
  /** Returns the progress of creating the clips. Throws `Fault` `not_found`. */
  get(clipsId: string): PreviewClipsRun;
  /** Stops the run and its process. Throws `Fault` `not_found`. */
  cancel(clipsId: string): Promise<PreviewClipsRun>;
  /** Returns the file and type of an existing clip. Throws `Fault` `not_found`, `no_preview`. */
  file(jobId: string, which: Which, atSeconds: number): Promise<{ path: string; type: string }>;
}

/** Services of the clips. `runs` is shared with the clips of previews, so that one clip is created at a time. */
export interface JobClipsDeps {
  jobs: Pick<Jobs, "shownFile">;
  media: Pick<Media, "capabilities">;
  pieces: KeptPieces;
  runs: MeasurementRuns<{ clips: PreviewClip[] }>;
}

type Which = "source" | "output";

/** Length of a clip in seconds. */
const CLIP_SECONDS = 5;
const SIDES = { source: "source", output: 0 } as const;

/** Creates the service. */
export function createJobClips(deps: JobClipsDeps): JobClips {
  const { pieces, runs } = deps;
  return {
    async start(jobId, atSeconds) {
      const clips = await Promise.all([
        clipOf(deps, jobId, "source", atSeconds),
        clipOf(deps, jobId, "output", atSeconds),
      ]);
      return runs.start((control) => makeStoredClips(pieces, clips, control));
    },
    get: runs.get,
    cancel: runs.cancel,
    file: async (jobId, which, atSeconds) => clipPath(pieces, await clipOf(deps, jobId, which, atSeconds)),
  };
}

/** Returns the input for creating a clip, and the key under which it is stored. */
async function clipOf(
  { jobs, media }: JobClipsDeps,
  jobId: string,
  which: Which,
  atSeconds: number,
): Promise<StoredClip> {
  const { path, hdr, before, frameRate } = await jobs.shownFile(jobId, which);
  if (frameRate === undefined) throw new Fault("no_preview", "There is no video to play.");
  const [identity, capabilities] = await Promise.all([presentIdentity(path), media.capabilities()]);
  const format = clipFormat(capabilities);
  const [numerator, denominator] = frameRate;
  const request = {
    ...{ ffmpegPath: capabilities.ffmpegPath, path, frameRate, hdr, before, format, width: CLIP_WIDTH },
    // Half a frame early, so that rounding never skips the first frame.
    atSeconds: Math.max(0, atSeconds - (0.5 * denominator) / Math.max(1, numerator)),
    frames: Math.max(1, Math.floor((CLIP_SECONDS * numerator) / Math.max(1, denominator))),
  };
  const facts = JSON.stringify([identityKey(identity), before, format.encoder]);
  return {
    ...{ side: SIDES[which], like: SIDES[which === "source" ? "output" : "source"], request },
    subject: `clip:${createHash("sha256").update(facts).digest("hex")}`,
    piece: { atSeconds, seconds: CLIP_SECONDS },
  };
}

/** Returns the identity of a file. Throws `no_preview` if it no longer exists. */
const presentIdentity = (path: string) =>
  sourceIdentity(path).catch((error) => {
    throw error instanceof JobFailure ? new Fault("no_preview", error.message, { cause: error }) : error;
  });
