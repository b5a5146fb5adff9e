import * as z from "zod";
import { LibraryState } from "../../../lib/library/video_model.ts";

/** Schema of one page of a manager's library, with the age of the data. `id` is its name in the OpenAPI document. */
export const libraryPage = <T extends z.ZodType>(schema: T, id: string) =>
  z.object({
    items: z.array(schema),
    total: z.int(),
    limit: z.int(),
    nextCursor: z.string().optional(),
    state: LibraryState,
  }).meta({ id });
