/** True for errors about a full disk or an exceeded quota, regardless of their source. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (/ENOSPC|EDQUOT|SQLITE_FULL|no space left|quota exceeded|disk is full/i.test(error.message) ||
    ("code" in error && ["ENOSPC", "EDQUOT", "SQLITE_FULL", "disk_full"].includes(String(error.code))));
