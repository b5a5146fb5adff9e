/** Text of a browser tab: the page and the instance, with the progress in front while encodes run. Pure. */
export const tabTitle = (page: string, instanceName: string, progress?: string): string =>
  `${progress === undefined ? "" : `${progress} · `}${page} · ${instanceName}`;

/** Progress of the running encodes for a tab: `34 %`, or `3 encodes, 34 %` with their mean. Undefined for none. Pure. */
export function tabProgress(percents: readonly number[]): string | undefined {
  if (percents.length === 0) return undefined;
  const mean = `${Math.floor(percents.reduce((sum, one) => sum + one, 0) / percents.length)} %`;
  return percents.length === 1 ? mean : `${percents.length} encodes, ${mean}`;
}
