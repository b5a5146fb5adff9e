import * as z from "zod";

/** A version of MakeMKV, as in the names of its archives. */
export const MakemkvVersion = z.string().max(20).regex(/^\d+(\.\d+){1,3}$/, "Enter a version such as 1.18.2.");

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "Enter a SHA-256 checksum of 64 lowercase hexadecimal digits.");

/** A version of MakeMKV whose licence was read: the text, and the SHA-256 of the text and of both archives. */
export const MakemkvOffer = z.object({
  version: MakemkvVersion,
  licence: z.string(),
  licenceSha256: Sha256,
  ossSha256: Sha256,
  binSha256: Sha256,
}).meta({ id: "MakemkvOffer" });

/** A version whose licence was read. */
export type MakemkvOffer = z.infer<typeof MakemkvOffer>;

/**
 * State of the MakeMKV build. `unavailable`: Lathe does not run in its container image, or the container did not start
 * as root. `unprepared`: the compose file lacks the volume, or makes the root file system read-only. `accepted`:
 * MakeMKV is built at the next start of the container.
 */
export const MakemkvBuildState = z.enum([
  "unavailable",
  "unprepared",
  "ready",
  "accepted",
  "building",
  "failed",
  "built",
]);

/** Result of `GET /api/disc/makemkv`. */
export const MakemkvSetup = z.object({
  state: MakemkvBuildState,
  missing: z.enum(["user", "no-volume", "read-only"]).optional()
    .describe("Condition that this container does not meet"),
  version: MakemkvVersion.optional().describe("Version that is built, was accepted, or failed"),
  log: z.string().optional().describe("End of the log of a build that runs or failed"),
  offer: MakemkvOffer.optional().describe("Version whose licence was read last"),
}).meta({ id: "MakemkvSetup" });

/** State of MakeMKV in a container image. */
export type MakemkvSetup = z.infer<typeof MakemkvSetup>;

/** Acceptance of the licence that was shown. */
export const AcceptMakemkv = z.object({ version: MakemkvVersion, licenceSha256: Sha256 }).strict()
  .meta({ id: "AcceptMakemkv" });

/** Acceptance of the licence that was shown. */
export type AcceptMakemkv = z.infer<typeof AcceptMakemkv>;
