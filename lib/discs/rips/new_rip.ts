import type { RipRow } from "../../../db/schema/discs.ts";
import { newId } from "../../kit/id.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import { isCdSheet } from "../cd/toc/is_sheet.ts";
import { plainLabel } from "../reading/media_facts.ts";
import type { Rip, RipMedia, StoredRip } from "../rip_schema.ts";
import { type DiscSource, sourceText } from "../ripper_model.ts";

/** A disc that was detected but not read yet. */
export interface SeenDisc {
  origin: Rip["origin"];
  source: DiscSource;
  label: string;
  drive?: { index: number; path: string; name: string; virtual: boolean };
  /**
   * Job, requested media and profile of a grab, and the entries to remove from the manager's queue. Present only for a
   * grab.
   */
  download?: Pick<StoredRip, "jobId" | "arrQueue" | "profileId"> & { media: RipMedia };
  /** True if the disc is an audio CD. Absent if unknown. */
  cd?: boolean;
  /** Starts the copy after identification, regardless of the settings. */
  autoStart?: boolean;
}

/** Media information of an unknown disc. */
export const UNKNOWN_MEDIA: RipMedia = { kind: "unknown", title: "", genres: [], confidence: 0 };

/** Creates the initial record of a disc. Pure except for its ID. */
export function newRip(
  { origin, source, label, drive, download, cd, autoStart }: SeenDisc,
  settings: Settings,
  now: Date,
): RipRow {
  const { disc } = settings;
  const record: StoredRip = {
    id: newId(),
    status: "inserted",
    origin,
    ...(drive && { driveIndex: drive.index, drivePath: drive.path, driveName: drive.name }),
    source: sourceText(source),
    virtual: drive?.virtual ?? false,
    label: plainLabel(label),
    discType: cd === true || isCdSheet(source.path) ? "cd" : "unknown",
    fingerprint: {},
    media: download?.media ?? UNKNOWN_MEDIA,
    candidates: [],
    titles: [],
    selectedTitleIds: [],
    titleRoles: {},
    episodeMap: {},
    audioMode: disc.audioMode,
    selectedAudio: {},
    selectedSubtitles: {},
    playAllTitleIds: [],
    duplicateOf: {},
    ...(download?.profileId === undefined ? {} : { profileId: download.profileId }),
    options: {
      transcode: disc.autoTranscode,
      deliver: disc.autoDeliver,
      eject: disc.autoEject,
      keepRaw: disc.keepRaw,
    },
    scanMinSeconds: disc.minTitleSeconds,
    autoStart: autoStart ?? false,
    files: [],
    warnings: [],
    ...(download?.jobId === undefined ? {} : { jobId: download.jobId }),
    ...(download?.arrQueue === undefined ? {} : { arrQueue: download.arrQueue }),
    createdAt: now.toISOString(),
  };
  return {
    id: record.id,
    status: record.status,
    source: record.source,
    batchId: null,
    record,
    readTitles: [],
    createdAt: now.getTime(),
  };
}

const SOURCE_KINDS: Record<string, DiscSource["kind"]> = { dev: "device", iso: "image", file: "folder" };

/** Parses the source of a stored rip. Undefined for invalid text. */
export function sourceOf(text: string): DiscSource | undefined {
  const [, word = "", path = ""] = /^(dev|iso|file):(.+)$/s.exec(text) ?? [];
  const kind = SOURCE_KINDS[word];
  return kind && { kind, path };
}
