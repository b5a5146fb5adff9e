import type { Capabilities } from "./capabilities.ts";
import { findTool, type ToolSearch } from "./tools.ts";

/** Paths of the programs from the settings. If empty, they are found by name. */
export interface DynamicHdrPaths {
  doviToolPath: string;
  hdr10plusToolPath: string;
}

/**
 * Finds the programs that copy Dolby Vision and HDR10+ to an encode. Undefined without mkvmerge, which is always
 * needed.
 */
export async function findDynamicHdrTools(
  { doviToolPath, hdr10plusToolPath }: DynamicHdrPaths,
  search?: ToolSearch,
): Promise<Capabilities["dynamicHdr"]> {
  const [dovi, hdr10plus, mkvmerge] = await Promise.all([
    findTool("dovi_tool", doviToolPath, search),
    findTool("hdr10plus_tool", hdr10plusToolPath, search),
    findTool("mkvmerge", "", search),
  ]);
  if (!mkvmerge.path) return undefined;
  return {
    mkvmergePath: mkvmerge.path,
    ...(dovi.path ? { doviToolPath: dovi.path } : {}),
    ...(hdr10plus.path ? { hdr10plusToolPath: hdr10plus.path } : {}),
  };
}
