import { DAY_MS } from "../../kit/clock.ts";
import type { BACKUP_TYPES } from "../model.ts";

/** Reason for a backup, which is part of its file name. Backups of type `manual` are never pruned. */
export type BackupType = (typeof BACKUP_TYPES)[number];

/** Parts of a backup's file name, such as `service_0.1.0.0_20261120T193200Z_manual.zip`. */
export interface NamedBackup {
  version: string;
  createdAt: Date;
  type: BackupType;
}

const NAME =
  /^service_(\d{1,6}(?:\.\d{1,6}){3}(?:-[0-9A-Za-z.-]{1,40})?)_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z_(manual|scheduled|before-restore|before-migration)(?:-\d{1,3})?\.zip$/;

/**
 * Returns the file name, with the time in UTC in seconds. A `number` above 0 distinguishes backups created in the same
 * second.
 */
export const backupName = ({ version, createdAt, type }: NamedBackup, number = 0): string => {
  const time = createdAt.toISOString().replace(/[-:]|\.\d+/g, "");
  return `service_${version}_${time}_${type}${number === 0 ? "" : `-${number}`}.zip`;
};

/** Parses a backup's file name. Undefined for any other file. */
export function parseBackupName(name: string): NamedBackup | undefined {
  const [, version = "", year, month, day, hour, minute, second, type] = NAME.exec(name) ?? [];
  const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return version === "" || Number.isNaN(createdAt.getTime())
    ? undefined
    : { version, createdAt, type: type as BackupType };
}

const KEPT = 3;

/**
 * Returns the backups to prune: automatic backups that are older than the retention and not among the three newest of
 * their type. Manual backups are kept.
 */
export function outdatedBackups<T extends NamedBackup>(all: T[], retentionDays: number, now: Date): T[] {
  const types: BackupType[] = ["scheduled", "before-restore", "before-migration"];
  return types.flatMap((type) =>
    all.filter((one) => one.type === type)
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(KEPT)
      .filter(({ createdAt }) => now.getTime() - createdAt.getTime() > retentionDays * DAY_MS)
  );
}
