import { needsSideFiles, type SideFiles } from "../../encode/args/args.ts";
import { withQuality } from "../../encode/plan/metadata.ts";
import type { FileHealth } from "../../encode/verify/file_check.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { makeSideFiles } from "../../encode/args/side_files.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { type MusicContainer, musicTags, tagArgs } from "../../media/audio/tags.ts";
import { isMusicContainer } from "../../encode/profiles/containers.ts";
import type { Container, Recipe } from "../../encode/profiles/schema.ts";
import { measureGains } from "./album_gain.ts";
import { readPictureSubtitles } from "./ocr_step.ts";
import { findSource, identityKey, sourceRules } from "../intake/source_file.ts";
import { workFolder } from "../delivery/file_names.ts";
import { patchRun, type RunContext } from "../attempt/run_context.ts";

/** Everything the tool needs to start. */
export interface PreparedEncode {
  /** Plan updated with the findings of the preparation. */
  plan: Plan;
  side: SideFiles;
  /** Folder used by this job only. */
  work: string;
  /** Removes the files created for the tool. */
  clean(): Promise<void>;
}

interface PrepareInput {
  probe: Probe;
  plan: Plan;
  recipe: Recipe;
  capabilities: Capabilities;
}

/** Completes what the plan leaves open: the quality for a target, subtitle texts, covers, links. */
export async function prepareEncode(input: PrepareInput, context: RunContext): Promise<PreparedEncode> {
  const { probe, plan, recipe, capabilities } = input;
  const { deps, run, signal } = context;
  const work = workFolder(deps.storage.folders.transcodes, run.id);
  const folders = [work];
  const clean = async () => {
    for (const folder of folders) await Deno.remove(folder, { recursive: true }).catch(() => {});
  };
  try {
    await Deno.mkdir(work, { recursive: true, mode: 0o700 });
    if (recipe.output.checkSource) await checkSource(probe, capabilities, context);
    let found = plan.video?.target ? await findQuality(probe, plan, capabilities, work, context) : plan;
    const side: SideFiles = {};
    if (found.subtitles.some((subtitle) => subtitle.ocr)) {
      const read = await readPictureSubtitles({ ...input, plan: found, folder: work }, context);
      found = read.plan;
      side.texts = read.texts;
    }
    if (isMusicContainer(found.container)) side.tags = await soundTags(probe, found, recipe, capabilities, context);
    if (needsSideFiles(probe, found)) {
      const folder = await sideFolder(work);
      if (folder !== work) folders.push(folder);
      const { ffmpegPath } = capabilities;
      const made = await makeSideFiles({ ffmpegPath, probe, plan: found, folder, signal });
      Object.assign(side, made, { texts: { ...side.texts, ...made.texts } });
    }
    return { plan: found, side, work, clean };
  } catch (error) {
    await clean();
    throw error;
  }
}

/**
 * Decodes the whole source. Throws `unreadable` with the damage found. The result is stored like that of any file
 * check.
 */
async function checkSource(
  probe: Probe,
  { ffmpegPath, ffprobePath }: Capabilities,
  context: RunContext,
): Promise<void> {
  const { deps, signal, row } = context;
  const identity = row.sourceIdentity;
  const known = identity && await deps.findings.get("check", identityKey(identity));
  const health = known
    ? known.result as FileHealth
    : await context.worker().call("check", { tools: { ffmpegPath, ffprobePath }, probe }, signal);
  if (!known && identity) {
    const foundAt = deps.clock.now().getTime();
    await deps.findings.save({ kind: "check", key: identityKey(identity), path: probe.path, result: health, foundAt });
  }
  await patchRun(context, { message: null });
  if (!health.ok) throw new JobFailure("unreadable", `The source is damaged: ${health.problems.slice(0, 3).join(" ")}`);
}

async function findQuality(
  probe: Probe,
  plan: Plan,
  { ffmpegPath, ffprobePath }: Capabilities,
  folder: string,
  context: RunContext,
): Promise<Plan> {
  await patchRun(context, { phase: "search" });
  const tools = { ffmpegPath, ffprobePath };
  const quality = await context.worker().call("search", { tools, probe, plan, folder }, context.signal);
  const found = withQuality(plan, quality.quality);
  await context.jobStore.jobs.saveDetails({ jobId: context.run.id, plan: found, quality });
  await patchRun(context, { phase: "encode", message: null });
  return found;
}

/** Formats whose players support gain tags. */
const WITH_GAIN = new Set<Container>(["flac", "mp3", "opus"]);

/** Returns the gain and MQA tags of a music file. */
async function soundTags(
  probe: Probe,
  plan: Plan,
  { audio }: Recipe,
  { ffmpegPath, ffprobePath }: Capabilities,
  { deps, signal, ...context }: RunContext,
): Promise<string[]> {
  const [stream] = plan.audio;
  const container = plan.container as MusicContainer;
  if (!stream || stream.encoder === "copy") return [];
  const gains = audio.replayGain && WITH_GAIN.has(plan.container)
    ? await measureGains(probe, stream.index, {
      findings: deps.findings,
      probe: async (path) => {
        await findSource({ kind: "track", localPath: path }, sourceRules(deps));
        return await context.worker().call("probe", { path, ffprobePath }, signal);
      },
      measure: (path, streamIndex) => context.worker().call("loudness", { ffmpegPath, path, streamIndex }, signal),
      now: deps.clock.now,
    })
    : undefined;
  const facts = { container, mqa: plan.mqa, sourceTags: probe.tags };
  return tagArgs(container, musicTags({ ...facts, track: gains?.tracks[0], album: gains?.album }));
}

/** Returns the job's own folder, or another one if the subtitle filter could misinterpret its path. */
async function sideFolder(work: string): Promise<string> {
  return /^[\w/.-]+$/.test(work) ? work : await Deno.makeTempDir({ prefix: "lathe_side_" });
}
