import type { ToolLookup } from "../../media/tools/tools.ts";
import type { ReadDisc } from "../model.ts";
import { type RipperName, RipProblem } from "../ripper_model.ts";

/** Inputs for choosing a ripper. */
export interface Choosing {
  setting: "auto" | RipperName;
  /** Result of the built-in readers for this disc. */
  own: { disc: ReadDisc } | { problem: RipProblem };
  makemkv: ToolLookup;
  mkvmerge: ToolLookup;
}

/** A ripper, and the reason for the choice in one sentence. */
export interface Chosen {
  ripper: RipperName;
  reason: string;
}

const KINDS = { css: "CSS", aacs: "AACS", bdplus: "AACS and BD+", cprm: "CPRM" } as const;

/**
 * Chooses the ripper of a disc: the open ripper if it can copy the disc, otherwise MakeMKV. Throws `RipProblem` if
 * neither can. Pure.
 */
export function chooseRipper({ setting, own, makemkv, mkvmerge }: Choosing): Chosen {
  // There is nothing to copy, so MakeMKV is not tried.
  if ("disc" in own && own.disc.type === "data") {
    return { ripper: "open", reason: "The disc contains files but no movie." };
  }
  const obstacle = obstacleOf(own, mkvmerge);
  if (setting === "makemkv") {
    if (makemkv.path === undefined) throw noMakemkv(BY_SETTING, makemkv);
    return { ripper: "makemkv", reason: "MakeMKV rips it, as set in the settings." };
  }
  if (obstacle === undefined) {
    const reason = setting === "open"
      ? "Lathe rips it without MakeMKV, as set in the settings."
      : "The disc has no protection, so Lathe rips it without MakeMKV.";
    return { ripper: "open", reason };
  }
  if (setting === "auto" && makemkv.path !== undefined) {
    return { ripper: "makemkv", reason: `MakeMKV rips it: ${obstacle.reason}` };
  }
  throw obstacle.problem(setting === "auto" ? remedyFor(makemkv) : SET_TO_OPEN);
}

/** Returns the reason why no disc can be copied at all. Undefined if some discs can. Pure. */
export function noRipper({ setting, makemkv, mkvmerge }: Omit<Choosing, "own">): string | undefined {
  if (setting === "makemkv") return makemkv.path === undefined ? noMakemkv(BY_SETTING, makemkv).message : undefined;
  const isOpen = mkvmerge.path !== undefined;
  return isOpen || setting === "auto" && makemkv.path !== undefined ? undefined : noMkvmerge().message;
}

const BY_SETTING = "The settings require MakeMKV for ripping.";
const SET_TO_OPEN = "MakeMKV can rip it: change the ripper in Settings > Discs.";
const NEEDED = "MakeMKV is needed to copy it";
const remedyFor = ({ error = "it was not found." }: ToolLookup): string => `${NEEDED}, but ${error}`;

/** True if a disc was rejected because MakeMKV is missing. Pure. */
export const lacksMakemkv = (error: string): boolean => error.includes(NEEDED);

interface Obstacle {
  reason: string;
  problem(remedy: string): RipProblem;
}

function obstacleOf(own: Choosing["own"], mkvmerge: ToolLookup): Obstacle | undefined {
  if ("problem" in own) {
    const { code, message } = own.problem;
    return { reason: message, problem: (remedy) => new RipProblem(code, message, { cause: own.problem, remedy }) };
  }
  const { protection } = own.disc;
  if (protection !== undefined) {
    const text = `The disc is protected with ${KINDS[protection.kind]}. ${protection.evidence}`;
    return { reason: text, problem: (remedy) => new RipProblem("protected", text, { remedy }) };
  }
  if (mkvmerge.path !== undefined) return undefined;
  return { reason: NO_MKVMERGE, problem: noMkvmerge };
}

const NO_MKVMERGE = "Ripping discs requires mkvmerge, but it was not found.";
const noMkvmerge = (): RipProblem =>
  new RipProblem("tool_missing", NO_MKVMERGE, { remedy: "Install MKVToolNix (package mkvtoolnix) and start again." });

const noMakemkv = (why: string, { error = "It was not found." }: ToolLookup): RipProblem =>
  new RipProblem("tool_missing", `${why} ${error}`);
