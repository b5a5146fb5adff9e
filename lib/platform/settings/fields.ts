import * as z from "zod";

/** Kinds of settings fields that occur in several sections. */

/** A value the API never shows: masked when read, kept when the mask is written back (safety.md, S-SEC-1). */
export const secret = () => z.string().max(4096).default("").meta({ secret: true });

/** An absolute path of this machine, or empty. */
export const absolutePath = (description: string) =>
  z.string().max(4096).refine((path) => path === "" || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path), "Use an absolute path.")
    .default("").describe(description);

/** The id of a profile or smart profile. */
export const profileRef = (standard: string) => z.string().regex(/^[A-Za-z0-9_-]{0,64}$/).default(standard);

/** The address of another service, or empty. */
export const address = (standard: string) =>
  z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Use an address such as http://host:port." })])
    .default(standard);

/** A TCP port. */
export const port = (standard: number) => z.int().min(1).max(65_535).default(standard);
