/**
 * Returns the display name of a job on its own: `Dark - S01E05 Truths`, so that episodes of a series can be
 * distinguished. Pure.
 */
export const jobName = ({ title, subtitle }: { title: string; subtitle?: string | null | undefined }): string =>
  [title, subtitle].filter((part) => part).join(" - ");
