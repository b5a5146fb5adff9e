import * as z from "zod";

/** Field schemas used in several sections. */

/** A value that the API never shows: masked when read, kept if the mask is written back (safety.md, S-SEC-1). */
export const secret = () => z.string().max(4096).default("").meta({ secret: true });

/** An absolute path on this machine, or empty. */
export const absolutePath = (description: string) =>
  z.string().max(4096).refine((path) => path === "" || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path), "Use an absolute path.")
    .default("").describe(description);

/** ID of a profile or smart profile. */
export const profileRef = (standard: string) => z.string().regex(/^[A-Za-z0-9_-]{0,64}$/).default(standard);

/** Address of another service, or empty. */
export const address = (standard: string) =>
  z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Use an address such as http://host:port." })])
    .default(standard);

/** A TCP port. */
export const port = (standard: number) => z.int().min(1).max(65_535).default(standard);
