import * as z from "zod";
import { LIBRARY_KINDS } from "../../../platform/managers/kinds.ts";

/** Files that cannot be opened at their mapped path, and suggested mappings. */

/** A manager's file that this machine cannot open at its mapped path. */
export const UnseenFile = z.object({
  app: z.enum(LIBRARY_KINDS),
  title: z.string(),
  path: z.string().describe("As reported by the manager"),
  localPath: z.string().describe("Path on this server at which the file was expected"),
  actualPath: z.string().optional().describe(
    "Actual path of the file, if only the case or Unicode form (NFC, NFD) of letters differs",
  ),
}).meta({ id: "UnseenFile" });
/** Such files are shown next to the path mappings in Settings > Media. */
export type UnseenFile = z.infer<typeof UnseenFile>;

/** Result of a search for path mappings: suggestions, best first, and statistics of the search. */
export const MappingFind = z.object({
  proposals: z.array(z.object({
    app: z.enum(LIBRARY_KINDS),
    remote: z.string(),
    local: z.string(),
    proof: z.array(z.string()).describe("Files with the right name and size that this mapping resolves to"),
    confidence: z.int().min(0).max(100),
  })),
  unseen: z.array(UnseenFile).describe("A sample of each folder"),
  looked: z.object({
    roots: z.array(z.string()),
    folders: z.int(),
    files: z.int(),
    seconds: z.number(),
    complete: z.boolean().describe("False if there were too many files or it took too long"),
  }),
}).meta({ id: "MappingFind" });
/** `confidence` is from 0 to 100. `remote` and `local` are folders, as in path mappings. */
export type MappingFind = z.infer<typeof MappingFind>;
