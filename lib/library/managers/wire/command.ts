import * as z from "zod";

/** Something a manager was told to do, and how far it is. */
export const Command = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  result: z.string().nullish(),
  message: z.string().nullish(),
  exception: z.string().nullish(),
});
/** `status` and `result` are the application's own words, as `completed` and `unsuccessful`. */
export type Command = z.infer<typeof Command>;
