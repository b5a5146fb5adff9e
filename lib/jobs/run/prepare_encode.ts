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
import { readBitmapSubtitles } from "./ocr_step.ts";
import { identityKey, sourceIdentity } from "../../media/probe/source.ts";
import { findSource, sourceRules } from "../intake/source_file.ts";
import { workFolder } from "../delivery/file_names.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { deviceFor } from "../attempt/card_slot.ts";

/** All data that is needed to start the tool. */
export interface PreparedEncode {
  /** Plan with the results of the preparation. */
  plan: Plan;
  side: SideFiles;
  /** Folder that only this job uses. */
  work: string;
  /** Removes the files that were created for the tool. */
  clean(): Promise<void>;
}

interface PrepareInput {
  probe: Probe;
  plan: Plan;
  recipe: Recipe;
  capabilities: Capabilities;
}

/** Determines what the plan does not contain: the quality for a target, subtitle texts, covers, links. */
export async function prepareEncode(input: PrepareInput, attempt: Attempt): Promise<PreparedEncode> {
  const { probe, plan, recipe, capabilities } = input;
  const { deps, run, handle: { signal } } = attempt;
  const work = workFolder(deps.storage.folders.transcodes, run.id);
  const folders = [work];
  const clean = async () => {
    for (const folder of folders) await Deno.remove(folder, { recursive: true }).catch(() => {});
  };
  try {
    await Deno.mkdir(work, { recursive: true, mode: 0o700 });
    if (recipe.output.checkSource) await checkSource(probe, capabilities, attempt);
    let found = plan.video?.target ? await findQuality(probe, plan, capabilities, work, attempt) : plan;
    const side: SideFiles = {};
    if (found.subtitles.some((subtitle) => subtitle.ocr)) {
      const read = await readBitmapSubtitles({ ...input, plan: found, folder: work }, attempt);
      found = read.plan;
      side.texts = read.texts;
    }
    if (isMusicContainer(found.container)) side.tags = await audioTags(probe, found, recipe, capabilities, attempt);
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
 * Decodes the whole source. Throws `unreadable` with the damage that was found. The result is stored in the same way as
 * for a file check.
 */
async function checkSource(
  probe: Probe,
  { ffmpegPath, ffprobePath }: Capabilities,
  { deps, record, handle }: Pick<Attempt, "deps" | "record" | "handle">,
): Promise<void> {
  const identity = record.row.sourceIdentity;
  const known = identity && await deps.findings.get("check", identityKey(identity));
  const health = known
    ? known.result as FileHealth
    : await handle.worker().call("check", { tools: { ffmpegPath, ffprobePath }, probe }, handle.signal);
  // A file that was removed during the check is missing, not damaged.
  if (!health.ok) await sourceIdentity(probe.path);
  if (!known && identity) {
    const foundAt = deps.clock.now().getTime();
    await deps.findings.save({ kind: "check", key: identityKey(identity), path: probe.path, result: health, foundAt });
  }
  await record.patch({ message: null });
  if (!health.ok) throw new JobFailure("unreadable", `The source is damaged: ${health.problems.slice(0, 3).join(" ")}`);
}

async function findQuality(
  probe: Probe,
  plan: Plan,
  { ffmpegPath, ffprobePath }: Capabilities,
  folder: string,
  attempt: Attempt,
): Promise<Plan> {
  const { record, handle } = attempt;
  await record.patch({ phase: "search" });
  const tools = { ffmpegPath, ffprobePath };
  const quality = await handle.worker().call(
    "search",
    { tools, probe, plan, folder, device: deviceFor(plan, attempt) },
    handle.signal,
  );
  const found = withQuality(plan, quality.quality);
  await record.saveDetails({ plan: found, quality });
  await record.patch({ phase: "encode", message: null });
  return found;
}

/** Formats for which players support gain tags. */
const WITH_GAIN = new Set<Container>(["flac", "mp3", "opus"]);

/** Returns the tags for gain and MQA of a music file. */
async function audioTags(
  probe: Probe,
  plan: Plan,
  { audio }: Recipe,
  { ffmpegPath, ffprobePath }: Capabilities,
  { deps, handle }: Pick<Attempt, "deps" | "handle">,
): Promise<string[]> {
  const [stream] = plan.audio;
  const container = plan.container as MusicContainer;
  if (!stream || stream.encoder === "copy") return [];
  const gains = audio.replayGain && WITH_GAIN.has(plan.container)
    ? await measureGains(probe, stream.index, {
      findings: deps.findings,
      probe: async (path) => {
        await findSource({ kind: "track", localPath: path }, sourceRules(deps));
        return await handle.worker().call("probe", { path, ffprobePath }, handle.signal);
      },
      measure: (path, streamIndex) =>
        handle.worker().call("loudness", { ffmpegPath, path, streamIndex }, handle.signal),
      now: deps.clock.now,
    })
    : undefined;
  const facts = { container, mqa: plan.mqa, sourceTags: probe.tags };
  return tagArgs(container, musicTags({ ...facts, track: gains?.tracks[0], album: gains?.album }));
}

/** Returns the folder of the job, or another folder if the subtitle filter could misinterpret its path. */
async function sideFolder(work: string): Promise<string> {
  return /^[\w/.-]+$/.test(work) ? work : await Deno.makeTempDir({ prefix: "lathe_side_" });
}
