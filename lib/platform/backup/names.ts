import { DAY_MS } from "../../kit/clock.ts";
import type { BACKUP_TYPES } from "../model.ts";

/** Why a backup was made; part of its file name. Backups of type `manual` are never pruned. */
export type BackupType = (typeof BACKUP_TYPES)[number];

/** What a backup's name says: `service_0.1.0.0_20261120T193200Z_manual.zip`. */
export interface NamedBackup {
  version: string;
  createdAt: Date;
  type: BackupType;
}

const NAME =
  /^service_(\d{1,6}(?:\.\d{1,6}){3}(?:-[0-9A-Za-z.-]{1,40})?)_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z_(manual|scheduled|before-restore|before-migration)(?:-\d{1,3})?\.zip$/;

/** File name in UTC to the second; `number` above 0 tells backups of the same second apart. */
export const backupName = ({ version, createdAt, type }: NamedBackup, number = 0): string => {
  const time = createdAt.toISOString().replace(/[-:]|\.\d+/g, "");
  return `service_${version}_${time}_${type}${number === 0 ? "" : `-${number}`}.zip`;
};

/** Undefined for any other file. */
export function parseBackupName(name: string): NamedBackup | undefined {
  const [, version = "", year, month, day, hour, minute, second, type] = NAME.exec(name) ?? [];
  const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return version === "" || Number.isNaN(createdAt.getTime())
    ? undefined
    : { version, createdAt, type: type as BackupType };
}

const KEPT = 3;

/**
 * The backups that may go: made by themselves, older than the retention, and not among the newest three of their type.
 * What a person took stays.
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
