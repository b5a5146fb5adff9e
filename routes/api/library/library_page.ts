import * as z from "zod";
import { LibraryState } from "../../../lib/library/video_model.ts";

/** One page of what a manager holds, with its age; `id` names the shape in the document. */
export const libraryPage = <T extends z.ZodType>(schema: T, id: string) =>
  z.object({
    items: z.array(schema),
    total: z.int(),
    limit: z.int(),
    nextCursor: z.string().optional(),
    state: LibraryState,
  }).meta({ id });
