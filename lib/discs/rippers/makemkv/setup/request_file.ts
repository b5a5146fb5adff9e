import { type MakemkvOffer, MakemkvVersion } from "./model.ts";

/**
 * Returns the text of the request that `build/docker/entrypoint.sh` reads as root: one value per line, each of which it
 * checks again.
 */
export const requestText = (
  { version, ossSha256, binSha256, licenceSha256 }: MakemkvOffer,
  acceptedAt: Date,
): string =>
  [
    `version ${version}`,
    `oss ${ossSha256}`,
    `bin ${binSha256}`,
    `licence ${licenceSha256}`,
    `accepted ${acceptedAt.toISOString()}`,
    "",
  ].join("\n");

/** Returns the version in a request, or undefined. */
export const requestedVersion = (text: string): string | undefined =>
  MakemkvVersion.safeParse(/^version (\S+)$/m.exec(text)?.[1]).data;
