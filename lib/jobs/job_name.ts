/** Returns the name of a job as it is displayed outside of its series: `Dark - S01E05 Truths`. Pure. */
export const jobName = ({ title, subtitle }: { title: string; subtitle?: string | null | undefined }): string =>
  [title, subtitle].filter((part) => part).join(" - ");
