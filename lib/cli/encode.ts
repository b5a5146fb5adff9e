import { join, resolve } from "node:path";
import type { Instance } from "../app/instance_model.ts";
import type { Job } from "../jobs/schema.ts";
import { CreateJob } from "../jobs/request_schema.ts";
import { isFinished } from "../jobs/states.ts";
import { onEndSignals } from "../kit/process/end_signals.ts";
import { Fault } from "../kit/fault.ts";
import type { Profile } from "../encode/profiles/schema.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { SmartProfile } from "../encode/profiles/smart/schema.ts";
import { writeSettings } from "../platform/settings/file.ts";
import type { Settings } from "../platform/settings/schema.ts";
import { noteFirstStart } from "../platform/storage/start_check.ts";
import { storageFolders } from "../platform/storage/storage.ts";
import type { Command } from "./command.ts";
import { readConfigFolder } from "./config_folder.ts";
import { type CommandContext, openQuietly } from "./context.ts";
import { createProgressLine } from "./progress_line.ts";

type EncodeCommand = Extract<Command, { kind: "encode" }>;

/**
 * Encodes files with the service's engine in a temporary instance. Exit code 0 if all files were encoded or did not
 * need to be, 1 if a file failed, 2 for an unknown profile, and 128 plus the signal number (130 for Ctrl-C) if it was
 * interrupted. Before it exits, the encoder is stopped and its output removed.
 */
export async function runEncode(command: EncodeCommand, context: CommandContext): Promise<number> {
  const known = await readConfigFolder(context);
  const meant = ({ id, name }: { id: string; name: string }) => id === command.profile || name === command.profile;
  const chosen = known.profiles.find(meant) ?? known.smart.find(meant);
  if (chosen === undefined) {
    console.error(`There is no profile "${command.profile}". \`lathe profiles\` lists them.`);
    return 2;
  }
  const stop = createStop();
  const folder = await Deno.makeTempDir({ prefix: "lathe-" });
  try {
    await prepareFolder(folder, known.settings);
    // The folder variables of the service are not passed on, because this instance uses its own folders.
    const env = { PATH: context.env.PATH, HOME: context.env.HOME };
    const instance = await openQuietly(folder, { env, files: context.files });
    try {
      return await encodeAll(instance, chosen, known.profiles, command, stop);
    } finally {
      await instance.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
    stop.off();
  }
}

/** Listener for the signals that stop the command. */
interface Stop {
  exitCode(): number | undefined;
  /** Calls `cancel` when the first signal arrives, or immediately if a signal has already arrived. */
  follow(cancel: () => void): void;
  off(): void;
}

function createStop(): Stop {
  let exitCode: number | undefined;
  let cancel = () => {};
  const { off } = onEndSignals((code) => {
    exitCode ??= code;
    cancel();
  });
  return {
    exitCode: () => exitCode,
    follow(next) {
      cancel = next;
      if (exitCode !== undefined) cancel();
    },
    off,
  };
}

/**
 * Copies the profile to an instance that has only presets. If given, `directory` becomes its output folder. Returns its
 * ID in that instance.
 */
async function copyInto(
  profiles: Profiles,
  chosen: Profile | SmartProfile,
  known: Profile[],
  directory: string | undefined,
): Promise<string> {
  const into = (output: Profile["output"]) => directory === undefined ? output : { ...output, directory };
  if ("output" in chosen) return (await profiles.create({ ...chosen, output: into(chosen.output) })).id;
  const base = known.find(({ id }) => id === chosen.baseProfileId);
  if (base === undefined) throw new Fault("no_profile", `${chosen.name} is based on a profile that does not exist.`);
  const { id: baseProfileId } = await profiles.create({ ...base, output: into(base.output) });
  const toFolder = { name: "Command-line folder", when: [], set: { output: { directory } } };
  const rules = directory === undefined ? chosen.rules : [...chosen.rules, toFolder];
  return (await profiles.smart.create({ ...chosen, baseProfileId, rules })).id;
}

async function prepareFolder(folder: string, settings: Settings | undefined): Promise<void> {
  if (settings === undefined) return;
  const { programData } = storageFolders(folder, {}).folders;
  await Deno.mkdir(programData, { recursive: true, mode: 0o700 });
  await noteFirstStart(programData);
  await writeSettings(join(programData, "settings.json"), settings, console.error);
}

async function encodeAll(
  instance: Instance,
  chosen: Profile | SmartProfile,
  known: Profile[],
  command: EncodeCommand,
  stop: Stop,
): Promise<number> {
  const { jobs, profiles, settings } = instance;
  // The temporary folder may be on a small disk, so the encode is written directly to its final location.
  await settings.update({ transcodeTemp: "output", concurrency: 1 });
  const directory = command.out === undefined ? undefined : resolve(command.out);
  if (directory !== undefined) await Deno.mkdir(directory, { recursive: true });
  const profileId = await copyInto(profiles, chosen, known, directory);
  let failures = 0;
  await jobs.start();
  for (const file of command.files) {
    if (stop.exitCode() !== undefined) break;
    try {
      const input = CreateJob.parse({
        profileId,
        audioOnly: command.audioOnly,
        source: { localPath: resolve(file) },
      });
      const answer = await jobs.create(input);
      if ("skipped" in answer) {
        console.log(`${file}: nothing to do. ${answer.reason}`);
        continue;
      }
      const { id } = answer.job;
      // A job that is moving its output to the final location is not interrupted.
      stop.follow(() => void jobs.cancel(id).catch(() => {}));
      if (!report(file, await followed(instance, answer.job))) failures++;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      console.error(`${file}: ${error.message}`);
      failures++;
    }
  }
  return stop.exitCode() ?? (failures > 0 ? 1 : 0);
}

/** Shows the progress of a job until it has ended. */
async function followed({ bus, jobs }: Instance, { id, title }: Job): Promise<Job> {
  const line = createProgressLine(title);
  const { promise, resolve } = Promise.withResolvers<void>();
  const off = bus.on("job", ({ job }) => {
    if (job.id !== id) return;
    if (isFinished(job.status)) resolve();
    else line.show(job);
  });
  try {
    if (!isFinished((await jobs.get(id)).status)) await promise;
    return await jobs.get(id);
  } finally {
    off();
    line.end();
  }
}

function report(file: string, job: Job): boolean {
  for (const warning of job.warnings) console.error(`${file}: ${warning}`);
  if (job.status === "done") {
    const [before, after] = [job.inputSizeBytes ?? 0, job.outputSizeBytes ?? 0];
    const change = before > 0 ? `, ${(after / before * 100).toFixed(0)} % of the source` : "";
    console.log(`${job.outputPath} (${(after / 1e6).toFixed(1)} MB${change})`);
    if (job.originalKeptAt) console.log(`The original is kept at ${job.originalKeptAt}.`);
    return true;
  }
  console.error(`${file}: ${job.status === "cancelled" ? "cancelled" : job.error ?? job.status}`);
  return job.status === "skipped";
}
