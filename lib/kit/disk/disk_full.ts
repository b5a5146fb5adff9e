/** Whether a disk (or a quota) refused for want of room, whoever says it. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (/ENOSPC|EDQUOT|SQLITE_FULL|no space left|quota exceeded|disk is full/i.test(error.message) ||
    ("code" in error && ["ENOSPC", "EDQUOT", "SQLITE_FULL", "disk_full"].includes(String(error.code))));
