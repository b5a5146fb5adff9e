import type { FindingRepository } from "../../../db/library/findings.ts";
import type { JobStorage } from "../../jobs/deps.ts";
import { findSource } from "../../jobs/intake/source_file.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { Media } from "../../media/service.ts";
import { identityKey, sourceIdentity } from "../../media/probe/source.ts";
import { detectMqa } from "../../media/audio/mqa.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { MqaFound } from "../music_model.ts";

/** Analyses files for an MQA signal and stores the results. */
export interface MqaListening {
  /** Returns the stored result for this file, or undefined if it was not analysed. Never throws. */
  known(path: string): Promise<MqaFound | undefined>;
  /** Analyses a file. Throws `path_not_allowed`, `unreadable`, `tool_missing`. */
  listen(localPath: string): Promise<MqaFound>;
}

/** Services for MQA detection. `findings` stores the results by file identity. */
export interface MqaListeningOptions {
  findings: Pick<FindingRepository, "get" | "save">;
  media: Pick<Media, "paths" | "probe">;
  settings: Pick<SettingsService, "current">;
  storage: Pick<JobStorage, "configDir" | "folders">;
  disks: Pick<DiskReads, "read">;
  clock: Clock;
}

/**
 * Creates the MQA detection. ffmpeg runs only for files without a stored result. The file must be one that jobs may
 * read.
 */
export function createMqaListening(
  { findings, media, settings, storage, disks, clock }: MqaListeningOptions,
): MqaListening {
  const remembered = async (key: string) => MqaFound.safeParse((await findings.get("mqa", key))?.result).data;

  return {
    async known(path) {
      const identity = await sourceIdentity(path).catch(() => undefined);
      return identity && await remembered(identityKey(identity));
    },
    async listen(localPath) {
      const { mediaRoots } = settings.current().general.security;
      const { path, identity } = await findSource({ kind: "track", localPath }, { mediaRoots, storage, disks });
      const key = identityKey(identity);
      const before = await remembered(key);
      if (before !== undefined) return before;
      const stream = (await media.probe(path)).streams.find((one) => one.kind === "audio");
      if (!stream) throw new Fault("unreadable", "The file has no audio.");
      const { ffmpegPath } = await media.paths();
      const { isMqa, studio, originalRate } = await detectMqa({ ffmpegPath, path, stream });
      const result: MqaFound = { isMqa, studio, ...(originalRate === undefined ? {} : { originalRate }) };
      await findings.save({ kind: "mqa", key, path, result, foundAt: clock.now().getTime() });
      return result;
    },
  };
}
