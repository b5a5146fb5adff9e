/** What a job is called where it stands alone: `Dark - S01E05 Truths`, so that episodes of one series can be distinguished. Pure. */
export const jobName = ({ title, subtitle }: { title: string; subtitle?: string | null | undefined }): string =>
  [title, subtitle].filter((part) => part).join(" - ");
