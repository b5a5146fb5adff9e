import * as z from "zod";

/** Schemas of fields that several sections use. */

/** A value that the API never shows: it is masked when read, and kept if the mask is sent back (safety.md, S-SEC-1). */
export const secret = (maxLength = 4096) => z.string().max(maxLength).default("").meta({ secret: true });

/** An absolute path on this machine. May be empty. */
export const absolutePath = () =>
  z.string().max(4096).refine((path) => path === "" || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path), "Use an absolute path.")
    .default("");

/** A path that is checked by the rules of the settings, not by this schema. */
export const anyPath = () => z.string().max(4096).default("");

/** ID of a profile or smart profile. */
export const profileRef = (standard: string) => z.string().regex(/^[A-Za-z0-9_-]{0,64}$/).default(standard);

/** Address of another service. May be empty. */
export const address = (standard: string) =>
  z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Use an address such as http://host:port." })])
    .default(standard);

/** A TCP port. */
export const port = (standard: number) => z.int().min(1).max(65_535).default(standard);

/** A switch. */
export const toggle = (standard: boolean) => z.boolean().default(standard);

/** Properties of a setting that is the path of a program, which may have any file name. */
export const PROGRAM = { empty: "auto-detect", placeholder: "found automatically", pick: [""] } as const;

/** Properties of a setting that is a folder. */
export const FOLDER = { pick: [] } as const;
