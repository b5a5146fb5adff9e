/** Returns the title of a browser tab: the progress if encodes are running, the page, and the instance. Pure. */
export const tabTitle = (page: string, instanceName: string, progress?: string): string =>
  `${progress === undefined ? "" : `${progress} · `}${page} · ${instanceName}`;

/**
 * Returns the progress of the running encodes for a browser tab: `34 %`, or `3 encodes, 34 %` with their mean.
 * Undefined if none are running. Pure.
 */
export function tabProgress(percents: readonly number[]): string | undefined {
  if (percents.length === 0) return undefined;
  const mean = `${Math.floor(percents.reduce((sum, one) => sum + one, 0) / percents.length)} %`;
  return percents.length === 1 ? mean : `${percents.length} encodes, ${mean}`;
}
