import { needsSideFiles, type SideFiles } from "../encode/args.ts";
import { withQuality } from "../encode/metadata.ts";
import type { Plan } from "../encode/model.ts";
import { makeSideFiles } from "../encode/side_files.ts";
import type { Capabilities, Probe } from "../media/model.ts";
import { workFolder } from "./file_names.ts";
import { note, type RunContext } from "./run_context.ts";

/** Everything the tool needs before it can start. */
export interface Ready {
  /** The plan with what was found out on the way. */
  plan: Plan;
  side?: SideFiles;
  /** Removes what was made for the tool. */
  clean(): Promise<void>;
}

interface Preparing {
  probe: Probe;
  plan: Plan;
  capabilities: Capabilities;
  /** Marks every process that is started for the job. */
  token: string;
}

/** Finds out and makes what the plan leaves open: the quality for a target, covers, links. */
export async function makeReady({ probe, plan, capabilities, token }: Preparing, context: RunContext): Promise<Ready> {
  const { deps, run, signal } = context;
  const work = workFolder(deps.storage.folders.transcodes, run.id);
  const folders = [work];
  const clean = async () => {
    for (const folder of folders) await Deno.remove(folder, { recursive: true }).catch(() => {});
  };
  try {
    await Deno.mkdir(work, { recursive: true, mode: 0o700 });
    // The mark first: what a crash leaves running is found by it (safety.md, S-PROC-8).
    await note(context, { childToken: token, childPid: null, childStart: null });
    const found = plan.video?.target ? await findQuality(probe, plan, capabilities, token, work, context) : plan;
    if (!needsSideFiles(probe, found)) return { plan: found, clean };
    const folder = await sideFolder(work);
    if (folder !== work) folders.push(folder);
    const side = await makeSideFiles({ ffmpegPath: capabilities.ffmpegPath, probe, plan: found, folder, signal });
    return { plan: found, side, clean };
  } catch (error) {
    await clean();
    throw error;
  }
}

async function findQuality(
  probe: Probe,
  plan: Plan,
  { ffmpegPath, ffprobePath }: Capabilities,
  token: string,
  folder: string,
  context: RunContext,
): Promise<Plan> {
  await note(context, { phase: "search" });
  const tools = { ffmpegPath, ffprobePath };
  const quality = await context.worker().call("search", { tools, probe, plan, folder, token }, context.signal);
  const found = withQuality(plan, quality.quality);
  await context.ledger.jobs.saveDetails({ jobId: context.run.id, plan: found, quality });
  await note(context, { phase: "encode", message: null });
  return found;
}

/** The job's own folder, or one elsewhere when the subtitle filter could misread its path. */
async function sideFolder(work: string): Promise<string> {
  return /^[\w/.-]+$/.test(work) ? work : await Deno.makeTempDir({ prefix: "lathe_side_" });
}
