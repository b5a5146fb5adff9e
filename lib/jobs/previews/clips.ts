import { createHash } from "node:crypto";
import type { Piece } from "../../encode/sampling/pieces.ts";
import type { Scene } from "../../encode/sampling/scenes.ts";
import { Fault } from "../../kit/fault.ts";
import { clipFormat, type ClipRequest, makeClip } from "../../media/frames/playable_clip.ts";
import { identityKey } from "../../media/probe/source.ts";
import type { KeptPieces } from "../estimates/kept_pieces.ts";
import type { RunControl } from "../estimates/runs.ts";
import type { PreviewClip, PreviewClipsInput } from "./schema.ts";
import { shownFrom } from "./shown_side.ts";
import type { PreviewPlan, PreviewSource } from "./subject.ts";

/** Data from which frames and clips of a preview are created. */
export interface ShownPreview {
  source: PreviewSource;
  plans: PreviewPlan[];
  scenes: Scene[];
}

/** `source`, or the index of a profile. */
export type ClipSide = PreviewClip["side"];

/** Request for a clip. `like` is the side whose crop is also applied to the source. */
export interface ClipWanted {
  scene: number;
  side: ClipSide;
  like: ClipSide;
}

/**
 * Maximum width in pixels. Wider clips would take long to create and download, and are never displayed at that size.
 */
export const CLIP_WIDTH = 1920;

/** Creates the missing clips of a scene, one after another. Throws `Fault` `no_preview`, `JobFailure`. */
export async function makeClips(
  pieces: KeptPieces,
  shown: ShownPreview,
  { scene, sides }: PreviewClipsInput,
  control: RunControl,
): Promise<{ clips: PreviewClip[] }> {
  const wanted = sides.map((side, i) => clipOf(pieces, shown, { scene, side, like: sides[1 - i] ?? side }));
  return await makeStoredClips(pieces, wanted, control);
}

/** A clip with the key under which it is stored. */
export interface StoredClip extends Pick<PreviewClip, "side" | "like"> {
  subject: string;
  piece: Piece;
  request: Omit<ClipRequest, "output">;
}

/** Creates the clips that are not stored yet, one after another. Throws `JobFailure`. */
export async function makeStoredClips(
  pieces: KeptPieces,
  wanted: readonly StoredClip[],
  { signal, report }: RunControl,
): Promise<{ clips: PreviewClip[] }> {
  const clips: PreviewClip[] = [];
  for (const [i, { side, like, subject, piece, request }] of wanted.entries()) {
    const { bytes } = await pieces.keeperOf(subject)(piece, async (output) => {
      await makeClip({ ...request, output }, {
        signal,
        onProgress: (part) => report((i + part) / wanted.length, "Preparing the scene for playback."),
      });
      return { frames: request.frames, bytes: (await Deno.stat(output)).size, firstBytes: 0, ...NOT_TIMED };
    });
    clips.push({ side, like, type: request.format.type, bytes });
  }
  return { clips };
}

/** Encoding times of a clip. They are not measured, because nothing uses them. */
const NOT_TIMED = { wallSeconds: 0, firstFrameSeconds: 0 };

/** Returns the file of a clip. Throws `Fault` `no_preview` if it has not been created or is no longer kept. */
export const clipFile = (pieces: KeptPieces, shown: ShownPreview, wanted: ClipWanted): { path: string; type: string } =>
  clipPath(pieces, clipOf(pieces, shown, wanted));

/** Returns the file of a stored clip. Throws `Fault` `no_preview` if it was not created or is no longer kept. */
export function clipPath(
  pieces: KeptPieces,
  { subject, piece, request }: StoredClip,
): { path: string; type: string } {
  const path = pieces.path(subject, piece);
  if (path === undefined) throw new Fault("no_preview", "This scene is not playable yet, or is no longer available.");
  return { path, type: request.format.type };
}

/** Returns the input for creating a clip, and the key under which it is stored. */
function clipOf(
  pieces: KeptPieces,
  shown: ShownPreview,
  { scene: index, side, like }: ClipWanted,
): StoredClip {
  const { source, plans, scenes } = shown;
  const scene = scenes[index];
  const other = side === "source" ? like : side;
  const plan = plans[other === "source" ? 0 : other];
  if (!scene || !plan) throw new Fault("no_preview", "The preview has no such scene or side.");
  const { path, startSeconds, frameRate, hdr, before } = shownFrom({ source, plan, pieces, scene }, {
    side,
    isCut: like !== "source",
  });
  const format = clipFormat(source.capabilities);
  const [numerator, denominator] = frameRate;
  const request: Omit<ClipRequest, "output"> = {
    ffmpegPath: source.capabilities.ffmpegPath,
    path,
    atSeconds: startSeconds,
    frames: Math.max(1, Math.floor((scene.seconds * numerator) / Math.max(1, denominator))),
    frameRate,
    width: CLIP_WIDTH,
    hdr,
    before,
    format,
  };
  const of = path === source.probe.path ? identityKey(source.identity) : plan.subject;
  const facts = JSON.stringify([of, before, format.encoder]);
  const subject = `clip:${createHash("sha256").update(facts).digest("hex")}`;
  const piece = { atSeconds: scene.piece.atSeconds + scene.skipSeconds, seconds: scene.seconds };
  return { side, like, subject, piece, request };
}
