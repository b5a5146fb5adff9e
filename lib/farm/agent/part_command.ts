import { isDeepStrictEqual } from "node:util";
import { segmentArgs } from "../../encode/segments/segment_args.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { VideoPlan } from "../../encode/plan/model.ts";
import { parseExtraArgs } from "../../encode/profiles/extra_args.ts";
import type { MediaInput } from "../../media/probe/input_args.ts";
import type { Probe } from "../../media/probe/model.ts";
import { CARD_ENCODERS, MARKED_ENCODERS } from "../encoder_marks.ts";
import type { PartMessage } from "../protocol.ts";

/** Matches values of a plan that are inserted in filters or options. No permitted character can end them. */
const WORD = /^[A-Za-z0-9_.+-]{0,64}$/;

/**
 * Builds the command that encodes a part, or returns the reason why this machine refuses it. The part was sent by
 * another machine, so it must contain neither file names nor options that parts do not need. Never throws.
 */
export function partCommand(
  { probe, video, segment, encoder }: PartMessage,
  { input, output, device }: { input: MediaInput; output: string; device?: string },
): { args: string[] } | { refused: string } {
  const { extraArgs, ...plan } = video as Partial<VideoPlan>;
  // A GPU was selected because a trial encode with the encoder succeeded on it.
  const isKnown = device === undefined ? MARKED_ENCODERS.includes(encoder) : CARD_ENCODERS.includes(encoder);
  if (!isKnown || plan.encoder !== encoder) {
    return { refused: `This machine cannot encode segments with ${encoder}.` };
  }
  if (plan.burn || plan.dynamicHdr) return { refused: "The segment needs more than its source's video." };
  if (!isPlain(plan) || !isPlain(segment)) {
    return { refused: "The segment's plan has invalid values." };
  }
  if (!Array.isArray(extraArgs) || !isDeepStrictEqual(parseExtraArgs(extraArgs.join(" ")).args, extraArgs)) {
    return { refused: "The segment has encoder options that are not allowed." };
  }
  try {
    return {
      args: segmentArgs(probe as unknown as Probe, video as unknown as VideoPlan, segment as unknown as Segment, {
        input,
        output,
        device,
      }),
    };
  } catch {
    return { refused: "The message for the segment is incomplete." };
  }
}

/** True for numbers, booleans and plain words, including nested objects and lists. */
function isPlain(value: unknown): boolean {
  if (typeof value === "string") return WORD.test(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "boolean" || value === undefined || value === null) return true;
  return typeof value === "object" && Object.values(value).every(isPlain);
}
