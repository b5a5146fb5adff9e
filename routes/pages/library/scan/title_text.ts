/** Returns the title with its year or season, such as `Heat (1995)` or `The Wire, season 2`. */
export const titleText = (
  { title, year, seasonNumber }: { title: string; year?: number | undefined; seasonNumber?: number | undefined },
): string =>
  `${title}${year === undefined ? "" : ` (${year})`}${seasonNumber === undefined ? "" : `, season ${seasonNumber}`}`;
